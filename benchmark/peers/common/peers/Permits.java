package peers;

/** Permits that all nodes share, as one node offers them to its clients. */
@FunctionalInterface
public interface Permits {

    /** Waits for h permits. Closing gives them back, by the thread that acquired them. */
    AutoCloseable acquire(int h) throws Exception;
}
