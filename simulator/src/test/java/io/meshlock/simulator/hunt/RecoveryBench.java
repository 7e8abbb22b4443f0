package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage.Attend;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.Report;
import io.meshlock.protocol.recovery.Row;
import io.meshlock.protocol.recovery.Stamp;
import io.meshlock.protocol.token.Holding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One node of a pool with recovery on a bench: it hears what a probe makes up and does what it does. Times are ticks; b = 100,
 * G = 2000, L = 1000, clocks up to ten per cent wrong, so that q = 11/9, V = 1636 and L' = 1223.
 */
final class RecoveryBench implements Effects {

    static final long B = 100;
    static final long GUARD = 2_000;
    static final long LEASE = 1_000;
    static final long VALIDITY = 1_636;
    static final long LEDGER_LEASE = 1_223;
    static final Epoch FIRST = new Epoch(0, 0);
    static final View THREE = Durable.ofMesh(3, 1).view();

    /** What the node did, in order. */
    sealed interface Deed {}

    record Kept(Durable durable) implements Deed {}

    record Sent(long at, int to, Message message) implements Deed {}

    record Granted(long at, Grant grant) implements Deed {}

    record Leased(long number, long until) implements Deed {}

    record Lost(long at, long number) implements Deed {}

    record Resized(PoolSize size) implements Deed {}

    record Recovered(long at, Epoch epoch, String how) implements Deed {}

    final Protocol node;
    final List<Deed> deeds = new ArrayList<>();
    private final int peer;
    private long alarm = Long.MAX_VALUE;
    private long serial;
    long now;

    RecoveryBench(Algorithm algorithm, int id, Durable durable, boolean founder) {
        Setup setup = Setup.of(id, PoolSettings.permits(1))
                .founder(founder)
                .tokens(founder ? 1 : 0)
                .distance(founder ? 0 : 3)
                .meshSize(3)
                .durable(durable)
                .options(Options.of(Map.of(
                        "recovery",
                        1L,
                        "beacon",
                        B,
                        "guard",
                        GUARD,
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

    /** The holder of a pool of three, which has just begun. */
    static RecoveryBench holder(Algorithm algorithm) {
        return new RecoveryBench(algorithm, 0, Durable.ofMesh(3, 1), true);
    }

    /** Another member of a pool of three. */
    static RecoveryBench member(Algorithm algorithm) {
        return new RecoveryBench(algorithm, 1, Durable.ofMesh(3, 1), false);
    }

    // ---- what a probe does ----

    /** Lets time pass; timers run out on the way. */
    void sleep(long span) {
        long end = now + span;
        while (alarm <= end) {
            now = alarm;
            alarm = Long.MAX_VALUE;
            node.timerFired(now, 1, this);
        }
        now = end;
    }

    /** Time passes, and the node does not notice. */
    void jump(long span) {
        now += span;
    }

    void request() {
        node.request(now, Request.of(1, 1), this);
    }

    void hear(@Nullable Stamp stamp, Row... rows) {
        node.receive(now, peer, new Beacon(stamp, List.of(rows)), this);
    }

    void attend(Epoch epoch) {
        node.receive(now, peer, new Attend(epoch), this);
    }

    Row row(int writer, long life, Epoch promised, Epoch seen, long echo, List<Holding> held) {
        return new Row(
                writer, life, ++serial, now, promised, seen, echo, true, false, false, false, held, List.of(), null,
                null, null);
    }

    Row echo(int writer, Epoch epoch, long echo) {
        return row(writer, 0, epoch, epoch, echo, List.of());
    }

    Row amnesiac(int writer, Epoch epoch, long echo) {
        return new Row(
                writer, 0, ++serial, now, epoch, epoch, echo, true, true, false, false, List.of(), List.of(), null,
                null, null);
    }

    Row unguarded(int writer) {
        return new Row(
                writer, 0, ++serial, now, FIRST, FIRST, 0, false, false, false, false, List.of(), List.of(), null, null,
                null);
    }

    Row farewell(int writer, Epoch epoch, long echo, int gone) {
        return new Row(
                writer,
                0,
                ++serial,
                now,
                epoch,
                epoch,
                echo,
                true,
                false,
                false,
                false,
                List.of(),
                List.of(gone),
                null,
                null,
                null);
    }

    Row wishes(int writer, Epoch epoch, long echo, PoolSize wish) {
        return new Row(
                writer, 0, ++serial, now, epoch, epoch, echo, true, false, false, false, List.of(), List.of(), wish,
                null, null);
    }

    Row proposes(int writer, Epoch epoch, Epoch waiver) {
        Proposal proposal = new Proposal(epoch, waiver, now);
        return new Row(
                writer, 0, ++serial, now, epoch, FIRST, 0, false, false, false, false, List.of(), List.of(), null,
                proposal, null);
    }

    Row reports(int writer, long life, Report report, boolean unknown, List<Holding> held) {
        Epoch promised = report.proposal();
        return new Row(
                writer, life, ++serial, now, promised, FIRST, 0, false, unknown, false, false, held, List.of(), null,
                null, report);
    }

    static Stamp stamp(Epoch epoch, long count, View view, boolean committed, List<Stamp.Ack> acks) {
        return new Stamp(epoch, count, view, committed, false, acks);
    }

    /** The view of three in another epoch and version, with more members. */
    static View view(Epoch epoch, int version, int nodes) {
        List<Member> members = new ArrayList<>();
        for (int each = 0; each < nodes; each++) {
            members.add(new Member(each, 0));
        }
        return new View(epoch, version, members, PoolSize.founded(1));
    }

    // ---- what a probe sees ----

    <T extends Deed> List<T> all(Class<T> kind) {
        return deeds.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    boolean isGranted() {
        return !all(Granted.class).isEmpty();
    }

    /** The node's own rows in what it sent. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Sent sent : all(Sent.class)) {
            if (sent.message() instanceof Beacon beacon) {
                beacon.rows().stream().filter(row -> row.node() == node.node()).forEach(rows::add);
            }
        }
        return rows;
    }

    Row lastRow() {
        List<Row> rows = rows();
        return rows.get(rows.size() - 1);
    }

    @Nullable
    Stamp lastStamp() {
        Stamp last = null;
        for (Sent sent : all(Sent.class)) {
            if (sent.message() instanceof Beacon beacon && beacon.stamp() != null) {
                last = beacon.stamp();
            }
        }
        return last;
    }

    long lastCount() {
        Stamp last = lastStamp();
        return last == null ? 0 : last.count();
    }

    boolean attends(Epoch epoch) {
        return all(Sent.class).stream().anyMatch(sent -> sent.message().equals(new Attend(epoch)));
    }

    // ---- effects ----

    @Override
    public void send(int to, Message message) {
        deeds.add(new Sent(now, to, message));
    }

    @Override
    public void granted(Grant grant) {
        deeds.add(new Granted(now, grant));
    }

    @Override
    public void leased(long grant, long validUntil) {
        deeds.add(new Leased(grant, validUntil));
    }

    @Override
    public void lost(long grant) {
        deeds.add(new Lost(now, grant));
    }

    @Override
    public void keep(Durable durable) {
        deeds.add(new Kept(durable));
    }

    @Override
    public void resized(PoolSize size) {
        deeds.add(new Resized(size));
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        deeds.add(new Recovered(now, epoch, how));
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
        alarm = now + delay;
    }
}
