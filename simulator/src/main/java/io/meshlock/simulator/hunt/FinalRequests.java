package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Guarantees;
import java.util.Arrays;

/**
 * The last requests to a healed mesh. They find permits that leaked and tokens that cannot be reached.
 *
 * <p>If a request may want the whole pool, one node asks for all of it. If each permit has a token of its own, k
 * requests at once prove nothing: an idle token may rightly stay where it is while a request waits for another ([KRL]
 * figure 4). But nodes through which tokens pass sink, so in the long run every token is found. So the other nodes ask
 * again and again, in random order, and hold what they get for a while: in the end every token must have left its node.
 * This is not checked where most nodes hold tokens: requests may find nearer ones for ever.
 */
final class FinalRequests {

    /** Far more rounds than were ever needed. */
    private static final int ROUNDS = 300;

    /** Performs the requests: at random in a schedule, in a fixed order in its replay. */
    interface Means {

        /** A node asks for so many permits. */
        void ask(int node, int permits);

        /** A link comes up, unless it is up. */
        void form(int a, int b);

        /** A silent link goes down. */
        void cut(int a, int b);

        void leave(int node);

        void switchOff(int node);

        void comeBack(int node);

        /** Delivers until nothing is in flight, without releases. */
        void deliverAll();

        /** Delivers and releases until there is nothing left to do. */
        void serveAll();
    }

    private final HuntMesh mesh;
    private final InitialMesh layout;
    private final Guarantees promises;
    private final Means means;

    FinalRequests(HuntSettings settings, InitialMesh layout, HuntMesh mesh, Means means) {
        this.mesh = mesh;
        this.layout = layout;
        this.promises = settings.algorithm().guarantees();
        this.means = means;
    }

    /** Makes the requests, beginning with node {@code first}. */
    void run(int first) {
        int permits = mesh.permits(first);
        mesh.checkSizes();
        if (promises.capacity().request() >= permits) {
            means.ask(first, permits);
            means.serveAll();
        } else if (promises.tokens() == Guarantees.Tokens.ONE_PER_PERMIT && 2 * permits < layout.nodes) {
            Dice dice = new Dice(first);
            int[] before = new int[layout.nodes];
            Arrays.setAll(before, mesh::departures);
            for (int node = 0; node < layout.nodes; node++) {
                if (mesh.tokensAt(node) > 0) {
                    fetchFrom(node, before[node], dice);
                }
            }
        }
    }

    private void fetchFrom(int holder, int before, Dice dice) {
        for (int round = 0; mesh.departures(holder) == before && anybodyHoldsNothing(); round++) {
            if (round == ROUNDS) {
                throw new Failure.Raised(
                        FailureKind.STRANDED,
                        "nobody finds the token at node " + holder + " although the others asked " + ROUNDS
                                + " times over");
            }
            for (int i = 0; i < layout.nodes; i++) {
                int node = dice.below(layout.nodes);
                if (node != holder) {
                    means.ask(node, 1);
                    means.deliverAll();
                }
            }
            means.serveAll();
        }
    }

    /** False if all nodes hold tokens: then none needs another. */
    private boolean anybodyHoldsNothing() {
        for (int node = 0; node < layout.nodes; node++) {
            if (mesh.tokensAt(node) == 0) {
                return true;
            }
        }
        return false;
    }
}
