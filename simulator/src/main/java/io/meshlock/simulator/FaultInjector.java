package io.meshlock.simulator;

import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Partitions;
import io.meshlock.simulator.network.Split;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** Schedules faults of {@link Hosts} and partitions of the mesh: random (Poisson) and scripted. */
final class FaultInjector implements Feature, Hosts.Observer {

    /** Adds an event of faults. */
    interface Timetable {
        void add(int host, int what, long delay);
    }

    // Kinds of faults that happen to each node at random.
    static final int DOZE = 0;
    static final int DISCONNECT = 1;
    static final int OUTAGE = 2;
    static final int REBOOT = 3;
    private static final int CRASH = 4;
    private static final int PAUSE = 5;
    private static final int RANDOM = 6;

    // Events that end them.
    private static final int RETURN = 6;
    private static final int RESTART = 7;
    private static final int RESUME = 8;
    /** The neighbours of a crashed node notice that their links are gone. */
    private static final int NOTICE = 9;

    private static final int SCRIPTED = 10;
    private static final int PARTITION = 11;
    private static final int PARTITION_END = 12;
    /** The vote that an unnoticed copy of a disk has would begin to count. */
    static final int VERDICT = 14;
    /** Half of the time in which a vote can be reminded of what its disk has forgotten is over. */
    static final int HALFWAY = 15;
    /** The vote begins to count. */
    static final int REMINDED = 16;

    /** The token was under way when its holder was to crash. */
    private static final int LATER = 13;

    /** A crash interrupts its node's last input after fewer effects than this, or interrupts none. */
    private static final int MOST_EFFECTS = 12;

    private final Failures failures;
    private final WorldSpec.@Nullable Partitions splits;
    private final Hosts hosts;
    private final Lies lies;
    private final EventQueue queue;
    private final Split split;
    private final Partitions partitions;
    /** By kind of random fault; null if that kind is switched off. */
    private final @Nullable Episodes[] episodes = new Episodes[RANDOM];

    private final UniformRandomProvider absenceRandom;
    private final UniformRandomProvider crashRandom;
    private final UniformRandomProvider partitionRandom;

    /** The kind of each node's present absence. */
    private final int[] absences;

    private final boolean[] losesDisk;
    private final Fates fates;
    private final Twins twins;
    private final Backups backups;
    private final boolean[] liars;

    FaultInjector(
            WorldSpec spec,
            Hosts hosts,
            Lies lies,
            EventQueue queue,
            Split split,
            Partitions partitions,
            UniformRandomProvider partitionRandom,
            RandomStreams streams) {
        this.failures = spec.failures();
        this.splits = spec.network().partitions();
        this.hosts = hosts;
        this.lies = lies;
        this.queue = queue;
        this.split = split;
        this.partitions = partitions;
        this.partitionRandom = partitionRandom;
        absenceRandom = streams.of(Concern.HOSTS);
        crashRandom = streams.of(Concern.MACHINES);
        episodes[DOZE] = failures.absences().doze();
        episodes[DISCONNECT] = failures.absences().disconnect();
        episodes[OUTAGE] = failures.absences().outage();
        episodes[REBOOT] = failures.absences().reboot();
        episodes[CRASH] = failures.crash() == null ? null : failures.crash().episodes();
        episodes[PAUSE] = failures.pause() == null ? null : failures.pause().episodes();
        absences = new int[spec.hosts()];
        losesDisk = new boolean[spec.hosts()];
        fates = new Fates(hosts, spec.hosts(), spec.recovers() ? (voters(spec) - 1) / 2 : (spec.nodes() - 1) / 2);
        liars = new boolean[spec.hosts()];
        twins = new Twins(spec, hosts, fates, split, partitions, this::add);
        backups = new Backups(spec, hosts, fates, partitions, this::add);
        hosts.observe(this);
    }

    /** The nodes that vote from the start: a majority of them must not lose what it promised. */
    private static int voters(WorldSpec spec) {
        int most = Math.min(spec.nodes(), RecoverySettings.firstVoters(spec.options()));
        return most - 1 + most % 2;
    }

    @Override
    public int[] kinds() {
        return new int[] {EventKind.FAULT};
    }

    @Override
    public void start() {
        schedulePartition();
        scheduleFirst(DOZE, DISCONNECT, OUTAGE, REBOOT);
        List<Planned> plan = failures.plan();
        for (int i = 0; i < plan.size(); i++) {
            queue.add(plan.get(i).time(), EventKind.FAULT, i, SCRIPTED, null);
        }
        scheduleFirst(CRASH, PAUSE);
    }

    private void scheduleFirst(int... kinds) {
        for (int node = 0; node < absences.length; node++) {
            for (int kind : kinds) {
                scheduleNext(node, kind);
            }
        }
    }

    private void scheduleNext(int node, int kind) {
        Episodes each = episodes[kind];
        if (each != null) {
            add(node, kind, RandomStreams.exponentialTicks(each.mean(), randomOf(kind)));
        }
    }

    /** Schedules the end of an episode that has begun. */
    private void scheduleEnd(int node, int kind, int end) {
        Episodes each = episodes[kind];
        if (each != null) {
            add(node, end, each.length().sampleTicks(randomOf(kind)));
        }
    }

    private UniformRandomProvider randomOf(int kind) {
        return kind == CRASH || kind == PAUSE ? crashRandom : absenceRandom;
    }

    private void schedulePartition() {
        if (splits != null) {
            add(0, PARTITION, RandomStreams.exponentialTicks(splits.mean(), partitionRandom));
        }
    }

    private void add(int a, int what, long delay) {
        queue.add(queue.now() + delay, EventKind.FAULT, a, what, null);
    }

    @Override
    public void handle(int kind, int a, int what, @Nullable Object payload) {
        switch (what) {
            case RESTART -> restart(a);
            case RESUME -> resume(a);
            case NOTICE -> {
                if (hosts.isDown(a)) {
                    partitions.cutOff(a);
                }
            }
            case SCRIPTED -> perform(failures.plan().get(a).fault());
            case LATER -> crashHolder();
            case VERDICT -> twins.judge(a);
            case HALFWAY -> backups.look(a);
            case REMINDED -> backups.judge(a);
            default -> {
                if (!fates.isHealed()) {
                    disturb(a, what);
                }
            }
        }
    }

    /** Events that no longer happen once the world has healed. */
    private void disturb(int node, int what) {
        switch (what) {
            case RETURN -> {
                if (hosts.isAway(node)) {
                    hosts.comeBack(node);
                }
            }
            case PARTITION -> beginPartition();
            case PARTITION_END -> {
                partitions.heal();
                schedulePartition();
            }
            default -> {
                scheduleNext(node, what);
                if (hosts.isUp(node) && !hosts.isDoomed(node)) {
                    begin(node, what);
                }
            }
        }
    }

    private void beginPartition() {
        if (splits != null) {
            partitions.begin();
            add(0, PARTITION_END, splits.length().sampleTicks(partitionRandom));
        }
    }

    /** Something that happens at random begins now. */
    void begin(int node, int what) {
        switch (what) {
            case CRASH -> {
                fates.isByChance[node] = true;
                int effects = crashRandom.nextInt(2 * MOST_EFFECTS) - MOST_EFFECTS;
                crash(node, Math.max(Fault.Crash.AT_ONCE, effects));
            }
            case PAUSE -> {
                hosts.pause(node);
                scheduleEnd(node, PAUSE, RESUME);
            }
            case DOZE, DISCONNECT -> {
                absences[node] = what;
                hosts.leave(node, what == DOZE);
            }
            case OUTAGE -> {
                hosts.turnOff(node);
                scheduleEnd(node, OUTAGE, RETURN);
            }
            case REBOOT -> {
                hosts.reboot(node);
                scheduleEnd(node, REBOOT, RETURN);
            }
            default -> throw new IllegalStateException("unknown fault " + what);
        }
    }

    @Override
    public void left(int node) {
        scheduleEnd(node, absences[node], RETURN);
    }

    private void crash(int node, int effects) {
        if (effects == Fault.Crash.AT_ONCE) {
            hosts.crash(node);
        } else {
            hosts.crashWithin(node, effects);
        }
    }

    @Override
    public void crashed(int node) {
        split.takeOut(node);
        Failures.Crashes crashes = failures.crash();
        add(node, NOTICE, crashes == null ? 0 : crashes.notice().sampleTicks(crashRandom));
        if (!fates.isByChance[node] || crashes == null) {
            return;
        }
        fates.isByChance[node] = false;
        double fate = crashRandom.nextDouble();
        boolean lost = fate < crashes.forGood() + crashes.lostDisk() && fates.spend();
        fates.isForGood[node] = lost && fate < crashes.forGood();
        losesDisk[node] = lost && !fates.isForGood[node];
        if (!fates.isForGood[node]) {
            scheduleEnd(node, CRASH, RESTART);
        }
    }

    private void restart(int node) {
        if (hosts.isDown(node) && !fates.isForGood[node]) {
            partitions.cutOff(node); // in case nobody has noticed yet
            hosts.restart(node, losesDisk[node]);
            losesDisk[node] = false;
            split.bringBack(node);
            partitions.join();
            twins.watch(node);
            backups.watch(node);
        }
    }

    private void resume(int node) {
        if (hosts.isPaused(node)) {
            hosts.resume(node, crashRandom.nextBoolean());
        }
    }

    // ---- scripted ----

    /** Lets a fault happen now, whoever scripted it. */
    void perform(Fault fault) {
        if (fault instanceof Fault.Crash crash && hosts.isUp(crash.node())) {
            crash(crash.node(), crash.effects());
        } else if (fault instanceof Fault.Restart restart) {
            losesDisk[restart.node()] = restart.lostDisk();
            restart(restart.node());
        } else if (fault instanceof Fault.RestartAhead ahead && hosts.isDown(ahead.node())) {
            hosts.setClockAhead();
            losesDisk[ahead.node()] = true;
            restart(ahead.node());
        } else if (fault instanceof Fault.CrashHolder) {
            crashHolder();
        } else if (fault instanceof Fault.Backup backup) {
            hosts.backUp(backup.node());
        } else if (fault instanceof Fault.Restore restore && hosts.isDown(restore.node())) {
            restore(restore.node());
        } else if (fault instanceof Fault.Pause pause && hosts.isUp(pause.node())) {
            hosts.pause(pause.node());
        } else if (fault instanceof Fault.Resume resume) {
            resume(resume.node());
        } else if (fault instanceof Fault.Split apart) {
            boolean[] inside = new boolean[absences.length];
            apart.side().forEach(node -> inside[node] = true);
            partitions.begin(inside);
        } else if (fault instanceof Fault.Lie lie) {
            lie(lie);
        } else if (fault instanceof Fault.Twin twin) {
            twins.start(twin);
        } else if (fault instanceof Fault.Mend) {
            partitions.heal();
        } else {
            operate(fault);
        }
    }

    /** A disk that was put back to an earlier state counts as lost: a majority must keep what it promised. */
    private void restore(int node) {
        if (fates.spend()) {
            backups.restored(node, hosts.restoreDisk(node));
        }
        restart(node);
    }

    /** Whoever lies is revoked in the end, so it counts as a voter that is lost. */
    private void lie(Fault.Lie lie) {
        if (!liars[lie.node()]) {
            liars[lie.node()] = fates.spend();
        }
        if (liars[lie.node()] && !fates.isHealed() && hosts.isUp(lie.node())) {
            lies.tell(lie);
        }
    }

    private void revokeLiars() {
        for (int node = 0; node < liars.length; node++) {
            if (liars[node]) {
                fates.stopForGood(node);
            }
        }
    }

    private void crashHolder() {
        int holder = hosts.holder();
        if (holder >= 0) {
            hosts.crash(holder);
        } else if (!fates.isHealed()) {
            add(0, LATER, 1);
        }
    }

    private void operate(Fault fault) {
        if (fault instanceof Fault.Resize resize) {
            hosts.resize(resize.node(), resize.permits());
        } else if (fault instanceof Fault.Leave leave && !fates.isHealed()) {
            hosts.dismiss(leave.node());
        } else if (fault instanceof Fault.Stay stay) {
            hosts.readmit(stay.node());
        } else if (fault instanceof Fault.Recover recover) {
            hosts.recover(recover.node());
        } else if (fault instanceof Fault.Forget forget && !fates.isHealed()) {
            hosts.forget(forget.node(), forget.member());
        }
    }

    /** All nodes resume or restart and rejoin the pool, except for those that crashed for good. */
    @Override
    public void heal() {
        fates.heal();
        twins.end();
        backups.end();
        revokeLiars();
        partitions.heal();
        for (int node = 0; node < absences.length; node++) {
            hosts.spare(node);
            resume(node);
            restart(node);
            if (hosts.isDown(node)) {
                partitions.cutOff(node); // so that no route leads through it
            }
            hosts.readmit(node);
        }
    }
}
