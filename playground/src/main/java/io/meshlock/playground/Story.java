package io.meshlock.playground;

import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.narrative.Narrative;
import io.meshlock.simulator.narrative.NarrativeMesh;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A narrative, played one small step at a time: a command, or one of the deliveries that a command stands for. Time is the
 * number of steps; a message stays on its link until a step delivers it.
 */
final class Story {

    /** A storm is seen after so many deliveries; no story needs more. */
    private static final int MOST_DELIVERIES = 60;

    private static final int MOST_ROUNDS = 40;

    private final List<String> script = new ArrayList<>();
    /** Lines of the text that each command of the script stands in. */
    private final List<String> captions = new ArrayList<>();

    private Narrative narrative = Narrative.begin();
    private final Deque<String> todo = new ArrayDeque<>();
    private final SortedSet<String> tokens = new TreeSet<>();
    private final List<String> news = new ArrayList<>();
    private final SortedMap<String, String> permits = new TreeMap<>();
    private int commands;
    private int steps;
    private int deliveries;
    private int rounds;
    private int entries;
    private int asked;
    private int sent;
    private String broken = "";
    private String verdict = "";

    /** @param algorithm takes the place of the one in the text; empty: that one */
    Story(String text, String algorithm) {
        boolean output = false;
        StringBuilder caption = new StringBuilder();
        for (String line : text.split("\r?\n", -1)) {
            if (line.equals("----")) {
                output = true;
            } else if (line.isBlank()) {
                output = false;
            } else if (!output && line.startsWith("#")) {
                caption.append(caption.length() == 0 ? "" : " ")
                        .append(line.substring(1).trim());
            } else if (!output) {
                script.add(line.startsWith("mesh ") ? with(algorithm, line.trim()) : line.trim());
                captions.add(caption.toString());
                caption.setLength(0);
            }
        }
        if (script.isEmpty() || !script.get(0).startsWith("mesh ")) {
            throw new IllegalArgumentException("a narrative begins with 'mesh'");
        }
        begin();
    }

    private static String with(String algorithm, String mesh) {
        return algorithm.isEmpty() ? mesh : mesh.replaceAll("algorithm=\\S+", "") + " algorithm=" + algorithm;
    }

    private void begin() {
        narrative = Narrative.begin();
        todo.clear();
        tokens.clear();
        news.clear();
        commands = 1;
        steps = 0;
        deliveries = 0;
        rounds = 0;
        entries = 0;
        asked = 0;
        sent = 0;
        broken = "";
        verdict = "";
        List<String> said = narrative.perform(script.get(0));
        NarrativeMesh mesh = narrative.mesh();
        if (mesh == null) {
            throw new IllegalArgumentException(said.get(0));
        }
        for (int node = 0;
                node < Math.min(tokensAtFirst(script.get(0)), mesh.names().size());
                node++) {
            tokens.add(mesh.names().get(node));
        }
    }

    /** How many tokens a mesh begins with, one each at its first nodes. */
    private static int tokensAtFirst(String mesh) {
        String algorithm = "prioritized";
        int permits = 1;
        for (String word : mesh.split("\\s+", -1)) {
            if (word.startsWith("algorithm=")) {
                algorithm = word.substring("algorithm=".length());
            } else if (word.startsWith("k=")) {
                permits = Integer.parseInt(word.substring("k=".length()));
            }
        }
        return Algorithms.named(algorithm).guarantees().tokens().of(permits);
    }

    private NarrativeMesh mesh() {
        return Objects.requireNonNull(narrative.mesh());
    }

    /** What the next step is: a command, as {@code deliver a->b}; empty at the end. */
    String next() {
        while (todo.isEmpty() && commands < script.size() && broken.isEmpty()) {
            expand(script.get(commands++));
        }
        String first = todo.peek();
        return first == null || !broken.isEmpty() ? "" : first;
    }

    /** The words that stand before the command to come, if it has not begun. */
    String caption() {
        return captions.get(Math.min(commands, captions.size()) - 1);
    }

    /** A command becomes the small steps that it stands for. */
    private void expand(String command) {
        if (command.startsWith("deliver all")) {
            todo.add("round");
        } else if (command.equals("expect-served")) {
            rounds = 0;
            todo.add("round");
            todo.add("leave");
        } else if (!command.equals("show") && !command.startsWith("show ") && !command.equals("inflight")) {
            todo.add(command);
        }
        deliveries = 0;
        unfold();
    }

    /** Replaces what stands for several steps, as long as that is first. */
    private void unfold() {
        while (true) {
            String first = todo.peek();
            if ("round".equals(first)) {
                todo.remove();
                round();
            } else if ("leave".equals(first)) {
                todo.remove();
                leave();
            } else if (first != null && first.startsWith("try ")) {
                todo.remove();
                if (isInFlight(first.substring("try ".length()))) {
                    todo.addFirst("deliver " + first.substring("try ".length()));
                    return;
                }
            } else {
                return;
            }
        }
    }

    /** One message of each link in turn, as a mesh delivers all; and again, until nothing is in flight. */
    private void round() {
        if (mesh().isQuiet()) {
            return;
        }
        if (deliveries >= MOST_DELIVERIES) {
            verdict = "still busy after " + deliveries + " messages: this never ends";
            todo.clear();
            commands = script.size();
            return;
        }
        List<String> tries = new ArrayList<>();
        for (String from : mesh().names()) {
            for (String to : mesh().names()) {
                if (!from.equals(to) && mesh().isLinked(from, to)) {
                    tries.add("try " + from + "->" + to);
                }
            }
        }
        todo.addFirst("round");
        for (int i = tries.size() - 1; i >= 0; i--) {
            todo.addFirst(tries.get(i));
        }
    }

    /** Everybody who is inside leaves, and what comes of it is delivered; until nobody is inside. */
    private void leave() {
        List<String> inside = mesh().inside();
        if (inside.isEmpty() || ++rounds > MOST_ROUNDS) {
            verdict = mesh().waiting().isEmpty()
                    ? "everybody was served"
                    : "never served: " + String.join(" ", mesh().waiting());
            return;
        }
        todo.addFirst("leave");
        todo.addFirst("round");
        for (int i = inside.size() - 1; i >= 0; i--) {
            todo.addFirst("release " + inside.get(i));
        }
    }

    private boolean isInFlight(String way) {
        String start = way.replace("->", " -> ") + " ";
        return mesh().inFlight().stream().anyMatch(line -> line.startsWith(start));
    }

    /** Takes the next step; false at the end. */
    boolean step() {
        String command = next();
        if (command.isEmpty()) {
            return false;
        }
        todo.remove();
        perform(command);
        unfold();
        return true;
    }

    /** Does something that is not in the text. */
    void act(String command) {
        perform(command);
        todo.clear();
        while (script.size() > commands) {
            script.remove(script.size() - 1);
            captions.remove(captions.size() - 1);
        }
        script.add(command);
        captions.add("");
        commands++;
    }

    private void perform(String command) {
        steps++;
        deliveries += command.startsWith("deliver ") ? 1 : 0;
        for (String line : narrative.perform(command)) {
            String words = line.trim();
            if (words.startsWith("token at ")) {
                tokens.add(words.substring("token at ".length()));
            } else if (words.startsWith("token leaves ")) {
                tokens.remove(words.substring("token leaves ".length()));
            } else if (words.startsWith("error: ")) {
                broken = words.substring("error: ".length());
            }
            entries += words.contains(" enters: ") ? 1 : 0;
            String[] each = words.split(" ", -1);
            if (each.length == 5 && each[1].equals("wants")) { // a wants 2 permits: a1
                permits.put(each[4], each[2]);
                asked++;
            }
            sent += line.startsWith("  ") && words.contains(" -> ") ? 1 : 0;
            news.add(line);
        }
    }

    /** Goes to the state after so many steps. */
    void goTo(int wanted) {
        if (wanted < steps) {
            begin();
        }
        while (steps < wanted && step()) {
            news.clear();
        }
    }

    /** How far it goes by itself. */
    boolean isOver() {
        return next().isEmpty();
    }

    /** Like {@link Session#snapshot}, with names instead of numbers, and messages that wait on their links. */
    String snapshot() {
        NarrativeMesh mesh = mesh();
        List<String> names = mesh.names();
        String next = next();
        JsonText json = new JsonText().open('{');
        json.field("steps", steps)
                .field("next", next)
                .field("caption", caption())
                .field("command", commands);
        json.field("commands", script.size()).field("over", next.isEmpty());
        json.name("names").open('[');
        names.forEach(json::value);
        json.close(']').name("links").open('[');
        for (int a = 0; a < names.size(); a++) {
            for (int b = a + 1; b < names.size(); b++) {
                if (mesh.isLinked(names.get(a), names.get(b)) || mesh.isLinked(names.get(b), names.get(a))) {
                    json.value(a).value(b);
                }
            }
        }
        json.close(']').name("flights").open('[');
        for (String line : mesh.inFlight()) {
            String[] words = line.split(" ", 4);
            json.open('[').value(names.indexOf(words[0])).value(names.indexOf(words[2]));
            json.value(words[3]).close(']');
        }
        json.close(']').name("tokens").open('[');
        tokens.forEach(name -> json.value(names.indexOf(name)));
        json.close(']');
        requests(json, "holding", mesh.inside());
        requests(json, "waiting", mesh.waiting());
        json.field("free", mesh.freePermits()).field("broken", broken).field("verdict", verdict);
        json.field("asked", asked).field("entries", entries).field("messages", sent);
        json.name("described").open('[');
        names.forEach(name -> json.value(mesh.describe(name)));
        json.close(']').name("news").open('[');
        news.forEach(json::value);
        json.close(']');
        news.clear();
        return json.close('}').toString();
    }

    private void requests(JsonText json, String field, List<String> requests) {
        json.name(field).open('[');
        for (String request : requests) {
            int digits = request.length();
            while (Character.isDigit(request.charAt(digits - 1))) {
                digits--;
            }
            json.open('{').field("name", request);
            json.field("permits", Long.parseLong(permits.getOrDefault(request, "1")));
            json.field("node", mesh().names().indexOf(request.substring(0, digits)))
                    .close('}');
        }
        json.close(']');
    }

    /** The text so far, with its outputs. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < script.size(); i++) {
            text.append(captions.get(i).isEmpty() ? "" : "# " + captions.get(i) + "\n");
            text.append(script.get(i)).append("\n----\n\n");
        }
        return Narrative.run(text.toString());
    }
}
