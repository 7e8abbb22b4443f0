package io.meshlock.cli.proof;

import io.meshlock.cli.command.UsageException;
import io.meshlock.simulator.explore.TimedExploration.Budgets;
import io.meshlock.simulator.explore.TimedExploration.Window;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags of explorations of pools with recovery that go through interleavings. */
final class InterleavingOptions {

    @Option(
            names = "--interleavings",
            description =
                    "With recovery: go through the orders of messages, faults and timers, not through timetables.")
    private boolean interleavings;

    @Option(names = "--crashes", paramLabel = "N", description = "Nodes that crash, and start again or not; 1.")
    private int crashes = 1;

    @Option(names = "--lost-disks", paramLabel = "N", description = "Of these, how many may lose their disk; 0.")
    private int lostDisks;

    @Option(names = "--partitions", paramLabel = "N", description = "Times that one node is cut off for a while; 0.")
    private int partitions;

    @Option(
            names = "--late",
            paramLabel = "N",
            description = "Messages that arrive a round later than others, or a step of time; 0.")
    private int late;

    @Option(names = "--releases", paramLabel = "N", description = "Grants that are given back; others are kept; 0.")
    private int releases;

    @Option(
            names = "--faults",
            paramLabel = "FIRST,LAST",
            split = ",",
            description = "The instants, in beacons, between which faults begin; 2,3. They end at any instant.")
    private List<Integer> faults = List.of(2, 3);

    @Option(
            names = "--rates",
            paramLabel = "R,R,...",
            split = ",",
            description = "How fast clocks run, in thousandths, node by node, repeated if there are fewer; 1000.")
    private List<Integer> rates = List.of(1000);

    boolean isWanted() {
        return interleavings;
    }

    Budgets budgets(int losses) {
        return new Budgets(crashes, lostDisks, partitions, losses, late, releases);
    }

    Window window() {
        if (faults.size() != 2) {
            throw new UsageException("--faults: expected two instants, as in 2,3");
        }
        return new Window(faults.get(0), faults.get(1));
    }

    List<Integer> rates(int nodes) {
        List<Integer> all = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            all.add(rates.get(node % rates.size()));
        }
        return all;
    }
}
