package io.meshlock.spi;

/**
 * A node at an end of a link.
 *
 * @param number the node's number, unique in the mesh and never negative; issued by the mesh's authority
 * @param name the node's name
 * @param incarnation grows each time the node starts: distinguishes a restart from a time out of reach
 */
public record Peer(int number, String name, long incarnation) {

    /** As {@code drone-7(7)}. */
    @Override
    public String toString() {
        return name + "(" + number + ")";
    }
}
