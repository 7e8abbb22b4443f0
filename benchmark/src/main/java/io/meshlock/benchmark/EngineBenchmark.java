package io.meshlock.benchmark;

import static io.meshlock.benchmark.Measurement.print;

import io.meshlock.benchmark.Measurement.Series;

/**
 * The engine alone: messages that wander about a geometric mesh, in Meshlock's simulator (event queue, network, dispatch
 * into a protocol, no journal) and in JBotSim, on one thread and the same graphs.
 */
public final class EngineBenchmark {

    private static final long SEED = 1;
    private static final int WARMUPS = 1;
    private static final int TIMES = 7;
    private static final int DELIVERIES = 10_000_000;

    private EngineBenchmark() {}

    public static void main(String[] args) {
        Measurement.printMachine();
        sideBySide();
        print("");
        growth();
    }

    /** The two take turns, so that other load disturbs both alike. */
    private static void sideBySide() {
        GeometricMesh mesh = new GeometricMesh(1000, SEED);
        Series ours = series(new MeshlockWanderers(mesh, 1, SEED), mesh);
        Series theirs = series(new JBotSimWanderers(mesh, 1), mesh);
        for (int i = 0; i < TIMES; i++) {
            ours.measure(1);
            theirs.measure(1);
        }
        print("%-20s %s", "n = 1000, T = 1", Series.HEADER);
        print("%-20s %s", "Meshlock", ours);
        print("%-20s %s", "JBotSim 1.2.0", theirs);
        print(
                "%-20s %12.2f",
                "ratio", theirs.median().nanosPerEvent() / ours.median().nanosPerEvent());
    }

    private static void growth() {
        print("%-20s %s %10s %6s", "Meshlock, T = 1, n =", Series.HEADER, "links", "ties");
        for (int nodes = 100; nodes <= 100_000; nodes *= 10) {
            GeometricMesh mesh = new GeometricMesh(nodes, SEED);
            Series series = series(new MeshlockWanderers(mesh, 1, SEED), mesh).measure(TIMES);
            print("%20d %s %10d %6d", nodes, series, mesh.links().size(), mesh.ties());
        }
    }

    private static Series series(Wanderers wanderers, GeometricMesh mesh) {
        int units = DELIVERIES / mesh.nodes();
        return new Series(WARMUPS, () -> {
            long delivered = wanderers.run(units);
            if (delivered != DELIVERIES) {
                throw new IllegalStateException("expected " + DELIVERIES + " deliveries, counted " + delivered);
            }
            return delivered;
        });
    }
}
