package io.meshlock.protocol.prioritized;

/** The most that a message of a correct node carries. Whoever decodes messages refuses those that have more. */
public final class MessageBounds {

    /** The longest route. */
    public static final int MAX_HOPS = Topology.MAX_HOPS;

    /** How many heirs a grant may have. */
    public static final int MAX_HEIRS = Succession.MAX_HEIRS;

    /** How many link states a REQUEST carries. */
    public static final int MAX_LINK_STATES = Topology.MAX_TOLD;

    /** How many link states travel with the token. */
    public static final int MAX_LINK_STATES_WITH_TOKEN = Topology.MAX_WITH_TOKEN;

    /** How many neighbours a link state lists. */
    public static final int MAX_PEERS = Topology.MAX_PEERS;

    /** Of how many grants a REQUEST says that they have their permits. */
    public static final int MAX_ENTERED = Downhill.MAX_ENTERED;

    /** The largest version of a link state. */
    public static final long MAX_VERSION = Topology.MAX_VERSION;

    private MessageBounds() {}
}
