package io.meshlock.simulator.narrative;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A narrative: blocks of commands, {@code ----}, and what they caused in plain words, up to a blank line. Lines that
 * begin with {@code #} are comments. Running one gives the same text with the outputs as they really are.
 *
 * <pre>
 * mesh line a b c algorithm=prioritized k=2 [policy=fifo] [aging=100] [lossy] [option=value]   or ring, star, links a-b
 * request b 2 [priority=5] [deadline=90]      named b1, b2, …
 * release b1 [half] | cancel b1               half: the upper half of its permits; it keeps the rest
 * deliver a->b | deliver all [cap=1000]       deliver all also says whether the mesh fell silent
 * cut a-b [losing] | link a-d | pass 30       links, and time for timers
 * cut a-b unnoticed [keep=1] | notice b-a     only a notices; 1 message may still reach b, until it notices, too
 * resize b 5 | leave b | return b             b's operator wants 5 permits; b wants to leave; b is back
 * mesh hosts a b c …                          an algorithm that writes to anybody; then, too:
 * deliver a->b nth=2 | lose a->b | copy a->b [nth=2]     overtaking; lost; doubled, the copy being the youngest
 * off b | reboot b                            b cannot be reached; loses its memory
 * fire b [timer=1] | clock b -20              a timer fires at once; b's clock is 20 behind the others
 * show [b] | inflight | waiting
 * expect-served                               finishes everything and says who was never served
 * end                                         required at the end: who waits, who is inside
 * </pre>
 */
public final class Narrative {

    private static final int CAP = 1_000;

    /** How many lines are shown of a mesh that does not fall silent. */
    private static final int STORM_SHOWN = 20;

    private @Nullable NarrativeMesh mesh;

    private Narrative() {}

    /** Runs a narrative; returns it with its outputs as they came out this time. */
    public static String run(String text) {
        Narrative narrative = new Narrative();
        StringBuilder result = new StringBuilder();
        List<String> commands = new ArrayList<>();
        boolean inOutput = false;
        boolean ended = false;
        for (String line : lines(text)) {
            if (inOutput) {
                inOutput = !line.isBlank();
                if (!inOutput) {
                    result.append('\n');
                }
            } else if (line.equals("----")) {
                result.append("----\n").append(narrative.perform(commands)).append('\n');
                ended = commands.contains("end");
                commands.clear();
                inOutput = true;
            } else {
                result.append(line).append('\n');
                if (!line.isBlank() && !line.startsWith("#")) {
                    commands.add(line);
                }
            }
        }
        if (!ended) {
            result.append("\nend\n----\n")
                    .append(narrative.perform(List.of("end")))
                    .append('\n');
        }
        return result.toString();
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\r?\n", -1)));
        if (lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    /** A narrative that is told command by command. */
    public static Narrative begin() {
        return new Narrative();
    }

    /** The mesh that the narrative is about, once a command has made it. */
    public @Nullable NarrativeMesh mesh() {
        return mesh;
    }

    /** Performs one command; returns what it caused, line by line. */
    public List<String> perform(String command) {
        List<String> output = new ArrayList<>();
        try {
            perform(Arrays.asList(command.trim().split("\\s+", -1)), output);
        } catch (IllegalArgumentException | IllegalStateException e) {
            if (mesh != null) {
                output.addAll(mesh.takeLog());
            }
            output.add("error: " + e.getMessage());
        }
        return output;
    }

    private String perform(List<String> commands) {
        List<String> output = new ArrayList<>();
        commands.forEach(command -> output.addAll(perform(command)));
        return output.isEmpty() ? "(nothing)" : String.join("\n", output);
    }

    private void perform(List<String> words, List<String> output) {
        if (words.get(0).equals("mesh")) {
            mesh = createMesh(words);
            output.add("nodes " + String.join(" ", mesh.names())
                    + (mesh.hasTokens() ? ", token at " + mesh.names().get(0) : ""));
            return;
        }
        NarrativeMesh on = mesh;
        if (on == null) {
            throw new IllegalArgumentException("a narrative begins with 'mesh'");
        }
        List<String> said = act(on, words);
        output.addAll(on.takeLog());
        output.addAll(said);
    }

    /** Performs a command; returns what is to be said beside the mesh's own log. */
    private static List<String> act(NarrativeMesh mesh, List<String> words) {
        SortedMap<String, Long> given = settings(words);
        String verb = words.get(0);
        String what = words.size() > 1 ? words.get(1) : "";
        String[] ends = what.split("->|-", -1);
        switch (verb) {
            case "request" ->
                mesh.request(
                        what,
                        Integer.parseInt(words.get(2)),
                        given.getOrDefault("priority", 0L).intValue(),
                        given.getOrDefault("deadline", PermitRequest.NO_DEADLINE),
                        words.contains("once"));
            case "release" -> {
                if (words.contains("half")) {
                    mesh.giveBackHalf(what);
                } else {
                    mesh.release(what);
                }
            }
            case "cancel" -> mesh.cancel(what);
            case "deliver" -> {
                return deliver(mesh, ends, given);
            }
            case "lose" -> mesh.lose(ends[0], ends[1], nth(given));
            case "copy" -> mesh.copy(ends[0], ends[1], nth(given));
            case "clock" -> mesh.skew(what, Long.parseLong(words.get(2)));
            case "fire" -> mesh.fire(what, given.getOrDefault("timer", 0L).intValue());
            case "resize" -> mesh.resize(what, Integer.parseInt(words.get(2)));
            case "leave" -> mesh.leave(what);
            case "off" -> mesh.switchOff(what);
            case "return" -> mesh.comeBack(what);
            case "reboot" -> mesh.reboot(what);
            case "cut" -> {
                if (words.contains("unnoticed")) {
                    mesh.die(ends[0], ends[1], given.getOrDefault("keep", 0L).intValue());
                } else {
                    mesh.cut(ends[0], ends[1], words.contains("losing"));
                }
            }
            case "notice" -> mesh.notice(ends[0], ends[1]);
            case "link" -> mesh.link(ends[0], ends[1]);
            case "pass" -> mesh.pass(Long.parseLong(what));
            case "show" -> {
                return (what.isEmpty() ? mesh.names() : List.of(what))
                        .stream().map(mesh::describe).toList();
            }
            case "inflight" -> {
                return mesh.isQuiet() ? List.of("nothing in flight") : mesh.inFlight();
            }
            case "waiting", "end" -> {
                return judge(mesh);
            }
            case "expect-served" -> {
                boolean quiet = mesh.finish(CAP);
                List<String> never = mesh.waiting();
                mesh.takeLog();
                return List.of(
                        !quiet ? busy(CAP) : never.isEmpty() ? "everybody was served" : "never served: " + list(never));
            }
            default -> throw new IllegalArgumentException("unknown command '" + verb + "'");
        }
        return List.of();
    }

    private static int nth(SortedMap<String, Long> given) {
        return given.getOrDefault("nth", 1L).intValue();
    }

    private static List<String> deliver(NarrativeMesh mesh, String[] ends, SortedMap<String, Long> given) {
        if (ends.length == 2) {
            return mesh.deliver(ends[0], ends[1], nth(given))
                    ? List.of()
                    : List.of("nothing in flight " + String.join("->", ends));
        }
        int cap = given.getOrDefault("cap", (long) CAP).intValue();
        if (mesh.deliverAll(cap)) {
            return List.of();
        }
        List<String> storm = mesh.takeLog();
        List<String> beginning = new ArrayList<>(storm.subList(0, Math.min(STORM_SHOWN, storm.size())));
        beginning.add("… " + busy(cap));
        return beginning;
    }

    private static String busy(int cap) {
        return "still busy after " + cap + " deliveries";
    }

    private static List<String> judge(NarrativeMesh mesh) {
        return List.of(
                "waiting: " + list(mesh.waiting()),
                "inside: " + list(mesh.inside()) + ", " + mesh.freePermits() + " free");
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "nobody" : String.join(" ", names);
    }

    private static NarrativeMesh createMesh(List<String> words) {
        String[] nodes = words.stream()
                .skip(2)
                .filter(word -> !word.contains("=") && !word.equals("lossy"))
                .toArray(String[]::new);
        Topology topology = switch (words.get(1)) {
            case "line" -> Topology.line(nodes);
            case "ring" -> Topology.ring(nodes);
            case "star" -> Topology.star(nodes);
            case "links" -> Topology.links(nodes);
            case "hosts" -> Topology.hosts(nodes);
            default -> throw new IllegalArgumentException("a mesh is a line, ring, star, links or hosts");
        };
        SortedMap<String, Long> given = settings(words);
        long k = given.getOrDefault("k", 1L);
        long aging = given.getOrDefault("aging", PoolSettings.DEFAULT_AGING);
        given.remove("k");
        given.remove("aging");
        PoolSettings pool = new PoolSettings((int) k, Policy.named(word(words, "policy", "priority")), aging);
        return new NarrativeMesh(
                Algorithms.named(word(words, "algorithm", "prioritized")),
                topology,
                new MeshSettings(pool, words.contains("lossy"), Options.of(given)));
    }

    /** The numeric {@code name=value} words of a command. */
    private static SortedMap<String, Long> settings(List<String> words) {
        SortedMap<String, Long> values = new TreeMap<>();
        for (String word : words) {
            String[] parts = word.split("=", 2);
            if (parts.length == 2 && parts[1].matches("-?\\d+")) {
                values.put(parts[0], Long.valueOf(parts[1]));
            }
        }
        return values;
    }

    private static String word(List<String> words, String name, String otherwise) {
        return words.stream()
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }
}
