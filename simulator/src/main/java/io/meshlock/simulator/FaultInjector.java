package io.meshlock.simulator;

import io.meshlock.protocol.Seat;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Partitions;
import io.meshlock.simulator.network.Split;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** Schedules faults of {@link Hosts} and partitions of the mesh: random (Poisson) and scripted. */
final class FaultInjector implements Feature, Hosts.Observer {

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
    private static final int VERDICT = 14;
    /** Half of the time in which a vote can be reminded of what its disk has forgotten is over. */
    private static final int HALFWAY = 15;
    /** The vote begins to count. */
    private static final int REMINDED = 16;

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
    private final boolean[] forGood;
    /** Nodes whose crash was random: their restart is drawn, not scripted. */
    private final boolean[] byChance;

    private final Twins twins;
    private final Backups backups;
    private final boolean[] liars;
    private int spared;
    private boolean healed;

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
        forGood = new boolean[spec.hosts()];
        byChance = new boolean[spec.hosts()];
        liars = new boolean[spec.hosts()];
        twins = new Twins(spec);
        backups = new Backups(spec);
        spared = spec.recovers() ? (voters(spec) - 1) / 2 : (spec.nodes() - 1) / 2;
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
                if (!healed) {
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
                byChance[node] = true;
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
        if (!byChance[node] || crashes == null) {
            return;
        }
        byChance[node] = false;
        double fate = crashRandom.nextDouble();
        forGood[node] = spared > 0 && fate < crashes.forGood();
        losesDisk[node] = spared > 0 && !forGood[node] && fate < crashes.forGood() + crashes.lostDisk();
        spared -= forGood[node] || losesDisk[node] ? 1 : 0;
        if (!forGood[node]) {
            scheduleEnd(node, CRASH, RESTART);
        }
    }

    private void restart(int node) {
        if (hosts.isDown(node) && !forGood[node]) {
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
        if (spared > 0) {
            spared--;
            backups.restored(node, hosts.restoreDisk(node));
        }
        restart(node);
    }

    /** Whoever lies is revoked in the end, so it counts as a voter that is lost. */
    private void lie(Fault.Lie lie) {
        if (!liars[lie.node()] && spared > 0) {
            liars[lie.node()] = true;
            spared--;
        }
        if (liars[lie.node()] && !healed && hosts.isUp(lie.node())) {
            lies.tell(lie);
        }
    }

    private void revokeLiars() {
        for (int node = 0; node < liars.length; node++) {
            if (liars[node]) {
                stopForGood(node);
            }
        }
    }

    private void stopForGood(int host) {
        byChance[host] = false; // it may have been about to crash by chance, and then to start again
        if (!hosts.isDown(host)) {
            hosts.crash(host);
        }
        forGood[host] = true;
    }

    private void crashHolder() {
        int holder = hosts.holder();
        if (holder >= 0) {
            hosts.crash(holder);
        } else if (!healed) {
            add(0, LATER, 1);
        }
    }

    private void operate(Fault fault) {
        if (fault instanceof Fault.Resize resize) {
            hosts.resize(resize.node(), resize.permits());
        } else if (fault instanceof Fault.Leave leave && !healed) {
            hosts.dismiss(leave.node());
        } else if (fault instanceof Fault.Stay stay) {
            hosts.readmit(stay.node());
        } else if (fault instanceof Fault.Recover recover) {
            hosts.recover(recover.node());
        } else if (fault instanceof Fault.Forget forget && !healed) {
            hosts.forget(forget.node(), forget.member());
        }
    }

    /** All nodes resume or restart and rejoin the pool, except for those that crashed for good. */
    @Override
    public void heal() {
        healed = true;
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

    /** Second processes of nodes. */
    private final class Twins {

        private final List<Fault.Twin> planned;
        private final int nodes;
        private final long electionTimeout;
        private final boolean[] begun;
        /** By twin: the number of the seat that came with a copied disk. */
        private final long[] copiedSeats;

        Twins(WorldSpec spec) {
            planned = spec.failures().twins();
            nodes = spec.nodes();
            electionTimeout =
                    spec.recovers() ? RecoverySettings.of(spec.options()).electionTimeout() : 0;
            begun = new boolean[planned.size()];
            copiedSeats = new long[planned.size()];
            for (int host = nodes; host < nodes + planned.size(); host++) {
                forGood[host] = true; // until it starts
                split.takeOut(host);
            }
        }

        /** Either of the two may end up with the node's vote, and either may go: so a twin counts as a voter that is lost. */
        void start(Fault.Twin twin) {
            int which = planned.indexOf(twin);
            int host = nodes + which;
            if (healed || begun[which] || spared == 0) {
                return;
            }
            spared--;
            begun[which] = true;
            forGood[host] = false;
            split.bringBack(host);
            copiedSeats[which] = hosts.startTwin(host, twin.node(), twin.copied());
            twin.near().forEach(peer -> partitions.form(host, peer));
            watch(host);
        }

        /** An unnoticed copy of a vote counts an election timeout after its start, if nobody remembers more of it. */
        void watch(int host) {
            int which = host - nodes;
            if (which >= 0 && hasCopiedSeat(which)) {
                add(host, VERDICT, hosts.justBefore(host, electionTimeout));
            }
        }

        private boolean hasCopiedSeat(int which) {
            return copiedSeats[which] != Seat.NONE && hosts.hasSeat(nodes + which, copiedSeats[which]);
        }

        /** Two memories with one vote are more than is promised to be survived. */
        void judge(int host) {
            if (!healed && hasCopiedSeat(host - nodes)) {
                stopForGood(host);
            }
        }

        /** All hosts of a node go but one, and every copied vote that nobody has remembered more of. */
        void end() {
            for (int which = 0; which < begun.length; which++) {
                int host = nodes + which;
                if (!begun[which] || forGood[host]) {
                    continue;
                }
                Fault.Twin twin = planned.get(which);
                int other = otherHost(which);
                if (hasCopiedSeat(which)) {
                    stopForGood(host);
                } else if (other >= 0) {
                    stopForGood(twin.stays() ? other : host);
                }
            }
        }

        /** The host that the node has apart from this twin and later ones: its own, or an earlier twin; -1 if all of them have gone. */
        private int otherHost(int which) {
            int node = planned.get(which).node();
            if (!forGood[node]) {
                return node;
            }
            for (int earlier = 0; earlier < which; earlier++) {
                boolean same = begun[earlier] && planned.get(earlier).node() == node;
                if (same && !forGood[nodes + earlier]) {
                    return nodes + earlier;
                }
            }
            return -1;
        }
    }

    /**
     * Votes that have forgotten something, since their disk was put back. Nothing is promised if nobody reminds them before
     * they count (docs/protocols/recovery.md, "Disks that were put back"): then they stop for good.
     */
    private final class Backups {

        private static final long NOTHING = Long.MIN_VALUE;

        private final long electionTimeout;
        /** By node: the seat that has forgotten something. */
        private final long[] seats;
        /** By node: its vote does not count yet, and it was not seen to be reminded. */
        private final boolean[] pending;
        /** By node: who could remind it when half of the time was over. */
        private final boolean[][] reminders;

        Backups(WorldSpec spec) {
            electionTimeout =
                    spec.recovers() ? RecoverySettings.of(spec.options()).electionTimeout() : 0;
            seats = new long[spec.nodes()];
            Arrays.fill(seats, NOTHING);
            pending = new boolean[spec.nodes()];
            reminders = new boolean[spec.nodes()][];
        }

        void restored(int node, boolean forgot) {
            if (forgot) {
                seats[node] = hosts.seat(node);
            }
        }

        /** With every start the time begins anew. */
        void watch(int node) {
            if (node < seats.length && seats[node] != NOTHING && !healed) {
                pending[node] = true;
                add(node, HALFWAY, hosts.justBefore(node, electionTimeout / 2));
                add(node, REMINDED, hosts.justBefore(node, electionTimeout));
            }
        }

        void look(int node) {
            reminders[node] = remindersOf(node);
        }

        void judge(int node) {
            if (healed || hosts.isDown(node)) {
                return;
            }
            pending[node] = false;
            if (!hosts.hasSeat(node, seats[node])) {
                return;
            }
            boolean[] before = reminders[node];
            boolean[] now = remindersOf(node);
            boolean reminded = false;
            for (int other = 0; other < now.length && before != null; other++) {
                reminded |= before[other] && now[other];
            }
            if (!reminded || !hosts.isUp(node)) {
                stopForGood(node);
            }
        }

        /** When the world heals, those that are still to be reminded go: how long that takes now is not for the hunt to say. */
        void end() {
            for (int node = 0; node < pending.length; node++) {
                if (pending[node] && hosts.hasSeat(node, seats[node])) {
                    stopForGood(node);
                }
            }
        }

        private boolean[] remindersOf(int node) {
            boolean[] all = new boolean[absences.length];
            for (int other = 0; other < all.length; other++) {
                all[other] = other != node && partitions.isLinked(node, other) && hosts.mayRemind(node, other);
            }
            return all;
        }
    }
}
