package io.meshlock.simulator;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.WorldSpec.Topology;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.journal.Journal;
import io.meshlock.simulator.network.Churn;
import io.meshlock.simulator.network.Endpoints;
import io.meshlock.simulator.network.Graph;
import io.meshlock.simulator.network.LinkChanges;
import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.LinkQuality;
import io.meshlock.simulator.network.MovingLinks;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Partitions;
import io.meshlock.simulator.network.Reconnection;
import io.meshlock.simulator.network.Split;
import io.meshlock.simulator.network.Topologies;
import io.meshlock.simulator.routing.Router;
import java.util.Arrays;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * A simulated mesh: runs one protocol on all nodes through requests, link changes and splits, and tells the journal.
 *
 * <p>Until the duration, clients ask and the network misbehaves. Then the network heals, nobody asks or loses patience any
 * more, and the world goes on until everybody was served and nothing is in flight, or the drain time is over.
 *
 * <p>The same specification and seed give the same journal. Not thread-safe; different worlds are independent.
 */
public final class World {

    private final WorldSpec spec;
    private final Journal journal;
    private final EventQueue queue;
    private final Network network;
    private final Timers timers;
    private final Clients clients;
    private final Nodes nodes;
    /** Carries messages over several links, if the algorithm's nodes write to anybody. */
    private final @Nullable Router router;
    /** Who takes what arrives over links: the router, or the nodes themselves. */
    private final Endpoints endpoints;

    private final LinkChanges changes;
    private final Churn churn;
    /** What makes links come and go by themselves, or null if nothing does. */
    private final @Nullable MovingLinks moving;

    private final Split split;
    private final Partitions partitions;
    private final @Nullable HostModes modes;
    /** What the nodes run on, in worlds whose machines may fail, and when they do. */
    private final @Nullable Machines machines;

    private final @Nullable Mishaps mishaps;
    private final @Nullable Ether ether;
    private final UniformRandomProvider churnRandom;
    private final UniformRandomProvider partitionRandom;
    private final long end;

    private boolean healed;
    private boolean closing;
    private boolean ended;

    /**
     * Makes the world as it is before anything happens; the journal hears of the first links and tokens.
     *
     * @throws IllegalArgumentException if there is no such world; the message says why
     */
    public World(WorldSpec spec, long seed, Journal journal) {
        this.spec = spec;
        this.journal = journal;
        RandomStreams streams = new RandomStreams(seed);
        churnRandom = streams.of(Concern.CHURN);
        partitionRandom = streams.of(Concern.PARTITION);
        WorldSpec.Network net = spec.network();
        long mobilitySeed = streams.seedOf(Concern.MOBILITY);
        moving = net.topology() instanceof Topology.Changing changing
                ? new MovingLinks(spec.nodes(), changing.history(spec, mobilitySeed))
                : null;
        Graph graph = moving != null
                ? moving.start()
                : Topologies.create(net.topology(), spec.nodes(), streams.of(Concern.TOPOLOGY));
        queue = new EventQueue(2 * spec.nodes());
        network = new Network(graph, queue, EventKind.DELIVERY, net.delay(), streams.of(Concern.DELAY));
        LinkQuality quality = net.topology() instanceof Topology.Changing changing
                ? changing.quality(spec, mobilitySeed, queue::now)
                : null;
        if (quality != null) {
            network.loseAttempts(quality, streams.of(Concern.LOSS));
        }
        Failures failures = spec.failures();
        Clocks clocks = failures.clockDrift() < 0
                ? null
                : new Clocks(spec.nodes(), failures.clockDrift(), streams.of(Concern.CLOCKS));
        timers = new Timers(queue, spec.nodes(), clocks);
        clients = new Clients(spec, queue, streams.seedOf(Concern.WORKLOAD));
        boolean fragile = spec.recovers() || failures.mayHitMachines();
        ether = fragile
                ? new Ether(failures.datagrams(), net.delay(), queue, network, streams.of(Concern.DATAGRAMS))
                : null;
        NodeEffects effects = spec.routed()
                ? new RoutedEffects(queue, network, clients, timers, journal)
                : ether != null
                        ? new FragileEffects(queue, network, clients, timers, journal, clocks, ether)
                        : new NodeEffects(queue, network, clients, timers, journal);
        Founding founding =
                new Founding(spec.algorithm(), spec.pool(), spec.options(), spec.mayLoseMessages(), graph.neighbours());
        nodes = new Nodes(protocols(spec, founding), effects, queue, journal, clocks);
        router = effects instanceof RoutedEffects routed ? router(routed, streams) : null;
        machines = effects instanceof FragileEffects some
                ? new Machines(spec, founding, queue, nodes, some, clients, timers, clocks, journal)
                : null;
        if (machines != null && effects instanceof FragileEffects some) {
            some.runOn(machines);
        }
        endpoints = router != null ? router : machines != null ? machines : nodes;
        changes = new LinkChanges(network, endpoints, net.lossyLinkDeath() || failures.mayHitMachines());
        split = new Split(spec.nodes());
        churn = new Churn(changes, split, net.churn() != null && net.churn().keepConnected(), churnRandom);
        partitions = new Partitions(changes, split, partitionRandom);
        modes = spec.hosts().stay()
                ? null
                : new HostModes(spec, founding, queue, nodes, clients, timers, journal, streams.of(Concern.HOSTS));
        mishaps = machines == null
                ? null
                : new Mishaps(failures, machines, queue, split, partitions, streams.of(Concern.MACHINES), spec.nodes());
        closing = failures.closing();
        end = Math.addExact(spec.duration(), spec.drain());
        announce(graph, founding);
        // First of all events at its instant, so that nothing else happens at the duration before healing.
        queue.add(spec.duration(), EventKind.HEALING, 0, 0, null);
        scheduleMotion();
        scheduleChurn();
        schedulePartition();
        if (modes != null) {
            nodes.comeAndGo(modes);
            modes.start();
        }
        if (mishaps != null) {
            mishaps.start();
        }
        clients.start();
        if (router != null) {
            router.start();
        }
    }

    private Router router(RoutedEffects effects, RandomStreams streams) {
        WorldSpec.Network net = spec.network();
        Router made = new Router(
                net.routing(),
                network,
                queue,
                EventKind.ROUTING,
                nodes,
                journal,
                net.delay().mean(),
                streams.of(Concern.CHANNEL));
        effects.sendOver(made);
        return made;
    }

    /** Runs to the end. */
    public void run() {
        runUntil(end);
    }

    /**
     * Lets everything happen that is due up to and including an instant.
     *
     * @return true if the world goes on after that
     */
    public boolean runUntil(long time) {
        long limit = Math.min(time, end);
        boolean more = true;
        while (more) {
            more = step(limit);
        }
        if (!ended && limit == end) {
            end();
        }
        return !ended;
    }

    /** Lets the next event happen if one is due up to and including an instant; false if none is. */
    public boolean step(long time) {
        int event = ended ? EventQueue.NONE : queue.poll(Math.min(time, end));
        if (event == EventQueue.NONE) {
            return false;
        }
        handle(event);
        if (healed && clients.outstanding() == 0 && inFlight() == 0 && !close() && agreeOnSize()) {
            end();
        }
        return true;
    }

    /** What a person may do to this world while it runs, and see of it. */
    public WorldControls controls() {
        return new WorldControls(queue, network, changes, clients, nodes, machines, mishaps, modes);
    }

    /** Perhaps somebody asks for everything in the end; true if so. */
    private boolean close() {
        boolean asks = closing && machines != null && machines.askForAll(churnRandom.nextInt(clients.count()));
        closing = false;
        return asks;
    }

    /** True if all nodes that are up take the pool to have the same size. */
    public boolean agreeOnSize() {
        return machines == null || machines.agreeOnSize();
    }

    /** A routing protocol never falls silent, so only messages of the nodes count. */
    private int inFlight() {
        return router == null ? network.inFlight() : router.inFlight();
    }

    public int nodes() {
        return spec.nodes();
    }

    /** The present instant, in ticks. */
    public long now() {
        return queue.now();
    }

    /** How many inputs the protocols have handled so far: messages, link changes, requests, releases, timers. */
    public long events() {
        return nodes.inputs();
    }

    /** One line about a node's state, for narratives and inspection. */
    public String describe(int node) {
        return nodes.protocol(node).describe();
    }

    private void handle(int event) {
        int kind = queue.kind(event);
        int a = queue.a(event);
        if (kind == EventKind.DELIVERY) {
            Message message = Network.message(queue.payload(event));
            network.arrived(event);
            queue.release(event);
            endpoints.deliver(network.from(a), network.to(a), message);
            return;
        }
        int b = queue.b(event);
        Object payload = queue.payload(event);
        queue.release(event);
        if (machines != null && handleFragile(machines, kind, a, b, payload)) {
            return;
        }
        switch (kind) {
            case EventKind.TIMER -> {
                timers.fired(a, b);
                nodes.timerFired(a, b);
            }
            case EventKind.REQUEST -> ask(a);
            case EventKind.HOLD_END -> clients.giveBack(a, nodes);
            case EventKind.PATIENCE_END -> clients.losePatience(a, nodes);
            case EventKind.CHURN -> changeLinks();
            case EventKind.MOTION -> moveLinks();
            case EventKind.PARTITION -> beginPartition();
            case EventKind.PARTITION_END -> endPartition();
            case EventKind.HEALING -> heal();
            case EventKind.ROUTING -> Objects.requireNonNull(router).due(a, b, payload);
            case EventKind.HOST -> Objects.requireNonNull(modes).due(a, b);
            default -> throw new IllegalStateException("unknown kind of event " + kind);
        }
    }

    /** Where machines may fail, they decide what becomes of inputs; false if the event is none. */
    private boolean handleFragile(Machines hosts, int kind, int a, int b, @Nullable Object payload) {
        switch (kind) {
            case EventKind.TIMER -> {
                timers.fired(a, b);
                hosts.timerFired(a, b);
            }
            case EventKind.REQUEST -> hosts.ask(a);
            case EventKind.HOLD_END -> hosts.giveBack(a);
            case EventKind.PATIENCE_END -> hosts.losePatience(a);
            case EventKind.DATAGRAM -> {
                Message message = Network.message(payload);
                if (network.isUp(a, b)) {
                    hosts.deliver(a, b, message);
                } else {
                    hosts.lost(a, b, message);
                }
            }
            case EventKind.MACHINE -> Objects.requireNonNull(mishaps).due(a, b);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void ask(int client) {
        if (modes != null && modes.isAway(clients.nodeOf(client))) {
            clients.thinkAgain(client);
        } else {
            clients.ask(client, nodes);
        }
    }

    private void changeLinks() {
        if (!healed) {
            churn.change();
            scheduleChurn();
        }
    }

    private void moveLinks() {
        if (!healed && moving != null) {
            moving.change(changes);
            scheduleMotion();
        }
    }

    private void beginPartition() {
        WorldSpec.Partitions settings = spec.network().partitions();
        if (!healed && settings != null) {
            partitions.begin();
            schedule(EventKind.PARTITION_END, settings.length().sampleTicks(partitionRandom));
        }
    }

    private void endPartition() {
        if (!healed) {
            partitions.heal();
            schedulePartition();
        }
    }

    /** Nodes that move stop where they are; parts that are out of reach of each other get the links that they lack. */
    private void heal() {
        healed = true;
        if (router != null) {
            router.heal();
        }
        clients.stop();
        if (modes != null) {
            modes.heal();
        }
        if (ether != null) {
            ether.heal();
        }
        partitions.heal();
        if (mishaps != null) {
            mishaps.heal();
        }
        Reconnection.reconnect(changes, split, churnRandom);
        journal.healed(queue.now());
    }

    private void end() {
        ended = true;
        journal.ended(queue.now());
    }

    private void scheduleMotion() {
        if (moving != null && moving.nextTime() != LinkHistory.NEVER) {
            queue.add(moving.nextTime(), EventKind.MOTION, 0, 0, null);
        }
    }

    private void scheduleChurn() {
        WorldSpec.Churn settings = spec.network().churn();
        if (settings != null) {
            schedule(EventKind.CHURN, exponential(settings.mean(), churnRandom));
        }
    }

    private void schedulePartition() {
        WorldSpec.Partitions settings = spec.network().partitions();
        if (settings != null) {
            schedule(EventKind.PARTITION, exponential(settings.mean(), partitionRandom));
        }
    }

    private void schedule(int kind, long delay) {
        queue.add(queue.now() + delay, kind, 0, 0, null);
    }

    /** At least a tick, so that time passes. */
    private static long exponential(long meanTicks, UniformRandomProvider random) {
        return Math.max(1, Math.round(-meanTicks * StrictMath.log(1 - random.nextDouble())));
    }

    private void announce(Graph graph, Founding founding) {
        for (int link = 0; link < graph.links(); link++) {
            journal.linkUp(0, graph.low(link), graph.high(link));
        }
        for (int node = 0; node < spec.nodes(); node++) {
            if (founding.tokens(node) > 0) {
                journal.tokens(0, node, founding.tokens(node));
            }
        }
    }

    private static Protocol[] protocols(WorldSpec spec, Founding founding) {
        Protocol[] protocols = new Protocol[spec.nodes()];
        Arrays.setAll(protocols, node -> {
            Setup setup = founding.setup(node);
            return spec.algorithm().create(spec.recovers() ? setup.withDurable(founding.durable()) : setup);
        });
        return protocols;
    }
}
