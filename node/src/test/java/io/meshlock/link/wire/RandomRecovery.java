package io.meshlock.link.wire;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.ClockReading;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.Offer;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes random messages of pools with recovery, of every size, from a seed. */
final class RandomRecovery {

    private final SplittableRandom random;
    private final RandomMessages plain;

    /** One generator for each record of the family. */
    final List<Supplier<? extends Message>> kinds =
            List.of(this::beacon, this::enclosed, this::join, this::echo, this::renew);

    RandomRecovery(RandomMessages plain, SplittableRandom random) {
        this.plain = plain;
        this.random = random;
    }

    RandomRecovery(long seed) {
        this(new RandomMessages(seed), new SplittableRandom(seed));
    }

    Enclosed enclosed() {
        Message message = plain.next(random.nextInt(plain.prioritizedKinds()));
        return new Enclosed(epoch(), message, message.tokens() > 0 ? handoff() : null, some(2, this::reading));
    }

    Beacon beacon() {
        return new Beacon(
                plain.number(),
                plain.number(),
                maybe(this::heartbeat),
                random.nextBoolean() ? -1 : random.nextLong(1L << 40),
                some(2, this::offer),
                perNode(this::peerState),
                maybe(this::view));
    }

    private Offer offer() {
        return new Offer(seat(random.nextInt(1 << 30)), epoch(), random.nextInt(50), random.nextLong(1L << 40));
    }

    private Seat seat(int node) {
        return new Seat(node, random.nextInt(3) == 0 ? Seat.NONE : random.nextLong(1L << 40));
    }

    private ClockReading reading() {
        return new ClockReading(random.nextInt(1 << 30), plain.number(), plain.number());
    }

    private Echo echo() {
        return new Echo(seat(random.nextInt(1 << 30)), epoch(), plain.number());
    }

    private Renew renew() {
        return new Renew(peerState(random.nextInt(1 << 30)), 1 + random.nextInt(Renew.MOST_HOPS));
    }

    private Join join() {
        return new Join(epoch(), plain.number());
    }

    PeerState peerState(int node) {
        return new PeerState(
                node,
                plain.number(),
                seat(node).number(),
                plain.number(),
                plain.number(),
                epoch(),
                epoch(),
                plain.number(),
                random.nextBoolean(),
                random.nextBoolean(),
                some(2, this::leasedGrant),
                some(2, () -> random.nextInt(1 << 30)),
                maybe(this::size),
                maybe(() -> new Proposal(epoch(), epoch(), plain.number(), view())),
                maybe(this::promise));
    }

    Heartbeat heartbeat() {
        List<Heartbeat.Ack> acks =
                some(2, () -> new Heartbeat.Ack(random.nextInt(1 << 30), plain.number(), some(3, plain::number)));
        return new Heartbeat(
                epoch(),
                plain.number(),
                view(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                acks);
    }

    private Promise promise() {
        FrozenToken token = maybe(() -> new FrozenToken(epoch(), some(2, this::leasedGrant), some(2, this::reserved)));
        return new Promise(epoch(), plain.number(), epoch(), view(), token, plain.number());
    }

    private TokenHandoff handoff() {
        return new TokenHandoff(
                plain.number(),
                plain.number(),
                plain.number(),
                plain.number(),
                plain.number(),
                view(),
                size(),
                random.nextBoolean(),
                some(3, () -> new TokenHandoff.Remaining(plain.number(), plain.number())),
                some(3, this::reserved));
    }

    private Epoch epoch() {
        return random.nextInt(4) == 0
                ? Epoch.NONE
                : new Epoch(random.nextInt() >> random.nextInt(Integer.SIZE), random.nextInt(100), plain.number());
    }

    View view() {
        List<Seat> seats = perNode(this::seat);
        return random.nextInt(4) == 0 ? View.NONE : new View(epoch(), random.nextInt(50), seats, size());
    }

    private PoolSize size() {
        return random.nextBoolean()
                ? PoolSize.initial(1 + random.nextInt(1000))
                : new PoolSize(1 + random.nextInt(1000), random.nextInt(1 << 20), random.nextInt(100));
    }

    private LeasedGrant leasedGrant() {
        return new LeasedGrant(plain.number(), plain.key(), plain.number(), plain.slots(), plain.number());
    }

    private FrozenToken.Reserved reserved() {
        return new FrozenToken.Reserved(plain.slots(), plain.number());
    }

    /** One element for each of a few nodes, by ascending number. */
    private <T> List<T> perNode(IntFunction<T> value) {
        return IntStream.generate(() -> random.nextInt(1 << random.nextInt(1, 31)))
                .limit(random.nextInt(4))
                .distinct()
                .sorted()
                .mapToObj(value)
                .toList();
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> List<T> some(int most, Supplier<T> value) {
        return Stream.generate(value).limit(random.nextInt(most + 1)).toList();
    }
}
