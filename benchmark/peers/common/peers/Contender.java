package peers;

/** A lock service with three nodes in this process. Nobody stops it: all it started ends with the process. */
public interface Contender {

    int NODES = 3;

    /** Does what is done once and not at each start, as making keys. */
    default void prepare() throws Exception {}

    void start() throws Exception;

    /** Whether a request may ask for some of several permits. If not, k is 1. */
    default boolean counts() {
        return true;
    }

    /** The k permits of that name, for clients of a node. */
    Permits permits(int node, String name, int k) throws Exception;
}
