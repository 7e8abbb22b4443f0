package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.TokenLeaseCheck.Reading;
import io.meshlock.simulator.hunt.RecoveryBench.Sent;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Within an epoch another incarnation of a node is another node: it takes nothing that a former one was given, and says
 * nothing about it. Each probe returns what is wrong, or null.
 */
final class IncarnationProbes {

    private static final long FORMER = 99;

    private final ClassLoader classes;
    private final RecoveryBench bench;
    private final Object low;

    /** A member that takes part, next to a lower neighbour that takes part, too. */
    private IncarnationProbes(Algorithm algorithm) {
        this(algorithm, RecoveryBench.member(algorithm));
    }

    private IncarnationProbes(Algorithm algorithm, RecoveryBench member) {
        classes = algorithm.factory().getClass().getClassLoader();
        bench = member;
        low = make("Header", make("Height", 0L, 0L), 0L, 0L);
        bench.hear(RecoveryBench.heartbeat(FIRST, 1, RecoveryBench.THREE, true, List.of()));
        bench.join(FIRST);
        tell("PrioritizedMessage$Link", low);
    }

    /** A mutant has message classes of its own. */
    private Object make(String name, Object... values) {
        try {
            Class<?> type = classes.loadClass("io.meshlock.protocol.prioritized." + name);
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == values.length) {
                    return constructor.newInstance(values);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
        throw new LinkageError("no constructor of " + name + " takes " + values.length + " values");
    }

    private Object asked(long hop, long incarnation) {
        try {
            Class<?> verdicts = classes.loadClass("io.meshlock.protocol.prioritized.Transfer$Verdict");
            return make("Transfer", hop, 1, incarnation, verdicts.getEnumConstants()[0]);
        } catch (ClassNotFoundException e) {
            throw new LinkageError("Verdict", e);
        }
    }

    private void tell(String name, Object... values) {
        tell(FIRST, name, values);
    }

    private void tell(Epoch epoch, String name, Object... values) {
        bench.node.receive(bench.now, 2, new Enclosed(epoch, (Message) make(name, values), null), bench);
        bench.sleep(1);
    }

    private Stream<Message> sent(String type) {
        return bench.all(Sent.class).stream()
                .map(Sent::message)
                .filter(message -> message instanceof Enclosed && message.type().equals(type));
    }

    /** Only the incarnation that a token was sent to says whether it arrived. */
    static @Nullable String verdict(Algorithm algorithm) {
        IncarnationProbes probe = new IncarnationProbes(algorithm);
        probe.tell("PrioritizedMessage$Inquiry", probe.low, probe.asked(5, FORMER));
        if (probe.sent("INQUIRY").anyMatch(answer -> answer.toString().contains("REFUSED"))) {
            return "judges a move to a former incarnation";
        }
        probe.tell("PrioritizedMessage$Inquiry", probe.low, probe.asked(6, 0));
        boolean judged =
                probe.sent("INQUIRY").anyMatch(answer -> answer.toString().contains("REFUSED"));
        return judged ? null : "never judges";
    }

    /** A GRANT is for the incarnation that it names. */
    static @Nullable String grant(Algorithm algorithm) {
        IncarnationProbes probe = new IncarnationProbes(algorithm);
        RecoveryBench bench = probe.bench;
        bench.request();
        Keys keys = probe.sent("REQUEST").findFirst().map(Message::registers).orElse(Keys.EMPTY);
        if (keys.isEmpty()) {
            return "never registered";
        }
        String grant = "PrioritizedMessage$GrantMessage";
        probe.tell(grant, probe.low, 3L, keys.get(0), Slots.of(1), new Reading(FORMER, bench.now));
        if (bench.isGranted()) {
            return "takes what a former incarnation was granted";
        }
        probe.tell(grant, probe.low, 4L, keys.get(0), Slots.of(1), new Reading(0, bench.now));
        return bench.isGranted() ? null : "never takes a grant";
    }

    /** Messages count in their own epoch only. */
    static @Nullable String otherEpoch(Algorithm algorithm) {
        IncarnationProbes probe = new IncarnationProbes(algorithm);
        RecoveryBench bench = probe.bench;
        bench.request();
        Keys keys = probe.sent("REQUEST").findFirst().map(Message::registers).orElse(Keys.EMPTY);
        Object[] grant = {probe.low, 3L, keys.get(0), Slots.of(1), new Reading(0, bench.now)};
        for (Epoch other : List.of(new Epoch(5, 2), new Epoch(0, 0, 7))) {
            probe.tell(other, "PrioritizedMessage$GrantMessage", grant);
            if (bench.isGranted()) {
                return "takes a grant of another epoch";
            }
        }
        return null;
    }

    /** Who is asked about a grant of a former incarnation does not know. */
    static @Nullable String denial(Algorithm algorithm) {
        IncarnationProbes probe = new IncarnationProbes(algorithm);
        probe.ask(5, FORMER);
        if (probe.sent("RELEASE").findAny().isPresent()) {
            return "denies what a former incarnation may hold";
        }
        probe.ask(6, 0);
        return probe.sent("RELEASE").findAny().isPresent() ? null : "never denies";
    }

    private void ask(long stamp, long incarnation) {
        Key key = new Key(0, 0, Key.requestNumber(1, 77), 1);
        Object entry = make("LedgerEntry", stamp, key, incarnation, Slots.of(1), true);
        tell("PrioritizedMessage$Alive", low, stamp, make("Height", 0L, 0L), 1, List.of(entry));
        bench.sleep(B);
    }

    /** A token is for the incarnation that its hand-off names. */
    static @Nullable String token(Algorithm algorithm) {
        IncarnationProbes probe = new IncarnationProbes(algorithm);
        for (long incarnation : new long[] {FORMER, 0}) {
            Message token =
                    (Message) probe.make("PrioritizedMessage$Token", probe.low, List.of(), 9L, 3L, 0L, Keys.EMPTY, -1);
            TokenHandoff handoff = new TokenHandoff(
                    incarnation, 5, 100, 0, 0, RecoveryBench.THREE, PoolSize.initial(1), true, List.of(), List.of());
            probe.bench.node.receive(probe.bench.now, 2, new Enclosed(FIRST, token, handoff), probe.bench);
            RecoveryStatus status = probe.bench.node.status(probe.bench.now);
            boolean here = status != null && status.token();
            if (here != (incarnation == 0)) {
                return here ? "takes what was sent to a former incarnation" : "never takes the token";
            }
        }
        return null;
    }

    /** Who took a later move knows that the earlier one arrived, also if its receiver cannot tell any more. */
    static @Nullable String laterMove(Algorithm algorithm) {
        IncarnationProbes probe = new IncarnationProbes(algorithm);
        Message token =
                (Message) probe.make("PrioritizedMessage$Token", probe.low, List.of(), 9L, 9L, 0L, Keys.EMPTY, -1);
        TokenHandoff handoff =
                new TokenHandoff(0, 5, 100, 0, 0, RecoveryBench.THREE, PoolSize.initial(1), true, List.of(), List.of());
        probe.bench.node.receive(probe.bench.now, 2, new Enclosed(FIRST, token, handoff), probe.bench);
        probe.tell("PrioritizedMessage$Inquiry", probe.low, probe.asked(5, FORMER));
        boolean told =
                probe.sent("INQUIRY").anyMatch(answer -> answer.toString().contains("ACCEPTED"));
        return told ? null : "does not tell what it knows";
    }

    /** A maker that forgot makes another epoch, even if the round is the same. */
    static @Nullable String maker(Algorithm algorithm) {
        Epoch before = proposed(new RecoveryBench(algorithm, 1, RecoveryBench.voter(1), false));
        Epoch after =
                proposed(new RecoveryBench(algorithm, 1, RecoveryBench.voter(1).restarted(), false));
        return before.round() == after.round() && !before.equals(after) ? null : before + " and then " + after;
    }

    private static Epoch proposed(RecoveryBench bench) {
        bench.request();
        for (int i = 0; i < 40 && bench.lastPeerState().proposal() == null; i++) {
            bench.sleep(B);
            bench.hear(null, bench.unbound(2));
        }
        Proposal proposal = bench.lastPeerState().proposal();
        return proposal == null ? Epoch.NONE : proposal.epoch();
    }

    /** A voter that has just started from its disk, and was handed the token. */
    private static IncarnationProbes unproven(Algorithm algorithm) {
        RecoveryBench restarted =
                new RecoveryBench(algorithm, 1, RecoveryBench.voter(1).restarted(), false);
        IncarnationProbes probe = new IncarnationProbes(algorithm, restarted);
        Message token =
                (Message) probe.make("PrioritizedMessage$Token", probe.low, List.of(), 9L, 3L, 0L, Keys.EMPTY, -1);
        TokenHandoff handoff =
                new TokenHandoff(1, 5, 0, 0, 0, RecoveryBench.THREE, PoolSize.initial(1), true, List.of(), List.of());
        restarted.node.receive(restarted.now, 2, new Enclosed(FIRST, token, handoff), restarted);
        restarted.request();
        return probe;
    }

    /** It does not count its own vote for the token before others could tell what it has forgotten. */
    static @Nullable String unprovenHolder(Algorithm algorithm) {
        RecoveryBench bench = unproven(algorithm).bench;
        for (int i = 0; i < 5; i++) {
            bench.hear(null, bench.echo(0, FIRST, bench.lastCount()));
            bench.sleep(B);
        }
        if (bench.isGranted()) {
            return "a token is valid by the word of a voter that has just started";
        }
        for (int i = 0; i < 20; i++) {
            bench.hear(null, bench.echo(0, FIRST, bench.lastCount()));
            bench.sleep(B);
        }
        return bench.isGranted() ? null : "its vote never counts";
    }

    /** Nor does it make another token by its own vote. */
    static @Nullable String unprovenMaker(Algorithm algorithm) {
        RecoveryBench bench = unproven(algorithm).bench;
        for (int i = 0; i < 30; i++) {
            bench.hear(null, bench.peerState(0, 0, new Epoch(1, 0), FIRST, 0, List.of()));
            answer(bench);
            bench.sleep(B);
            if (i == 10 && !bench.all(RecoveryBench.Recovered.class).isEmpty()) {
                return "a token is made by the word of a voter that has just started";
            }
        }
        return bench.all(RecoveryBench.Recovered.class).isEmpty() ? "never makes a token" : null;
    }

    private static void answer(RecoveryBench bench) {
        for (PeerState each : bench.peerStates()) {
            Proposal proposal = each.proposal();
            if (proposal != null) {
                Promise promise = new Promise(proposal.epoch(), proposal.at(), FIRST, RecoveryBench.THREE, null, 0);
                bench.hear(null, bench.reports(0, 0, promise, List.of()));
            }
        }
    }
}
