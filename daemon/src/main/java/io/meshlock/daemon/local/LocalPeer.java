package io.meshlock.daemon.local;

/**
 * Who is at the other end of a Unix domain socket, as the kernel says.
 *
 * @param user the name of the user, or its number if it has none
 * @param isOperator whether it is the node's own user, or root
 */
public record LocalPeer(String user, boolean isOperator) {}
