package io.meshlock.simulator.network;

import io.meshlock.simulator.engine.EventQueue;

/**
 * Cuts and forms links, and delivers or drops the messages in flight on a cut link.
 *
 * <p>The papers assume that everything sent over a link arrives before its end is noticed. At the instant of the cut,
 * such a link delivers all messages in flight in both directions, in the order of arrival, and also the answers that
 * receivers send over it, until it is empty. A lossy link drops all messages in flight.
 */
public final class LinkChanges {

    /** If two nodes answer each other more often than this over a dying link, they will never stop. */
    private static final int MOST_DELIVERIES = 100_000;

    private final Network network;
    private final Endpoints endpoints;
    private final boolean lossy;
    private final LinkRule rule;

    public LinkChanges(Network network, Endpoints endpoints, boolean lossy) {
        this(network, endpoints, lossy, LinkRule.ALL);
    }

    /** @param rule is asked before a link comes up */
    public LinkChanges(Network network, Endpoints endpoints, boolean lossy, LinkRule rule) {
        this.rule = rule;
        this.network = network;
        this.endpoints = endpoints;
        this.lossy = lossy;
    }

    /** The network that changes. */
    public Network network() {
        return network;
    }

    /** Forms a link between two nodes that have none, if the rule admits it. */
    public void form(int a, int b) {
        if (rule.admits(a, b)) {
            network.bringUp(a, b);
            endpoints.linkUp(Math.min(a, b), Math.max(a, b));
        }
    }

    /** Cuts the link between two nodes. */
    public void cut(int a, int b) {
        int link = network.linkBetween(a, b);
        if (lossy) {
            lose(link);
        } else {
            drain(link);
        }
        network.takeDown(link);
        endpoints.linkDown(Math.min(a, b), Math.max(a, b));
    }

    private void lose(int link) {
        for (int event = network.next(link); event != EventQueue.NONE; event = network.next(link)) {
            int from = network.from(event);
            int to = network.to(event);
            endpoints.lost(from, to, network.take(event));
        }
    }

    private void drain(int link) {
        int event = network.next(link);
        for (int delivered = 0; event != EventQueue.NONE; delivered++) {
            if (delivered == MOST_DELIVERIES) {
                throw new IllegalStateException("nodes " + network.low(link) + " and " + network.high(link)
                        + " keep answering each other over a link that goes down: " + MOST_DELIVERIES + " messages");
            }
            int from = network.from(event);
            int to = network.to(event);
            endpoints.deliver(from, to, network.take(event));
            event = network.next(link);
        }
    }
}
