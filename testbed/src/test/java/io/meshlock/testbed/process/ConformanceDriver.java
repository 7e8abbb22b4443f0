package io.meshlock.testbed.process;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A client of a node's API, as the conformance cases see it. Requests have names, given by the case. */
interface ConformanceDriver extends AutoCloseable {

    /**
     * What became of a request.
     *
     * @param state {@code waiting}, {@code granted}, {@code refused}, {@code released} or {@code lost}
     * @param reason why it was refused or lost
     * @param fencing the fencing token, once granted
     * @param slots the permits' numbers, once granted
     */
    record Outcome(String state, String reason, long fencing, List<Integer> slots) {

        static final Outcome WAITING = new Outcome("waiting", "", 0, List.of());

        Outcome become(String next, String why) {
            return new Outcome(next, why, fencing, slots);
        }
    }

    /** Asks, without waiting for the decision. The step has {@code pool, permits, priority, wait, lease}. */
    void ask(String name, JsonNode step) throws IOException;

    /** What the client knows of it now. */
    Outcome outcome(String name) throws IOException;

    /** Gives back, or withdraws. */
    void release(String name) throws IOException;

    @Override
    void close() throws IOException;
}
