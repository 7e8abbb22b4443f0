package io.meshlock.testbed.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Python package, through its bridge: JSON lines to and from a process. */
final class PythonDriver implements ConformanceDriver {

    static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();

    private final Process bridge;
    private final Writer lines;
    private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();

    PythonDriver(String api) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("python3", "-B", "-m", "meshlock.bridge", "--api", api)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("PYTHONPATH", PACKAGE.resolve("src").toString());
        bridge = builder.start();
        lines = bridge.outputWriter(StandardCharsets.UTF_8);
        Thread listener = new Thread(this::listen, "bridge");
        listener.setDaemon(true);
        listener.start();
    }

    private void listen() {
        try (BufferedReader answers = bridge.inputReader(StandardCharsets.UTF_8)) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                heard(JsonMapper.shared().readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void heard(JsonNode event) {
        String name = event.path("id").asString("");
        Outcome before = outcomes.getOrDefault(name, Outcome.WAITING);
        String reason = event.path("reason").asString(event.path("message").asString(""));
        outcomes.put(
                name,
                switch (event.get("event").asString()) {
                    case "granted" -> granted(event.get("grants").get(0));
                    case "not-granted", "error" -> before.become("refused", reason);
                    case "lost" -> before.become("lost", reason);
                    default -> before.become("released", "");
                });
    }

    private static Outcome granted(JsonNode grant) {
        List<Integer> slots = new ArrayList<>();
        grant.get("slots").forEach(slot -> slots.add(slot.asInt()));
        return new Outcome("granted", "", grant.get("fencing").asLong(), slots);
    }

    @Override
    public void ask(String name, JsonNode step) throws IOException {
        outcomes.put(name, Outcome.WAITING);
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("call", "acquire");
        call.put("id", name);
        for (String key : List.of("pool", "permits", "priority", "wait", "lease")) {
            if (step.has(key)) {
                call.put(key, step.get(key));
            }
        }
        send(call);
    }

    private void send(Map<String, ?> call) throws IOException {
        lines.write(JsonMapper.shared().writeValueAsString(call) + "\n");
        lines.flush();
    }

    @Override
    public Outcome outcome(String name) {
        return outcomes.get(name);
    }

    @Override
    public void release(String name) throws IOException {
        send(Map.of("call", "release", "id", name));
    }

    @Override
    public void close() throws IOException {
        lines.close();
        bridge.destroy();
    }
}
