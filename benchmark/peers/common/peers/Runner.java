package peers;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Has one contender do all workloads, and prints a line of JSON for each. One that it cannot do has no line. */
final class Runner {

    private final Contender contender;
    private final double warmup;
    private final double seconds;
    private final PrintStream lines;

    @FunctionalInterface
    private interface Workload {
        Map<String, Object> measure() throws Exception;
    }

    private Runner(Contender contender, double warmup, double seconds, PrintStream lines) {
        this.contender = contender;
        this.warmup = warmup;
        this.seconds = seconds;
        this.lines = lines;
    }

    /** @param args seconds of warming up, and of measuring, per workload */
    static void run(Contender contender, String[] args) {
        PrintStream lines = System.out;
        System.setOut(System.err); // libraries may print what they like
        Runner runner = new Runner(contender, Double.parseDouble(args[0]), Double.parseDouble(args[1]), lines);
        Runtime.getRuntime().halt(runner.all() ? 0 : 1);
    }

    private boolean all() {
        if (!tell("start", this::start)) {
            return false;
        }
        tell("hand-over", () -> load("hand-over", 1, 1, 1, 1, 1));
        if (contender.counts()) {
            tell("several", () -> load("several", 5, 3, 4, 4, 4));
            tell("crowd", () -> load("crowd", 5, 1, 34, 33, 33));
        }
        tell("alone", this::alone); // last, so that the first node's code is compiled as well as the last one's
        return true;
    }

    private Map<String, Object> start() throws Exception {
        long begin = System.currentTimeMillis();
        contender.prepare();
        long prepared = System.currentTimeMillis() - begin;
        contender.start();
        for (int node = 0; node < Contender.NODES; node++) {
            contender.permits(node, "first", 1).acquire(1).close();
        }
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("millis", System.currentTimeMillis() - started - prepared);
        figures.put("residentMegabytes", Meter.residentMegabytes());
        figures.put("threads", Meter.threads());
        return figures;
    }

    private Map<String, Object> load(String name, int k, int largest, int... clientsOfNode) throws Exception {
        Load.Outcome outcome = new Load(contender, name, k, largest, clientsOfNode).run(warmup, seconds);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("grantsPerSecond", outcome.grants() / outcome.used().seconds());
        figures.put("handOversPerSecond", outcome.handOvers() / outcome.used().seconds());
        figures.put("waitMedianMillis", outcome.waits().getValueAtPercentile(50) / 1e6);
        figures.put("waitP99Millis", outcome.waits().getValueAtPercentile(99) / 1e6);
        figures.put("waitLongestMillis", outcome.waits().getMaxValue() / 1e6);
        figures.put("fewest", outcome.fewest());
        figures.putAll(costs(outcome.grants(), outcome.used()));
        return figures;
    }

    /** One client at each node in turn, while nobody else asks. */
    private Map<String, Object> alone() throws Exception {
        List<Double> medians = new ArrayList<>();
        List<Double> p99s = new ArrayList<>();
        long grants = 0;
        Meter used = Meter.ZERO;
        for (int node = 0; node < Contender.NODES; node++) {
            int[] clientsOfNode = new int[Contender.NODES];
            clientsOfNode[node] = 1;
            Load load = new Load(contender, "alone", 1, 1, clientsOfNode);
            Load.Outcome outcome = load.run(warmup / Contender.NODES, seconds / Contender.NODES);
            medians.add(outcome.turns().getValueAtPercentile(50) / 1e3);
            p99s.add(outcome.turns().getValueAtPercentile(99) / 1e3);
            grants += outcome.grants();
            used = used.plus(outcome.used());
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("medianMicros", medians);
        figures.put("p99Micros", p99s);
        figures.putAll(costs(grants, used));
        return figures;
    }

    private static Map<String, Object> costs(long grants, Meter used) {
        return Map.of(
                "processorMicrosPerGrant", used.processor() / 1e3 / grants,
                "packetsPerGrant", (double) used.packets() / grants);
    }

    /** Returns false if it failed. */
    private boolean tell(String name, Workload workload) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("workload", name);
        try {
            line.putAll(workload.measure());
        } catch (Throwable e) { // an Error is a reason to fail, too
            e.printStackTrace();
            line.put("failed", Failure.reason(e));
        }
        lines.println(json(line));
        lines.flush();
        return !line.containsKey("failed");
    }

    private static String json(Map<String, Object> line) {
        return line.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ": " + json(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String json(Object value) {
        return value instanceof String text ? quoted(text) : value.toString(); // numbers, and lists of numbers
    }

    private static String quoted(String text) {
        return '"' + text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
