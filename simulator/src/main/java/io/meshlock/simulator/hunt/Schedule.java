package io.meshlock.simulator.hunt;

import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Policy;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.mesh.IndexSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One random schedule: first faults, then the mesh heals and all requests must be served, then it must fall silent. */
final class Schedule {

    /** One in this many schedules is sampled for the words of its messages, because that is slow. */
    static final int SAMPLED = 32;

    private final HuntSettings settings;
    private final Dice dice;
    private final InitialMesh layout;
    private final EventRates rates;
    private final HuntMesh mesh;
    private final Tally tally;
    private final boolean[] slow;
    private final Faults faults;
    private final @Nullable Hazards hazards;
    private final @Nullable OperatorActions operators;

    Schedule(HuntSettings settings, long seed, Tally tally) {
        this.settings = settings;
        this.tally = tally;
        dice = new Dice(seed);
        layout = InitialMesh.draw(settings, dice);
        rates = EventRates.draw(settings, dice);
        mesh = new HuntMesh(settings, layout, tally);
        slow = new boolean[layout.nodes * layout.nodes];
        if (rates.laggards() > 0) {
            for (int way = 0; way < slow.length; way++) {
                slow[way] = dice.below(8) < rates.laggards();
            }
        }
        faults = new Faults(mesh, dice, tally, settings.faults().lossyLinkDeath());
        hazards = settings.toAnybody()
                ? new Hazards(mesh, dice, tally, settings.faults().hazards())
                : null;
        operators = settings.isOperated()
                ? new OperatorActions(mesh, dice, faults, settings.faults().hazards(), layout.pool.permits())
                : null;
        if (Math.floorMod(seed, SAMPLED) == 1) {
            mesh.countShapes();
        }
    }

    InitialMesh layout() {
        return layout;
    }

    /** From now on, records every action. */
    List<Action> startRecord() {
        return mesh.startRecord();
    }

    /** Runs the schedule to its end; returns what went wrong, or null. */
    @Nullable
    Failure run() {
        Failure failure = judge(() -> {
            for (int step = 0; step < settings.steps(); step++) {
                step();
            }
            heal();
        });
        tally.count(Event.SCHEDULES);
        tally.add(Event.BOUNCED_GRANTS, mesh.bounced());
        return failure;
    }

    /** Runs something on a mesh; returns what went wrong, or null. */
    static @Nullable Failure judge(Runnable run) {
        try {
            run.run();
            return null;
        } catch (Failure.Raised raised) {
            return raised.failure;
        } catch (IllegalStateException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException
                | UnsupportedOperationException
                | ArithmeticException
                | ClassCastException e) {
            return new Failure(FailureKind.EXCEPTION, e.toString());
        }
    }

    // ---- faults ----

    private void step() {
        if (hazards != null && hazards.happen()) {
            return;
        }
        if (operators != null && operators.happen()) {
            return;
        }
        int roll = dice.below(1000);
        if ((roll -= rates.request()) < 0) {
            request();
        } else if ((roll -= rates.release()) < 0) {
            release();
        } else if ((roll -= rates.cancel()) < 0) {
            if (!mesh.requests.waiting.isEmpty()) {
                mesh.cancel(dice.pick(mesh.requests.waiting));
            }
        } else if ((roll -= rates.notice()) < 0) {
            faults.notice();
        } else if ((roll -= rates.change()) < 0) {
            faults.changeLink();
        } else if (roll - rates.partition() < 0) {
            faults.partitionOrHeal();
        } else if (!deliver() && !release()) {
            request();
        }
    }

    private void request() {
        HuntSettings.Demand demand = settings.demand();
        long deadline = demand.deadlines() || layout.pool.policy() == Policy.DEADLINE
                ? mesh.requests.size() + dice.below(50)
                : PermitRequest.NO_DEADLINE;
        int node = dice.below(layout.nodes);
        int permits = Math.min(
                mesh.permits(node), settings.algorithm().guarantees().capacity().request());
        int low = Math.min(demand.minPermits(), permits);
        int high = Math.min(demand.maxPermits(), permits);
        int wanted = dice.between(low, high);
        int priority = dice.between(demand.minPriority(), demand.maxPriority());
        boolean once = demand.tries() > 0 && dice.below(1000) < demand.tries();
        mesh.request(node, wanted, priority, deadline, once);
    }

    private boolean release() {
        if (mesh.requests.held.isEmpty()) {
            return false;
        }
        int chosen = dice.pick(mesh.requests.held);
        if (settings.demand().parts() && dice.oneIn(2)) {
            mesh.giveBackHalf(chosen);
        } else {
            mesh.release(chosen);
        }
        return true;
    }

    /** Delivers on a random way; slow ways are drawn seldom. */
    private boolean deliver() {
        IndexSet busy = mesh.links.busy();
        if (busy.isEmpty()) {
            return false;
        }
        int way = dice.pick(busy);
        for (int tries = 0; slow[way] && tries < 3; tries++) {
            way = dice.pick(busy);
        }
        if (hazards == null) {
            mesh.deliver(way);
        } else {
            hazards.deliver(way);
        }
        return true;
    }

    // ---- healing ----

    private void heal() {
        if (operators != null) {
            operators.end();
        }
        faults.end();
        if (hazards != null) {
            hazards.end();
        }
        long[] steps = {serve()};
        FinalRequests.Means means = new FinalRequests.Means() {
            @Override
            public void ask(int node, int permits) {
                mesh.request(node, permits, 0, PermitRequest.NO_DEADLINE);
            }

            @Override
            public void form(int a, int b) {
                if (mesh.links.canForm(a, b)) {
                    mesh.form(a, b);
                }
            }

            @Override
            public void cut(int a, int b) {
                mesh.cut(a, b);
            }

            @Override
            public void leave(int node) {
                mesh.leave(node);
            }

            @Override
            public void switchOff(int node) {
                mesh.switchOff(node);
            }

            @Override
            public void comeBack(int node) {
                mesh.comeBack(node);
            }

            @Override
            public void deliverAll() {
                steps[0] += Schedule.this.deliverAll();
            }

            @Override
            public void serveAll() {
                steps[0] += serve();
            }
        };
        new FinalRequests(settings, layout, mesh, means).run(dice.below(layout.nodes));
        if (settings.nodesLeaveInTheEnd() && layout.nodes > 2) {
            int first = dice.below(layout.nodes);
            int second = (first + dice.between(1, layout.nodes - 1)) % layout.nodes;
            new Leaving(settings, mesh, means).run(first, second, () -> dice.below(layout.nodes));
        }
        tally.healedAfter(steps[0]);
    }

    /** Delivers at random until nothing is in flight, without releases. */
    private long deliverAll() {
        for (long steps = 0; steps < limit(); steps++) {
            if (!deliver()) {
                return steps;
            }
        }
        throw tooLong(mesh, "after " + limit() + " steps");
    }

    /** Delivers and releases at random until there is nothing left to do. */
    private long serve() {
        for (long steps = 0; steps < limit(); steps++) {
            if (!(dice.oneIn(8) ? release() || deliver() : deliver() || release()) && !fire()) {
                checkEverybodyServed(mesh);
                return steps;
            }
        }
        throw tooLong(mesh, "after " + limit() + " steps");
    }

    private long limit() {
        return 20_000L + 2_000L * layout.nodes;
    }

    /** Fires a timer, only when nothing else is left to do: then no answer can still come. */
    private boolean fire() {
        if (mesh.timers.running().isEmpty()) {
            return false;
        }
        mesh.fire(dice.pick(mesh.timers.running()));
        return true;
    }

    /** Nodes that retry for ever never fall silent. So if a request waits, the failure is that it starves. */
    static Failure.Raised tooLong(HuntMesh mesh, String after) {
        boolean asksOn = !mesh.timers.running().isEmpty() && !mesh.requests.waiting.isEmpty();
        return new Failure.Raised(
                asksOn ? FailureKind.STARVED : FailureKind.NEVER_SILENT,
                "still busy " + after + " in a whole mesh, " + mesh.requests.waiting.size() + " wait");
    }

    static void checkEverybodyServed(HuntMesh mesh) {
        if (!mesh.requests.waiting.isEmpty()) {
            int first = mesh.requests.waiting.sorted()[0];
            throw new Failure.Raised(
                    FailureKind.STARVED,
                    mesh.requests.describe(first) + " waits, and nothing is in flight"
                            + (mesh.requests.waiting.size() > 1
                                    ? "; " + (mesh.requests.waiting.size() - 1) + " others, too"
                                    : ""));
        }
    }
}
