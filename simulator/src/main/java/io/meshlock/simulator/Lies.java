package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.recovery.ClockReading;
import io.meshlock.protocol.recovery.Offer;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes up the messages of a lying node: those against which something is promised (docs/security.md), and no others. They are
 * well-formed. Beside them the liar's own protocol goes on, as it would in a node that somebody has got into. A lie is made of
 * what the liar has heard and said, so that others find it believable.
 */
final class Lies implements Journal {

    /** How much of what was said a liar remembers. */
    private static final int MOST_REMEMBERED = 32;

    /** The first number of nodes that do not exist. */
    private static final int NOBODY = 1_000;

    private static final int NOBODIES = 100;

    /** By how much the serial of a word in another's name is ahead at most: soon the victim itself is heard again. */
    private static final int MOST_SERIALS = 3;

    /** What a liar has heard and said. */
    private static final class Memory {
        private final List<Beacon> beacons = new ArrayList<>();
        private final List<Echo> echoes = new ArrayList<>();
        private final Map<Integer, PeerState> peerStates = new TreeMap<>();
        private final Map<Integer, Enclosed> registrations = new TreeMap<>();
        private @Nullable Beacon own;
    }

    private final Network network;
    private final EventQueue queue;
    private final Journal journal;
    private final Map<Integer, Memory> memories = new TreeMap<>();
    private int told;

    @SuppressWarnings("NullAway.Init") // see connect
    private Nodes nodes;

    @SuppressWarnings("NullAway.Init") // see connect
    private Transport transport;

    /** @param journal is told of the lies as of all messages */
    Lies(WorldSpec spec, Network network, EventQueue queue, Journal journal) {
        this.network = network;
        this.queue = queue;
        this.journal = journal;
        spec.failures().plan().forEach(each -> {
            if (each.fault() instanceof Fault.Lie lie) {
                memories.putIfAbsent(lie.node(), new Memory());
            }
        });
    }

    /** Called once, before the first lie. */
    void connect(Nodes all, Transport sendOver) {
        nodes = all;
        transport = sendOver;
    }

    boolean isNeeded() {
        return !memories.isEmpty();
    }

    /** How many lies were told. */
    int told() {
        return told;
    }

    // ---- what the liar knows ----

    @Override
    public void delivered(long time, int from, int to, Message message) {
        Memory memory = memories.get(to);
        if (memory == null) {
            return;
        }
        if (message instanceof Beacon beacon) {
            remember(memory.beacons, beacon);
            for (PeerState each : beacon.peerStates()) {
                PeerState before = memory.peerStates.get(each.node());
                if (before == null || each.isNewerThan(before)) {
                    memory.peerStates.put(each.node(), each);
                }
            }
        } else if (message instanceof Echo echo) {
            remember(memory.echoes, echo);
        }
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        Memory memory = memories.get(from);
        if (memory == null) {
            return;
        }
        if (message instanceof Beacon beacon) {
            memory.own = beacon;
        } else if (message instanceof Enclosed enclosed && enclosed.message() instanceof RequestMessage) {
            memory.registrations.put(to, enclosed);
        }
    }

    private static <T> void remember(List<T> all, T news) {
        all.add(news);
        if (all.size() > MOST_REMEMBERED) {
            all.remove(0);
        }
    }

    // ---- lies ----

    /** Tells one lie, to one neighbour or to all of them. */
    void tell(Fault.Lie lie) {
        Memory memory = memories.get(lie.node());
        RecoveryStatus status = nodes.protocol(lie.node()).status(nodes.clock(lie.node()));
        int degree = network.degree(lie.node());
        if (memory == null || status == null || degree == 0) {
            return;
        }
        UniformRandomProvider random = RandomStreams.member(lie.seed(), lie.node());
        int[] peers = new int[degree];
        for (int i = 0; i < degree; i++) {
            peers[i] = network.peer(lie.node(), i);
        }
        int first = random.nextInt(2) == 0 ? 0 : random.nextInt(degree);
        int last = first == 0 ? degree - 1 : first;
        Beacon own = memory.own;
        Fault.Lie.About about = lie.about();
        if (about == Fault.Lie.About.CLOCKS || about == Fault.Lie.About.REQUESTS) {
            for (int i = first; i <= last; i++) {
                say(lie.node(), peers[i], registration(about, memory.registrations.get(peers[i]), status, random));
            }
            return;
        }
        Message message = about == Fault.Lie.About.ECHOES
                ? echo(memory, status, random)
                : about == Fault.Lie.About.THE_PAST
                        ? past(memory, random)
                        : own == null ? null : beacon(lie, own, memory, status, random);
        for (int i = first; i <= last; i++) {
            say(lie.node(), peers[i], message);
        }
    }

    private void say(int from, int to, @Nullable Message message) {
        if (message != null && network.isUp(from, to)) {
            told++;
            journal.sent(queue.now(), from, to, message);
            transport.send(from, to, message);
        }
    }

    private static @Nullable Message past(Memory memory, UniformRandomProvider random) {
        return memory.beacons.isEmpty() ? null : memory.beacons.get(random.nextInt(memory.beacons.size()));
    }

    private static @Nullable Beacon beacon(
            Fault.Lie lie, Beacon own, Memory memory, RecoveryStatus status, UniformRandomProvider random) {
        long ask = -1;
        List<Offer> offers = List.of();
        List<PeerState> words = List.of();
        switch (lie.about()) {
            case NOBODY -> words = nobodies(status, random);
            case ITSELF -> words = ofItself(lie.node(), own, status, random);
            case VOTERS -> words = inTheNameOf(lie.victim(), memory, status, random);
            case STRANDED -> words = stranded(status, random);
            case ASKS -> ask = random.nextInt(3) == 0 ? random.nextLong(1L << 40) : 0;
            default -> offers = offers(status, random);
        }
        boolean silent = ask < 0 && offers.isEmpty() && words.isEmpty();
        return silent ? null : new Beacon(own.incarnation(), own.at(), null, ask, offers, words);
    }

    /** A round that nobody has reached: a little later, or as much as anybody believes, or more, or the last one of all. */
    private static int laterRound(RecoveryStatus status, UniformRandomProvider random) {
        int present = Math.max(0, status.promised().round());
        int lead = switch (random.nextInt(5)) {
            case 0 -> 1;
            case 1 -> 1 + random.nextInt(10);
            case 2 -> 1_000;
            case 3 -> 1_001;
            default -> FencingToken.MAX_ROUND;
        };
        return (int) Math.min(FencingToken.MAX_ROUND, (long) present + lead);
    }

    private static int nobody(UniformRandomProvider random) {
        return NOBODY + random.nextInt(NOBODIES);
    }

    /** What somebody is said to have promised: an epoch that nobody made. */
    private static Epoch later(RecoveryStatus status, UniformRandomProvider random) {
        return new Epoch(laterRound(status, random), nobody(random), 0);
    }

    private static List<PeerState> nobodies(RecoveryStatus status, UniformRandomProvider random) {
        List<PeerState> words = new ArrayList<>();
        for (int count = 1 + random.nextInt(8); count > 0; count--) {
            long seat = random.nextInt(2) == 0 ? Seat.NONE : random.nextInt(3);
            boolean asks = random.nextInt(2) == 0;
            words.add(word(nobody(random), seat, later(status, random), asks, random));
        }
        return inOrder(words);
    }

    private static List<PeerState> stranded(RecoveryStatus status, UniformRandomProvider random) {
        int round = Math.max(0, status.promised().round()) + 1 + random.nextInt(1_000);
        Epoch epoch = new Epoch(Math.min(round, FencingToken.MAX_ROUND), nobody(random), 0);
        return List.of(word(nobody(random), Seat.NONE, epoch, true, random));
    }

    private static PeerState word(int node, long seat, Epoch promised, boolean asks, UniformRandomProvider random) {
        return new PeerState(
                node,
                Incarnation.first(random.nextInt(3)),
                seat,
                1L + random.nextInt(1 << 20),
                random.nextLong(1L << 40),
                promised,
                Epoch.NONE,
                0,
                random.nextInt(2) == 0,
                asks,
                List.of(),
                List.of(),
                null,
                null,
                null);
    }

    private static List<PeerState> ofItself(int liar, Beacon own, RecoveryStatus status, UniformRandomProvider random) {
        for (PeerState each : own.peerStates()) {
            if (each.node() == liar) {
                return List.of(claiming(each, later(status, random), random));
            }
        }
        return List.of();
    }

    /** If it voted and held something, that could be granted again: the holder believes a node that says it has nothing. */
    private static List<PeerState> inTheNameOf(
            int victim, Memory memory, RecoveryStatus status, UniformRandomProvider random) {
        PeerState word = memory.peerStates.get(victim);
        if (word == null || !status.view().counts(victim, word.seat())) {
            return List.of();
        }
        return List.of(claiming(word, later(status, random), random));
    }

    /** The word with a promise that was not given; sometimes of an earlier start or an earlier moment. */
    private static PeerState claiming(PeerState word, Epoch promised, UniformRandomProvider random) {
        boolean early = random.nextInt(4) == 0;
        long serial = word.serial() + (early ? -random.nextInt(MOST_SERIALS) : 1 + random.nextInt(MOST_SERIALS));
        boolean former = random.nextInt(4) == 0 && word.incarnation() > 0;
        return new PeerState(
                word.node(),
                former ? word.incarnation() - 1 : word.incarnation(),
                word.seat(),
                Math.max(1, serial),
                word.at(),
                promised,
                word.seen(),
                word.echo(),
                random.nextInt(2) == 0,
                random.nextInt(2) == 0,
                word.held(),
                word.departures(),
                null,
                null,
                null);
    }

    private static List<PeerState> inOrder(List<PeerState> words) {
        Map<Integer, PeerState> byNode = new TreeMap<>();
        words.forEach(each -> byNode.put(each.node(), each));
        return List.copyOf(byNode.values());
    }

    /** Seats of nodes that do not exist, and other seats of nodes that vote, as if they had lost their memory. */
    private static List<Offer> offers(RecoveryStatus status, UniformRandomProvider random) {
        View view = status.view();
        boolean victim = random.nextInt(2) == 0 && !view.seats().isEmpty();
        int node =
                victim ? view.seats().get(random.nextInt(view.seats().size())).node() : nobody(random);
        long age = random.nextInt(2) == 0 ? 0 : random.nextLong(1L << 24);
        return List.of(new Offer(new Seat(node, 1L + random.nextInt(1 << 20)), view.epoch(), view.version(), age));
    }

    /** Somebody that does not exist echoes anything; what others echoed some time ago comes again. */
    private static @Nullable Echo echo(Memory memory, RecoveryStatus status, UniformRandomProvider random) {
        if (random.nextInt(2) == 0 && !memory.echoes.isEmpty()) {
            return memory.echoes.get(random.nextInt(memory.echoes.size()));
        }
        Seat seat = new Seat(nobody(random), random.nextInt(3));
        return status.seen().round() < 0 ? null : new Echo(seat, status.seen(), random.nextInt(1 << 20));
    }

    /**
     * Registers requests that nobody made, or tells clocks of nodes that are behind, or of incarnations that are not there. A
     * clock that is ahead is not told: its node cannot know, and would hold its grant for too long.
     */
    private @Nullable Enclosed registration(
            Fault.Lie.About about, @Nullable Enclosed before, RecoveryStatus status, UniformRandomProvider random) {
        if (before == null
                || !before.epoch().equals(status.promised())
                || !(before.message() instanceof RequestMessage request)) {
            return null;
        }
        if (about == Fault.Lie.About.REQUESTS) {
            Key key = key(random);
            return new Enclosed(
                    before.epoch(),
                    new RequestMessage(request.header(), Keys.ofSorted(key)),
                    null,
                    List.of(new ClockReading(key.node(), 0, random.nextLong(1L << 40))));
        }
        List<ClockReading> readings = new ArrayList<>();
        for (ClockReading each : before.readings()) {
            readings.add(
                    random.nextInt(2) == 0
                            ? new ClockReading(each.node(), each.incarnation(), each.at() - random.nextLong(1L << 40))
                            : new ClockReading(
                                    each.node(),
                                    Incarnation.first(random.nextInt(1 << 20)),
                                    random.nextLong(1L << 40)));
        }
        return new Enclosed(before.epoch(), request, null, readings);
    }

    /** A request of a node that does not exist. */
    private static Key key(UniformRandomProvider random) {
        int permits = 1 + random.nextInt(2);
        return new Key(
                random.nextInt(400),
                random.nextInt(100),
                Key.requestNumber(nobody(random), random.nextInt(9)),
                permits,
                false);
    }
}
