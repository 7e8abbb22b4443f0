package io.meshlock.testbed.namespace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two network namespaces of this kernel with a virtual cable between them, which stand for two computers. */
final class Namespaces implements AutoCloseable {

    private final List<String> names = new ArrayList<>();
    private final List<String> interfaces = new ArrayList<>();

    private Namespaces() {}

    /** Two namespaces, 10.99.7.1/24 and 10.99.7.2/24; or why there are none. */
    static Namespaces two() throws IOException, InterruptedException {
        Namespaces both = new Namespaces();
        String id = Long.toString(ProcessHandle.current().pid() % 100_000);
        try {
            for (String end : List.of("a", "b")) {
                String name = "meshlock-" + id + end;
                run("ip", "netns", "add", name);
                both.names.add(name);
                both.interfaces.add("ml" + id + end);
            }
            run("ip", "link", "add", both.interfaces.get(0), "type", "veth", "peer", "name", both.interfaces.get(1));
            for (int i = 0; i < 2; i++) {
                String cable = both.interfaces.get(i);
                run("ip", "link", "set", cable, "netns", both.names.get(i));
                both.in(i, "ip", "link", "set", "lo", "up");
                both.in(i, "ip", "address", "add", "10.99.7." + (i + 1) + "/24", "broadcast", "+", "dev", cable);
                // Without waiting for duplicate address detection.
                both.in(i, "ip", "link", "set", cable, "addrgenmode", "none");
                both.in(i, "ip", "link", "set", cable, "up");
                both.in(i, "ip", "address", "add", "fe80::" + (i + 1) + "/64", "dev", cable, "nodad");
            }
            return both;
        } catch (IOException | InterruptedException | RuntimeException e) {
            both.close();
            throw e;
        }
    }

    String interfaceOf(int end) {
        return interfaces.get(end);
    }

    /** A command that runs in one of the two. */
    List<String> command(int end, List<String> words) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", names.get(end)));
        command.addAll(words);
        return command;
    }

    private void in(int end, String... words) throws IOException, InterruptedException {
        run(command(end, List.of(words)).toArray(String[]::new));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        String trouble = attempt(command);
        if (trouble != null) {
            throw new IOException(String.join(" ", command) + ": " + trouble);
        }
    }

    private static @Nullable String attempt(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? null : said.strip();
    }

    /** The cable goes with them. */
    @Override
    public void close() {
        for (String name : names) {
            try {
                attempt("ip", "netns", "delete", name);
            } catch (IOException e) {
                System.out.println("namespace " + name + " is left behind: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
