package io.meshlock.protocol.recovery;

/**
 * A lower bound of what a node's own clock shows when the message that carries it is sent. It goes with the
 * registration of the node's requests, so that whoever has the token can grant them at once: leases count by the
 * grantee's clock.
 *
 * @param node the node
 * @param incarnation the incarnation whose clock it is
 * @param at what the clock shows at least
 */
public record ClockReading(int node, long incarnation, long at) {}
