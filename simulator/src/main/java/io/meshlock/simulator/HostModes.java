package io.meshlock.simulator;

import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.journal.Journal;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that doze, leave, are out of reach for a while, and lose their memory. Each kind of spell begins at each node at
 * exponential intervals; a node in the middle of one spell is spared others.
 */
final class HostModes {

    static final int DOZE = 0;
    static final int DISCONNECT = 1;
    static final int OUTAGE = 2;
    static final int REBOOT = 3;
    private static final int KINDS = 4;
    /** The end of a spell, of whichever kind. */
    private static final int END = KINDS;

    private enum Mode {
        HERE,
        /** Wants to doze or to disconnect, and waits to be let go. */
        LEAVING,
        DOZING,
        OFF
    }

    private final WorldSpec spec;
    private final Founding founding;
    private final EventQueue queue;
    private final Nodes nodes;
    private final Clients clients;
    private final Timers timers;
    private final Journal journal;
    private final UniformRandomProvider random;
    private final @Nullable WorldSpec.Spells[] spells;
    private final Mode[] modes;
    private final int[] kinds;
    private final int[] incarnations;
    private boolean healed;

    HostModes(
            WorldSpec spec,
            Founding founding,
            EventQueue queue,
            Nodes nodes,
            Clients clients,
            Timers timers,
            Journal journal,
            UniformRandomProvider random) {
        this.spec = spec;
        this.founding = founding;
        this.queue = queue;
        this.nodes = nodes;
        this.clients = clients;
        this.timers = timers;
        this.journal = journal;
        this.random = random;
        WorldSpec.Hosts hosts = spec.hosts();
        spells = new WorldSpec.Spells[KINDS];
        spells[DOZE] = hosts.doze();
        spells[DISCONNECT] = hosts.disconnect();
        spells[OUTAGE] = hosts.outage();
        spells[REBOOT] = hosts.reboot();
        modes = new Mode[spec.nodes()];
        Arrays.fill(modes, Mode.HERE);
        kinds = new int[spec.nodes()];
        incarnations = new int[spec.nodes()];
    }

    void start() {
        for (int node = 0; node < modes.length; node++) {
            for (int kind = 0; kind < KINDS; kind++) {
                scheduleNext(node, kind);
            }
        }
    }

    private void scheduleNext(int node, int kind) {
        WorldSpec.Spells each = spells[kind];
        if (each != null) {
            long span = Math.max(1, Math.round(-each.mean() * StrictMath.log(1 - random.nextDouble())));
            queue.add(queue.now() + span, EventKind.HOST, node, kind, null);
        }
    }

    /** A spell begins or ends. */
    void due(int node, int what) {
        if (healed) {
            return;
        }
        if (what == END) {
            comeBack(node);
            return;
        }
        scheduleNext(node, what);
        if (modes[node] == Mode.HERE) {
            begin(node, what);
        }
    }

    void begin(int node, int kind) {
        kinds[node] = kind;
        if (kind == DOZE || kind == DISCONNECT) {
            modes[node] = Mode.LEAVING;
            nodes.leave(node);
            return;
        }
        modes[node] = Mode.OFF;
        if (kind == REBOOT) {
            clients.forget(node, false, journal);
            timers.stopAll(node);
            Protocol fresh = spec.algorithm().create(founding.setup(node).withIncarnation(++incarnations[node]));
            nodes.replace(node, fresh);
        }
        scheduleEnd(node);
    }

    private void scheduleEnd(int node) {
        WorldSpec.Spells each = spells[kinds[node]];
        if (each != null) {
            queue.add(queue.now() + each.length().sampleTicks(random), EventKind.HOST, node, END, null);
        }
    }

    /** A node that wants to leave may. */
    void mayLeave(int node) {
        if (modes[node] == Mode.LEAVING) {
            modes[node] = kinds[node] == DOZE ? Mode.DOZING : Mode.OFF;
            scheduleEnd(node);
        }
    }

    void remember(int node, int incarnation) {
        incarnations[node] = Math.max(incarnations[node], incarnation);
    }

    void comeBack(int node) {
        modes[node] = Mode.HERE;
        nodes.comeBack(node);
    }

    /** Everybody is back, for good. */
    void heal() {
        healed = true;
        for (int node = 0; node < modes.length; node++) {
            if (modes[node] != Mode.HERE) {
                comeBack(node);
            }
        }
    }

    /** True if the node cannot be reached. */
    boolean isOff(int node) {
        return modes[node] == Mode.OFF;
    }

    /** True if the node is in the middle of a spell: its clients do not ask. */
    boolean isAway(int node) {
        return modes[node] != Mode.HERE;
    }
}
