package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.network.Churn;
import io.meshlock.simulator.network.Deliveries;
import io.meshlock.simulator.network.Endpoints;
import io.meshlock.simulator.network.Graph;
import io.meshlock.simulator.network.LinkChanges;
import io.meshlock.simulator.network.LinkQuality;
import io.meshlock.simulator.network.MovingLinks;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Partitions;
import io.meshlock.simulator.network.Split;
import io.meshlock.simulator.network.Topologies;
import io.meshlock.simulator.network.Topology;
import io.meshlock.simulator.network.Transport;
import io.meshlock.simulator.routing.Router;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** Makes the parts of a world, each after those that it needs. */
final class WorldParts {

    final EventQueue queue;
    final Clients clients;
    final Nodes nodes;
    final Hosts hosts;
    final HostInputs inputs;
    final Identities identities;
    final Lies lies;
    /** Carries the messages of nodes. */
    final Transport transport;

    final Network network;
    final LinkChanges changes;
    final Split split;
    final FaultInjector faults;
    /** For churn, and for the links that healing adds. */
    final UniformRandomProvider churnRandom;

    private final WorldSpec spec;
    private final Journal journal;
    private final RandomStreams streams;
    private final Graph start;
    private final InitialTokens initialTokens;
    /** In the order in which they start. */
    private final List<Feature> features = new ArrayList<>();

    /** @throws IllegalArgumentException if the specification is impossible; the message says why */
    WorldParts(WorldSpec spec, long seed, Journal told) {
        this.spec = spec;
        streams = new RandomStreams(seed);
        churnRandom = streams.of(Concern.CHURN);
        queue = new EventQueue(2 * spec.nodes());
        identities = new Identities(spec);
        MovingLinks moving = movingLinks();
        start = moving.start();
        network = network();
        lies = new Lies(spec, network, queue, told);
        journal = lies.isNeeded() ? Journals.fanOut(told, lies) : told;
        Clocks clocks = new Clocks(spec.hosts(), spec.failures().clockDrift(), streams.of(Concern.CLOCKS));
        Timers timers = new Timers(queue, spec.hosts(), clocks);
        clients = new Clients(spec, queue, streams.seedOf(Concern.WORKLOAD));
        initialTokens = new InitialTokens(
                spec.algorithm(), spec.pool(), spec.options(), spec.mayLoseMessages(), start.neighbours());
        NodeEffects effects = new NodeEffects(queue, clients, timers, clocks, identities, network, journal);
        nodes = new Nodes(protocols(), effects, queue, journal, clocks, identities);
        PausedInputs paused = new PausedInputs();
        split = new Split(spec.hosts());
        TwinLinks twins = new TwinLinks(identities, network, split, queue, streams.of(Concern.TWINS));
        hosts = new Hosts(spec, initialTokens, queue, nodes, effects, clients, timers, clocks, paused, twins, journal);
        inputs = new HostInputs(hosts, nodes, clients, timers, queue, journal);
        DatagramChannel datagrams = datagrams();
        transport = transport(datagrams, paused);
        effects.connect(hosts, transport);
        lies.connect(nodes, transport);
        Endpoints endpoints = transport instanceof Router router ? router : inputs;
        changes = new LinkChanges(network, endpoints, spec.losesWithLinks(), twins);
        twins.connect(changes);
        UniformRandomProvider partitionRandom = streams.of(Concern.PARTITION);
        Partitions partitions = new Partitions(changes, split, partitionRandom);
        addLinkFeatures(moving, partitions, endpoints);
        faults = new FaultInjector(spec, hosts, lies, queue, split, partitions, partitionRandom, streams);
        // Healing begins at the end of the list: twins dial once more when one of the two is gone.
        features.addAll(List.of(twins, faults, datagrams, inputs, hosts, clients));
        if (transport instanceof Router router) {
            features.add(router);
        }
    }

    List<Feature> features() {
        return features;
    }

    private MovingLinks movingLinks() {
        Topology topology = spec.network().topology();
        return topology instanceof Topology.Changing changing
                ? new MovingLinks(
                        spec.nodes(), changing.history(spec.nodes(), spec.duration(), streams.seedOf(Concern.MOBILITY)))
                : MovingLinks.unmoved(Topologies.create(topology, spec.nodes(), streams.of(Concern.TOPOLOGY)));
    }

    private Network network() {
        Network made = new Network(
                start.among(spec.hosts()),
                queue,
                EventKind.DELIVERY,
                spec.network().delay(),
                streams.of(Concern.DELAY));
        if (spec.network().topology() instanceof Topology.Changing changing) {
            LinkQuality quality = changing.quality(spec.nodes(), streams.seedOf(Concern.MOBILITY), queue::now);
            if (quality != null) {
                made.loseAttempts(quality, streams.of(Concern.LOSS));
            }
        }
        return made;
    }

    private Protocol[] protocols() {
        Protocol[] protocols = new Protocol[spec.hosts()];
        Arrays.setAll(protocols, host -> {
            if (identities.isTwin(host)) { // until it starts
                Setup setup = initialTokens.restart(identities.number(host));
                return spec.algorithm().create(setup.withDurable(DurableState.fresh(0)));
            }
            int node = host;
            Setup setup = initialTokens.setup(node);
            return spec.algorithm().create(spec.recovers() ? setup.withDurable(initialTokens.durable(node)) : setup);
        });
        return protocols;
    }

    private DatagramChannel datagrams() {
        return new DatagramChannel(
                spec.failures().datagrams(),
                spec.network().delay(),
                queue,
                network,
                inputs,
                streams.of(Concern.DATAGRAMS));
    }

    /** Nodes that write to anybody need a router. Sending over a dead link is an error, except where hosts may fail. */
    private Transport transport(DatagramChannel datagrams, PausedInputs paused) {
        if (spec.routed()) {
            return new Router(
                    spec.network().routing(),
                    network,
                    queue,
                    EventKind.ROUTING,
                    inputs,
                    journal,
                    spec.network().delay().mean(),
                    streams.of(Concern.CHANNEL));
        }
        return spec.hostsMayFail()
                ? new HostTransport(network, datagrams, paused, identities, queue, journal)
                : network;
    }

    private void addLinkFeatures(MovingLinks moving, Partitions partitions, Endpoints endpoints) {
        features.add(new Deliveries(network, EventKind.DELIVERY, endpoints));
        features.add(new LinkMotion(moving, partitions, queue));
        WorldSpec.Churn churn = spec.network().churn();
        if (churn != null) {
            Churn change = new Churn(changes, split, churn.keepConnected(), churnRandom);
            features.add(new LinkChurn(change, churn.mean(), queue, churnRandom));
        }
    }

    /** Writes the first state of the world to the journal. */
    void announce() {
        for (int link = 0; link < start.links(); link++) {
            journal.linkUp(0, start.low(link), start.high(link));
        }
        for (int node = 0; node < spec.nodes(); node++) {
            if (initialTokens.tokens(node) > 0) {
                journal.tokens(0, node, initialTokens.tokens(node));
            }
        }
    }
}
