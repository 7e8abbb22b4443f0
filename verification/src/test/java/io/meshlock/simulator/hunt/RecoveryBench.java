package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.Offer;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.simulator.mesh.TimerTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A test bench for one node of a pool with recovery: a probe makes up its inputs, and its effects are recorded. Times
 * are ticks; b = 100, G = 2000, L = 1000, clocks up to ten per cent wrong, so that q = 11/9, V = 1636 and L' = 1223.
 */
final class RecoveryBench implements Effects {

    static final long B = 100;
    static final long ELECTION_TIMEOUT = 2_000;
    static final long LEASE = 1_000;
    static final long VALIDITY = 1_636;
    static final long LEDGER_LEASE = 1_223;
    static final Epoch FIRST = new Epoch(0, 0);
    static final View THREE = voter(0).view();

    /** An effect of the node. */
    sealed interface Recorded {}

    record Kept(DurableState durable) implements Recorded {}

    record Sent(long at, int to, Message message) implements Recorded {}

    record Granted(long at, PermitGrant grant) implements Recorded {}

    record Leased(long number, long until) implements Recorded {}

    record Lost(long at, long number) implements Recorded {}

    record Resized(PoolSize size) implements Recorded {}

    record Recovered(long at, Epoch epoch, String how) implements Recorded {}

    final Protocol node;
    final List<Recorded> effects = new ArrayList<>();
    private final int peer;
    private final TimerTable timers = new TimerTable(1);
    private long serial;
    long now;

    RecoveryBench(Algorithm algorithm, int id, DurableState durable, boolean bootstrapNode) {
        Setup setup = Setup.of(id, PoolSettings.permits(1))
                .bootstrap(bootstrapNode)
                .tokens(bootstrapNode ? 1 : 0)
                .distance(bootstrapNode ? 0 : 3)
                .meshSize(3)
                .durable(durable)
                .options(Options.of(Map.of(
                        "recovery",
                        1L,
                        "beacon",
                        B,
                        "election-timeout",
                        ELECTION_TIMEOUT,
                        "lease",
                        LEASE,
                        "drift-ppm",
                        100_000L,
                        "eager",
                        1L)))
                .build();
        node = algorithm.create(setup);
        peer = id == 2 ? 1 : 2;
        node.linkUp(now, peer, this);
    }

    /** The state in which one of three voters begins. */
    static DurableState voter(int node) {
        return DurableState.ofMesh(node, 3, 1, 3);
    }

    /** The holder of a pool of three, which has just begun. */
    static RecoveryBench holder(Algorithm algorithm) {
        return new RecoveryBench(algorithm, 0, voter(0), true);
    }

    /** Another voter of a pool of three. */
    static RecoveryBench member(Algorithm algorithm) {
        return new RecoveryBench(algorithm, 1, voter(1), false);
    }

    // ---- what a probe does ----

    /** Lets time pass; timers fire when they are due. */
    void sleep(long span) {
        long end = now + span;
        for (int timer = timers.firstDue(end); timer >= 0; timer = timers.firstDue(end)) {
            now = timers.due(timer);
            timers.stop(timer);
            node.timerFired(now, TimerTable.id(timer), this);
        }
        now = end;
    }

    /** Lets time pass without firing timers, as when the host is paused. */
    void jump(long span) {
        now += span;
    }

    void request() {
        node.request(now, PermitRequest.of(1, 1), this);
    }

    void hear(@Nullable Heartbeat heartbeat, PeerState... peerStates) {
        node.receive(now, peer, new Beacon(0, now, heartbeat, -1, List.of(), List.of(peerStates)), this);
    }

    void hear(Offer offer) {
        node.receive(now, peer, new Beacon(0, now, null, -1, List.of(offer), List.of()), this);
    }

    void join(Epoch epoch) {
        node.receive(now, peer, new Join(epoch, 0), this);
    }

    /** What a voter says of itself; a probe changes what matters. */
    private final class Words {
        private long incarnation;
        private long seat = Seat.FIRST;
        private Epoch promised = FIRST;
        private Epoch seen = FIRST;
        private long echo;
        private boolean bound = true;
        private boolean asks;
        private List<LeasedGrant> held = List.of();
        private List<Integer> departures = List.of();
        private @Nullable PoolSize wish;
        private @Nullable Proposal proposal;
        private @Nullable Promise report;

        PeerState of(int writer) {
            return new PeerState(
                    writer,
                    incarnation,
                    seat,
                    ++serial,
                    now,
                    promised,
                    seen,
                    echo,
                    bound,
                    asks,
                    held,
                    departures,
                    wish,
                    proposal,
                    report);
        }
    }

    PeerState peerState(int writer, long incarnation, Epoch promised, Epoch seen, long echo, List<LeasedGrant> held) {
        Words words = new Words();
        words.incarnation = incarnation;
        words.promised = promised;
        words.seen = seen;
        words.echo = echo;
        words.held = held;
        return words.of(writer);
    }

    /** The same writer, with another seat. */
    PeerState seated(int writer, long seat, Epoch epoch, long echo) {
        Words words = new Words();
        words.seat = seat;
        words.promised = epoch;
        words.seen = epoch;
        words.echo = echo;
        return words.of(writer);
    }

    PeerState echo(int writer, Epoch epoch, long echo) {
        return peerState(writer, 0, epoch, epoch, echo, List.of());
    }

    PeerState unbound(int writer) {
        Words words = new Words();
        words.bound = false;
        return words.of(writer);
    }

    /** What a node without a vote says that promised this epoch and wants something. */
    PeerState stranded(int writer, Epoch promised) {
        Words words = new Words();
        words.seat = Seat.NONE;
        words.promised = promised;
        words.bound = false;
        words.asks = true;
        return words.of(writer);
    }

    PeerState farewell(int writer, Epoch epoch, long echo, int gone) {
        Words words = new Words();
        words.promised = epoch;
        words.seen = epoch;
        words.echo = echo;
        words.departures = List.of(gone);
        return words.of(writer);
    }

    PeerState wishes(int writer, Epoch epoch, long echo, PoolSize wish) {
        Words words = new Words();
        words.promised = epoch;
        words.seen = epoch;
        words.echo = echo;
        words.wish = wish;
        return words.of(writer);
    }

    PeerState proposes(int writer, Epoch epoch, Epoch waiver) {
        return proposes(writer, epoch, waiver, View.NONE);
    }

    PeerState proposes(int writer, Epoch epoch, Epoch waiver, View view) {
        Words words = new Words();
        words.promised = epoch;
        words.bound = false;
        words.proposal = new Proposal(epoch, waiver, now, view);
        return words.of(writer);
    }

    PeerState reports(int writer, long incarnation, Promise report, List<LeasedGrant> held) {
        return reports(writer, incarnation, Seat.FIRST, report, held);
    }

    PeerState reports(int writer, long incarnation, long seat, Promise report, List<LeasedGrant> held) {
        Words words = new Words();
        words.incarnation = incarnation;
        words.seat = seat;
        words.promised = report.proposal();
        words.bound = false;
        words.held = held;
        words.report = report;
        return words.of(writer);
    }

    static Heartbeat heartbeat(Epoch epoch, long count, View view, boolean committed, List<Heartbeat.Ack> acks) {
        return new Heartbeat(epoch, count, view, committed, false, false, acks);
    }

    /** The view of three in another epoch and version, with more voters. */
    static View view(Epoch epoch, int version, int nodes) {
        List<Seat> seats = IntStream.range(0, nodes)
                .mapToObj(each -> new Seat(each, Seat.FIRST))
                .toList();
        return new View(epoch, version, seats, PoolSize.initial(1));
    }

    // ---- what a probe sees ----

    <T extends Recorded> List<T> all(Class<T> kind) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    boolean isGranted() {
        return !all(Granted.class).isEmpty();
    }

    /** The node's own peer states in the beacons that it sent. */
    List<PeerState> peerStates() {
        List<PeerState> peerStates = new ArrayList<>();
        for (Sent sent : all(Sent.class)) {
            if (sent.message() instanceof Beacon beacon) {
                beacon.peerStates().stream()
                        .filter(peerState -> peerState.node() == node.node())
                        .forEach(peerStates::add);
            }
        }
        return peerStates;
    }

    PeerState lastPeerState() {
        List<PeerState> peerStates = peerStates();
        return peerStates.get(peerStates.size() - 1);
    }

    @Nullable
    Heartbeat lastHeartbeat() {
        Heartbeat last = null;
        for (Sent sent : all(Sent.class)) {
            if (sent.message() instanceof Beacon beacon && beacon.heartbeat() != null) {
                last = beacon.heartbeat();
            }
        }
        return last;
    }

    long lastCount() {
        Heartbeat last = lastHeartbeat();
        return last == null ? 0 : last.count();
    }

    boolean joined(Epoch epoch) {
        return all(Sent.class).stream()
                .anyMatch(sent ->
                        sent.message() instanceof Join join && join.epoch().equals(epoch));
    }

    // ---- effects ----

    @Override
    public void send(int to, Message message) {
        effects.add(new Sent(now, to, message));
    }

    @Override
    public void granted(PermitGrant grant) {
        effects.add(new Granted(now, grant));
    }

    @Override
    public void leased(long grant, long validUntil) {
        effects.add(new Leased(grant, validUntil));
    }

    @Override
    public void lost(long grant) {
        effects.add(new Lost(now, grant));
    }

    @Override
    public void keep(DurableState durable) {
        effects.add(new Kept(durable));
    }

    @Override
    public void resized(PoolSize size) {
        effects.add(new Resized(size));
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        effects.add(new Recovered(now, epoch, how));
    }

    @Override
    public void rejected(long request, Rejection why) {
        throw new AssertionError(why);
    }

    @Override
    public void withdrawn(long request) {
        throw new AssertionError("nobody withdraws");
    }

    @Override
    public void decided(long number, Key key) {}

    @Override
    public void setTimer(int timer, long delay) {
        timers.start(TimerTable.timer(0, timer), now + delay);
    }
}
