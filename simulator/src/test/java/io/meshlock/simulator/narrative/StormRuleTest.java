package io.meshlock.simulator.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.registry.Algorithms;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The storm rule (D9): a component that is cut off from the token falls silent after a bounded number of messages,
 * stays silent, and is served once the link is back. As printed it never falls silent; {@code PrintedFlawsTest}, flaw
 * 8.
 *
 * <p>A component is linked to the anchor by one link, which is cut. All deliveries after that are counted.
 */
class StormRuleTest {

    private static final int CAP = 100_000;

    /** Raises before suspicion: the default of the option {@code raises}. */
    private static final int RAISES = 2;

    private static final int SCHEDULES = 20;

    @ParameterizedTest
    @CsvSource({
        "prioritized, LINE", "prioritized, RING", "prioritized, STAR", "prioritized, FULL",
        "prioritized-moving, LINE", "prioritized-moving, RING", "prioritized-moving, STAR", "prioritized-moving, FULL"
    })
    void aCutOffComponentFallsSilentAndIsServedLater(String algorithm, Shape shape) {
        for (int size = 2; size <= 8; size++) {
            for (Demand demand : Demand.values()) {
                for (int schedule = 0; schedule <= SCHEDULES; schedule++) {
                    NarrativeMesh mesh = cutOff(algorithm, shape, size, demand);
                    String context = shape + " of " + size + ", " + demand + ", schedule " + schedule;
                    int sent = messagesUntilSilent(mesh, schedule);
                    assertThat(sent).as(context).isLessThanOrEqualTo(bound(shape.links(size), size));
                    staysSilentAndIsServed(mesh, size, context);
                }
            }
        }
    }

    /**
     * The figures of docs/protocols/prioritized.md, printed; they also show that the growth is no worse beyond eight.
     */
    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void largerComponentsToo(String algorithm) {
        for (Shape shape : Shape.values()) {
            for (int size : new int[] {2, 4, 8, 16, 32}) {
                List<Integer> counts = new ArrayList<>();
                for (Demand demand : Demand.values()) {
                    NarrativeMesh mesh = cutOff(algorithm, shape, size, demand);
                    counts.add(messagesUntilSilent(mesh, 0));
                }
                System.out.printf(
                        "%s, %s of %d, %d links: messages until silent %s%n",
                        algorithm, shape, size, shape.links(size), counts);
                assertThat(counts).allMatch(count -> count <= bound(shape.links(size), size));
            }
        }
    }

    /**
     * Every node raises itself at most R times and floods SUSPECT once: at most 2 (R + 1) messages per link. The rest
     * are REQUEST and CANCEL, along ways that change with every raise; three times the square is far above what is ever
     * seen.
     */
    private static int bound(int links, int size) {
        return 2 * (RAISES + 1) * links + 3 * size * size;
    }

    /** A mesh whose nodes n1 … have just lost their link to the anchor. */
    private static NarrativeMesh cutOff(String algorithm, Shape shape, int size, Demand demand) {
        NarrativeMesh mesh =
                new NarrativeMesh(Algorithms.named(algorithm), shape.hangingOnAnAnchor(size), MeshSettings.permits(1));
        mesh.request("anchor", 1, 0); // the only permit is taken, so the token stays where it is
        if (demand == Demand.ALL_BEFORE) {
            askAll(mesh, size);
            assertThat(mesh.deliverAll(CAP)).isTrue();
        }
        mesh.cut("anchor", "n1", false);
        if (demand == Demand.ONE_AFTER) {
            mesh.request("n" + size, 1, 0);
        } else if (demand == Demand.ALL_AFTER) {
            askAll(mesh, size);
        }
        return mesh;
    }

    private static void askAll(NarrativeMesh mesh, int size) {
        for (int i = 1; i <= size; i++) {
            mesh.request("n" + i, 1, i % 3);
        }
    }

    private static int messagesUntilSilent(NarrativeMesh mesh, int schedule) {
        int before = mesh.deliveries();
        if (schedule == 0) {
            assertThat(mesh.deliverAll(CAP)).as("falls silent").isTrue();
        } else {
            deliverInAnyOrder(mesh, new Random(schedule));
        }
        assertThat(mesh.inFlight()).isEmpty();
        mesh.takeLog();
        return mesh.deliveries() - before;
    }

    /** First in, first out on every link, but links in random order. */
    private static void deliverInAnyOrder(NarrativeMesh mesh, Random random) {
        for (int delivered = 0; !mesh.isQuiet(); delivered++) {
            assertThat(delivered).as("falls silent").isLessThan(CAP);
            List<String> inFlight = mesh.inFlight();
            List<String> words =
                    List.of(inFlight.get(random.nextInt(inFlight.size())).split(" ", -1));
            mesh.deliver(words.get(0), words.get(2));
        }
    }

    private static void staysSilentAndIsServed(NarrativeMesh mesh, int size, String context) {
        int before = mesh.deliveries();
        mesh.request("n1", 1, 9);
        assertThat(mesh.deliverAll(CAP)).isTrue();
        assertThat(mesh.deliveries() - before)
                .as("one more request, " + context)
                .isLessThanOrEqualTo(size);

        mesh.link("anchor", "n1");
        assertThat(mesh.finish(CAP)).as(context).isTrue();
        assertThat(mesh.waiting()).as(context).isEmpty();
    }

    private enum Demand {
        ONE_AFTER,
        ALL_BEFORE,
        ALL_AFTER
    }

    private enum Shape {
        LINE,
        RING,
        STAR,
        FULL;

        int links(int size) {
            return pairs(size).size();
        }

        Topology hangingOnAnAnchor(int size) {
            List<String> all = new ArrayList<>(List.of("anchor-n1"));
            all.addAll(pairs(size));
            return Topology.links(all.toArray(String[]::new));
        }

        private List<String> pairs(int size) {
            List<String> pairs = new ArrayList<>();
            for (int i = 1; i <= size; i++) {
                for (int j = i + 1; j <= size; j++) {
                    boolean linked = switch (this) {
                        case LINE -> j == i + 1;
                        case RING -> j == i + 1 || (i == 1 && j == size);
                        case STAR -> i == 1;
                        case FULL -> true;
                    };
                    if (linked) {
                        pairs.add("n" + i + "-n" + j);
                    }
                }
            }
            return pairs;
        }
    }
}
