package io.meshlock.simulator;

import io.meshlock.protocol.Seat;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.network.Partitions;
import io.meshlock.simulator.network.Split;
import java.util.List;

/** Second processes of nodes. */
final class Twins {

    private final Hosts hosts;
    private final Fates fates;
    private final Split split;
    private final Partitions partitions;
    private final FaultInjector.Timetable timetable;
    private final List<Fault.Twin> planned;
    private final int nodes;
    private final long electionTimeout;
    private final boolean[] begun;
    /** By twin: the number of the seat that came with a copied disk. */
    private final long[] copiedSeats;

    Twins(
            WorldSpec spec,
            Hosts hosts,
            Fates fates,
            Split split,
            Partitions partitions,
            FaultInjector.Timetable timetable) {
        this.hosts = hosts;
        this.fates = fates;
        this.split = split;
        this.partitions = partitions;
        this.timetable = timetable;
        planned = spec.failures().twins();
        nodes = spec.nodes();
        electionTimeout = spec.recovers() ? RecoverySettings.of(spec.options()).electionTimeout() : 0;
        begun = new boolean[planned.size()];
        copiedSeats = new long[planned.size()];
        for (int host = nodes; host < nodes + planned.size(); host++) {
            fates.isForGood[host] = true; // until it starts
            split.takeOut(host);
        }
    }

    /** Either of the two may end up with the node's vote, and either may go: so a twin counts as a voter that is lost. */
    void start(Fault.Twin twin) {
        int which = planned.indexOf(twin);
        int host = nodes + which;
        if (fates.isHealed() || begun[which] || !fates.spend()) {
            return;
        }
        begun[which] = true;
        fates.isForGood[host] = false;
        split.bringBack(host);
        copiedSeats[which] = hosts.startTwin(host, twin.node(), twin.copied());
        twin.near().forEach(peer -> partitions.form(host, peer));
        watch(host);
    }

    /** An unnoticed copy of a vote counts an election timeout after its start, if nobody remembers more of it. */
    void watch(int host) {
        int which = host - nodes;
        if (which >= 0 && hasCopiedSeat(which)) {
            timetable.add(host, FaultInjector.VERDICT, hosts.justBefore(host, electionTimeout));
        }
    }

    private boolean hasCopiedSeat(int which) {
        return copiedSeats[which] != Seat.NONE && hosts.hasSeat(nodes + which, copiedSeats[which]);
    }

    /** Two memories with one vote are more than is promised to be survived. */
    void judge(int host) {
        if (!fates.isHealed() && hasCopiedSeat(host - nodes)) {
            fates.stopForGood(host);
        }
    }

    /** All hosts of a node go but one, and every copied vote that nobody has remembered more of. */
    void end() {
        for (int which = 0; which < begun.length; which++) {
            int host = nodes + which;
            if (!begun[which] || fates.isForGood[host]) {
                continue;
            }
            Fault.Twin twin = planned.get(which);
            int other = otherHost(which);
            if (hasCopiedSeat(which)) {
                fates.stopForGood(host);
            } else if (other >= 0) {
                fates.stopForGood(twin.stays() ? other : host);
            }
        }
    }

    /** The host that the node has apart from this twin and later ones: its own, or an earlier twin; -1 if all of them have gone. */
    private int otherHost(int which) {
        int node = planned.get(which).node();
        if (!fates.isForGood[node]) {
            return node;
        }
        for (int earlier = 0; earlier < which; earlier++) {
            boolean same = begun[earlier] && planned.get(earlier).node() == node;
            if (same && !fates.isForGood[nodes + earlier]) {
                return nodes + earlier;
            }
        }
        return -1;
    }
}
