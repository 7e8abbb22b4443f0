package io.meshlock.simulator;

/** The kinds of events in a world's queue; plain numbers, because the queue holds millions of them. */
final class EventKind {

    /** A message arrives; see {@link io.meshlock.simulator.network.Deliveries}. */
    static final int DELIVERY = 0;
    /** A timer of a protocol runs out. a: the node, b: the timer. */
    static final int TIMER = 1;
    /** A client asks. a: the client. */
    static final int REQUEST = 2;
    /** A client has held its permits long enough. a: its place in the table of requests. */
    static final int HOLD_END = 3;
    /** A client has waited long enough. a: its place in the table of requests. */
    static final int PATIENCE_END = 4;
    /** A datagram arrives. a: from, b: to. */
    static final int DATAGRAM = 5;
    /** A random link is replaced. */
    static final int CHURN = 6;
    /** Links come and go because nodes move, or as recorded. */
    static final int MOTION = 7;
    /** A fault begins or ends. a: the node, or an index into the script; b: the kind, see {@link FaultInjector}. */
    static final int FAULT = 8;
    /** The routing layer has something to do; see {@link io.meshlock.simulator.routing.Router}. */
    static final int ROUTING = 9;
    /** The duration is over: no more requests and faults. */
    static final int HEALING = 10;

    /** A client gives back half of its permits. a: its place in the table of requests, b: the end of the request's id. */
    static final int HALF_END = 11;

    /** Twins that were refused a link dial again; see {@link TwinLinks}. */
    static final int DIAL = 12;

    private EventKind() {}
}
