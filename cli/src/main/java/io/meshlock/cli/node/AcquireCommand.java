package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Signals;
import io.meshlock.daemon.run.DaemonSource;
import io.meshlock.daemon.run.PermitSource;
import io.meshlock.daemon.run.RunRequest;
import io.meshlock.daemon.run.Runner;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code meshlock acquire}: permits for a script that holds them over several commands. */
@Command(
        name = "acquire",
        description = {
            "Waits for permits, and leaves them to the shell that asks: it prints variables for 'eval'.",
            "",
            "Nobody renews them: the script calls 'renew' before the lease is over, and 'release' in the end. 'run' does "
                    + "that by itself, and is better wherever one command is all there is."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:granted",
            "75:not granted; -E sets another",
            "78:the pool refuses it: its settings differ, or it was bootstrapped twice",
            "128 + N:signal N ended the wait",
            "2:a wrong flag or value, more permits than the pool has, no such pool, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  eval \"$(./meshlock acquire docks -n 2 --lease 5m)\" && ./load && ./meshlock renew && ./unload",
            "  ./meshlock release",
            "  ./meshlock acquire docks --json"
        })
public final class AcquireCommand implements Callable<Integer> {

    private static final int SIGNALLED = 128;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Mixin
    private RequestFlags request = new RequestFlags();

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public AcquireCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        RunRequest runRequest = request.of(pool, "acquire");
        int notGranted = request.notGranted();
        AtomicInteger signal = new AtomicInteger();
        Thread waiter = Thread.currentThread();
        Signals.handle(
                (name, number) -> {
                    signal.set(number);
                    waiter.interrupt();
                },
                "TERM",
                "HUP",
                "INT");
        try (DaemonSource source = new DaemonSource(api.clients(), this::say)) {
            JsonNode grant = source.acquireOnly(runRequest);
            if (json) {
                out.println(grant.toPrettyString());
            } else {
                variables(grant, source.current().address().toString())
                        .forEach((name, value) -> out.println("export " + name + "=" + quoted(value)));
            }
            return ExitCodes.OK;
        } catch (PermitSource.NotGrantedException e) {
            say("not granted: " + e.getMessage());
            return notGranted;
        } catch (PermitSource.RefusedException e) {
            say(String.valueOf(e.getMessage()));
            return Runner.REFUSED;
        } catch (InterruptedException e) {
            return SIGNALLED + signal.get();
        }
    }

    private static Map<String, String> variables(JsonNode grant, String address) {
        List<String> slots = new ArrayList<>();
        grant.get("slots").forEach(slot -> slots.add(slot.asString()));
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("MESHLOCK_API", address);
        variables.put("MESHLOCK_POOL", grant.get("pool").asString());
        variables.put("MESHLOCK_PERMITS", grant.get("permits").asString());
        variables.put("MESHLOCK_FENCING", grant.path("fencingToken").asString("0"));
        variables.put("MESHLOCK_FENCE", grant.path("fence").asString(""));
        variables.put("MESHLOCK_SLOTS", String.join(",", slots));
        variables.put("MESHLOCK_GRANT", grant.get("id").asString());
        variables.put("MESHLOCK_SECRET", grant.get("secret").asString());
        return variables;
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }

    private void say(String complaint) {
        err.println("meshlock acquire: " + complaint);
        err.flush();
    }
}
