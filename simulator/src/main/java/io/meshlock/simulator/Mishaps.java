package io.meshlock.simulator;

import io.meshlock.simulator.Failures.Mishap;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Partitions;
import io.meshlock.simulator.network.Split;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** When what happens to {@link Machines}: by chance at exponential intervals, and as planned. */
final class Mishaps {

    private static final int CRASH = 0;
    private static final int PAUSE = 1;
    private static final int RESTART = 2;
    private static final int RESUME = 3;
    /** The neighbours of a node that crashed see that their links are gone. */
    private static final int NOTICE = 4;

    private static final int PLANNED = 5;

    /** Of the last input before a crash fewer effects than this happen, or the crash does not interrupt any. */
    private static final int MOST_EFFECTS = 12;

    private final Failures failures;
    private final Machines machines;
    private final EventQueue queue;
    private final Split split;
    private final Partitions partitions;
    private final UniformRandomProvider random;

    private final boolean[] losesDisk;
    private final boolean[] forGood;
    /** Crashes by chance, which nobody planned the end of. */
    private final boolean[] byChance;

    private int spared;
    private boolean healed;

    Mishaps(
            Failures failures,
            Machines machines,
            EventQueue queue,
            Split split,
            Partitions partitions,
            UniformRandomProvider random,
            int nodes) {
        this.failures = failures;
        this.machines = machines;
        this.queue = queue;
        this.split = split;
        this.partitions = partitions;
        this.random = random;
        losesDisk = new boolean[nodes];
        forGood = new boolean[nodes];
        byChance = new boolean[nodes];
        spared = (nodes - 1) / 2;
        machines.whenDown(this::fell);
    }

    void start() {
        List<Planned> plan = failures.plan();
        for (int i = 0; i < plan.size(); i++) {
            queue.add(plan.get(i).time(), EventKind.MACHINE, i, PLANNED, null);
        }
        for (int node = 0; node < losesDisk.length; node++) {
            scheduleNext(node, CRASH);
            scheduleNext(node, PAUSE);
        }
    }

    private void scheduleNext(int node, int kind) {
        WorldSpec.Spells spells = kind == PAUSE ? pauses() : crashes();
        if (spells != null) {
            add(node, kind, Math.max(1, Math.round(-spells.mean() * StrictMath.log(1 - random.nextDouble()))));
        }
    }

    private WorldSpec.@Nullable Spells pauses() {
        return failures.pause() == null ? null : failures.pause().spells();
    }

    private WorldSpec.@Nullable Spells crashes() {
        return failures.crash() == null ? null : failures.crash().spells();
    }

    private void add(int node, int kind, long delay) {
        queue.add(queue.now() + delay, EventKind.MACHINE, node, kind, null);
    }

    void due(int a, int what) {
        switch (what) {
            case CRASH, PAUSE -> {
                if (!healed) {
                    scheduleNext(a, what);
                    begin(a, what);
                }
            }
            case RESTART -> restart(a);
            case RESUME -> resume(a);
            case NOTICE -> {
                if (machines.isDown(a)) {
                    partitions.cutOff(a);
                }
            }
            case PLANNED -> perform(failures.plan().get(a).mishap());
            default -> throw new IllegalStateException("unknown mishap " + what);
        }
    }

    private void begin(int node, int what) {
        if (!machines.isUp(node) || machines.isDoomed(node)) {
            return;
        }
        if (what == CRASH) {
            byChance[node] = true;
            int effects = random.nextInt(2 * MOST_EFFECTS) - MOST_EFFECTS;
            crash(node, Math.max(Mishap.Crash.AT_ONCE, effects));
            return;
        }
        WorldSpec.Spells pauses = pauses();
        if (pauses != null) {
            machines.pause(node);
            add(node, RESUME, pauses.length().sampleTicks(random));
        }
    }

    private void crash(int node, int effects) {
        if (effects == Mishap.Crash.AT_ONCE) {
            machines.crash(node);
        } else {
            machines.crashWithin(node, effects);
        }
    }

    /** A node went down: now, or within its latest input. */
    private void fell(int node) {
        split.takeOut(node);
        Failures.Crashes crashes = failures.crash();
        add(node, NOTICE, crashes == null ? 0 : crashes.notice().sampleTicks(random));
        if (!byChance[node] || crashes == null) {
            return;
        }
        byChance[node] = false;
        double fate = random.nextDouble();
        forGood[node] = spared > 0 && fate < crashes.forGood();
        losesDisk[node] = spared > 0 && !forGood[node] && fate < crashes.forGood() + crashes.lostDisk();
        spared -= forGood[node] || losesDisk[node] ? 1 : 0;
        if (!forGood[node]) {
            add(node, RESTART, crashes.spells().length().sampleTicks(random));
        }
    }

    private void restart(int node) {
        if (machines.isDown(node) && !forGood[node]) {
            partitions.cutOff(node); // if nobody has noticed yet
            machines.restart(node, losesDisk[node]);
            losesDisk[node] = false;
            split.bringBack(node);
            partitions.join();
        }
    }

    private void resume(int node) {
        if (!machines.isUp(node) && !machines.isDown(node)) {
            machines.resume(node, random.nextBoolean());
        }
    }

    /** Lets something happen now, whoever planned it. */
    void perform(Mishap mishap) {
        if (mishap instanceof Mishap.Crash crash && machines.isUp(crash.node())) {
            crash(crash.node(), crash.effects());
        } else if (mishap instanceof Mishap.Restart restart) {
            losesDisk[restart.node()] = restart.lostDisk();
            restart(restart.node());
        } else if (mishap instanceof Mishap.Pause pause && machines.isUp(pause.node())) {
            machines.pause(pause.node());
        } else if (mishap instanceof Mishap.Resume resume) {
            resume(resume.node());
        } else if (mishap instanceof Mishap.Split apart) {
            boolean[] inside = new boolean[losesDisk.length];
            apart.side().forEach(node -> inside[node] = true);
            partitions.begin(inside);
        } else if (mishap instanceof Mishap.Mend) {
            partitions.heal();
        } else {
            operate(mishap);
        }
    }

    private void operate(Mishap mishap) {
        if (mishap instanceof Mishap.Resize resize) {
            machines.resize(resize.node(), resize.permits());
        } else if (mishap instanceof Mishap.Leave leave && !healed) {
            machines.leave(leave.node());
        } else if (mishap instanceof Mishap.Stay stay) {
            machines.stay(stay.node());
        } else if (mishap instanceof Mishap.Recover recover) {
            machines.recover(recover.node());
        } else if (mishap instanceof Mishap.Forget forget && !healed) {
            machines.forget(forget.node(), forget.member());
        }
    }

    /** Everybody goes on or starts again and wants to belong to the pool, except for those who are dead for good. */
    void heal() {
        healed = true;
        for (int node = 0; node < losesDisk.length; node++) {
            machines.spare(node);
            resume(node);
            restart(node);
            if (machines.isDown(node)) {
                partitions.cutOff(node); // so that nobody counts on a way through it
            }
            machines.stay(node);
        }
    }
}
