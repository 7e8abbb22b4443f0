package io.meshlock.spi;

/**
 * Another node, as a link knows it.
 *
 * @param number the node's number, unique in the mesh; the mesh's authority hands it out, and it is never negative
 * @param name the node's name, for people
 * @param incarnation grows each time the node starts: tells a node that restarted from one that was out of reach
 */
public record Peer(int number, String name, long incarnation) {

    /** As {@code drone-7(7)}. */
    @Override
    public String toString() {
        return name + "(" + number + ")";
    }
}
