package io.meshlock.simulator;

/** What the events of a world's queue stand for; plain numbers, because the queue holds millions of them. */
final class EventKind {

    /** A message arrives. a: its direction. */
    static final int DELIVERY = 0;
    /** A timer of a protocol runs out. a: the node, b: the timer. */
    static final int TIMER = 1;
    /** A client asks. a: the client. */
    static final int REQUEST = 2;
    /** A client has held its permits long enough. a: its place in the table of requests. */
    static final int HOLD_END = 3;
    /** A client has waited long enough. a: its place in the table of requests. */
    static final int PATIENCE_END = 4;

    static final int CHURN = 5;
    static final int PARTITION = 6;
    static final int PARTITION_END = 7;
    /** The duration is over: no more requests and faults. */
    static final int HEALING = 8;
    /** The routing layer has something to do; see {@link io.meshlock.simulator.routing.Router#due}. */
    static final int ROUTING = 10;

    /** Links come and go because nodes move, or as recorded. */
    static final int MOTION = 9;

    /** Something begins or ends for a node itself. a: the node, b: what, as {@link HostModes} numbers it. */
    static final int HOST = 11;

    /** Something happens to a machine. a: the node or a place in the plan, b: what, as {@link Machines} numbers it. */
    static final int MACHINE = 12;

    /** A datagram arrives. a: from, b: to. */
    static final int DATAGRAM = 13;

    private EventKind() {}
}
