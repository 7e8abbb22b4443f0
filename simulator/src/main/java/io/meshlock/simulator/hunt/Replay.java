package io.meshlock.simulator.hunt;

import io.meshlock.protocol.PermitRequest;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a list of actions on a fresh mesh, heals it, and serves all requests in a fixed order. It ends like a hunt's
 * schedule, but nothing is random, so that it can be told as a narrative.
 */
final class Replay {

    /** The most deliveries until silence: far more than any healed mesh of this size needs. */
    private static final int FINISH_LIMIT = 20_000;

    private static final int DRAIN_LIMIT = 200;

    /** How often all timers fire before a mesh that is still not done counts as stuck. */
    private static final int FINISH_ROUNDS = 50;

    /**
     * The result of a replay.
     *
     * @param failure what went wrong, or null
     * @param applied the actions that were possible, including those that healed the mesh
     * @param given how many of them came before the healing, which every replay makes itself
     */
    record Outcome(@Nullable Failure failure, List<Action> applied, int given) {}

    final HuntMesh mesh;
    private final HuntSettings settings;
    private final InitialMesh layout;
    private final boolean leaves;
    private final Int2IntOpenHashMap numbers = new Int2IntOpenHashMap();
    private final List<Action> applied = new ArrayList<>();
    private int nextNumber;
    private int given = -1;

    private Replay(HuntSettings settings, InitialMesh layout) {
        this.settings = settings;
        this.layout = layout;
        this.leaves = settings.nodesLeaveInTheEnd() && layout.nodes > 2;
        mesh = new HuntMesh(settings, layout, new Tally());
        numbers.defaultReturnValue(-1);
    }

    static Outcome run(HuntSettings settings, InitialMesh layout, List<Action> actions) {
        Replay replay = new Replay(settings, layout);
        Failure failure = Schedule.judge(() -> {
            actions.forEach(replay::apply);
            replay.given = replay.applied.size();
            replay.close();
        });
        int given = replay.given < 0 ? replay.applied.size() : replay.given;
        return new Outcome(failure, replay.applied, given);
    }

    private void apply(Action wanted) {
        Action action = wanted instanceof Action.Ask ask ? within(ask) : wanted;
        if (action instanceof Action.Cut cut && cut.kept() == Action.Cut.ALL) {
            drain(cut);
        }
        applied.add(action); // first, because the action itself may end the replay
        if (!action.applyTo(this)) {
            applied.remove(applied.size() - 1);
        }
    }

    /** Shrinking may have dropped deliveries, so that messages are left on a link that is to be cut. */
    private void drain(Action.Cut cut) {
        for (int i = 0; i < DRAIN_LIMIT; i++) {
            boolean there = mesh.links.inFlight(mesh.links.way(cut.a(), cut.b())) > 0;
            Action next = there ? new Action.Deliver(cut.a(), cut.b(), 0) : new Action.Deliver(cut.b(), cut.a(), 0);
            int before = applied.size();
            apply(next);
            if (applied.size() == before) {
                return;
            }
        }
    }

    /** A smaller pool has room for smaller requests only. */
    private Action.Ask within(Action.Ask ask) {
        int permits = Math.min(ask.permits(), mesh.permits(ask.node()));
        return new Action.Ask(ask.number(), ask.node(), permits, ask.priority(), ask.deadline(), ask.once());
    }

    /** Where there are links, a node that is switched off has none. */
    boolean mayBeSwitchedOff(int node) {
        for (int peer = 0; peer < mesh.nodes(); peer++) {
            if (!settings.toAnybody() && mesh.links.areLinked(node, peer)) {
                return false;
            }
        }
        return true;
    }

    void ask(Action.Ask ask) {
        nextNumber = Math.max(nextNumber, ask.number() + 1);
        numbers.put(ask.number(), mesh.requests.size());
        mesh.request(ask.node(), ask.permits(), ask.priority(), ask.deadline(), ask.once());
    }

    /** This replay's number of a request of the full schedule; -1 if it was not made here. */
    int find(int number) {
        return numbers.get(number);
    }

    private void close() {
        for (int node = 0; node < mesh.nodes(); node++) {
            apply(new Action.Return(node));
        }
        for (int way : mesh.links.unnoticed().sorted()) {
            apply(new Action.Notice(way / mesh.nodes(), way % mesh.nodes()));
        }
        boolean[] reached = mesh.links.reachable(0);
        for (int node = 1; node < mesh.nodes(); node++) {
            if (!reached[node]) {
                apply(new Action.Form(0, node));
                reached = mesh.links.reachable(0);
            }
        }
        apply(new Action.Finish());
        FinalRequests.Means means = new FinalRequests.Means() {
            @Override
            public void ask(int node, int permits) {
                apply(new Action.Ask(nextNumber, node, permits, 0, PermitRequest.NO_DEADLINE, false));
            }

            @Override
            public void form(int a, int b) {
                apply(new Action.Form(a, b));
            }

            @Override
            public void cut(int a, int b) {
                apply(new Action.Cut(a, b, Action.Cut.ALL));
            }

            @Override
            public void leave(int node) {
                apply(new Action.Leave(node));
            }

            @Override
            public void switchOff(int node) {
                apply(new Action.Off(node));
            }

            @Override
            public void comeBack(int node) {
                apply(new Action.Return(node));
            }

            @Override
            public void deliverAll() {
                apply(new Action.DeliverAll());
            }

            @Override
            public void serveAll() {
                apply(new Action.Finish());
            }
        };
        new FinalRequests(settings, layout, mesh, means).run(mesh.nodes() - 1);
        if (leaves) {
            new Leaving(settings, mesh, means).run(0, 1, () -> mesh.nodes() - 1);
        }
    }

    void finish() {
        serveAll();
        for (int rounds = 0; !mesh.timers.running().isEmpty(); rounds++) {
            if (rounds == FINISH_ROUNDS) {
                throw Schedule.tooLong(mesh, "after all timers ran out " + rounds + " times");
            }
            for (int timer : mesh.timers.running().sorted()) {
                mesh.fire(timer);
            }
            serveAll();
        }
        Schedule.checkEverybodyServed(mesh);
    }

    private void serveAll() {
        deliverAll();
        while (!mesh.requests.held.isEmpty()) {
            for (int number : mesh.requests.inside()) {
                mesh.release(number);
            }
            deliverAll();
        }
    }

    /** One message per way in turn. */
    void deliverAll() {
        for (int deliveries = 0; !mesh.links.busy().isEmpty(); ) {
            for (int way = 0; way < mesh.nodes() * mesh.nodes(); way++) {
                if (mesh.links.inFlight(way) > 0) {
                    mesh.deliver(way);
                    deliveries++;
                }
            }
            if (deliveries > FINISH_LIMIT) {
                throw new Failure.Raised(
                        FailureKind.NEVER_SILENT, "still busy after " + deliveries + " deliveries in a whole mesh");
            }
        }
    }
}
