/**
 * Links over TCP with mutual TLS 1.3, and discovery of neighbours by announcements.
 *
 * <p>One event loop with one thread does all the work of a node: it listens, dials, encrypts, decodes, and calls back.
 * So only the send buffer of each link needs a lock, and a message reaches its pool without changing threads.
 *
 * <pre>
 * TcpTransport ── Dialer ── Backoff               when to dial which peer
 *      │      ├── Discovery ── DiscoveredPeers    announcements, and the peers they announce
 *      │      └── LinkTable ── FlapDamping        one link per peer; links that flap are held down
 *      └── Connection ── Handshake                the handshake on one connection
 *               └── TcpLink ── KeepAlive          the link: send buffer, keep-alives
 * </pre>
 *
 * <p>Of two nodes, the one with the smaller number, the <i>arbiter</i>, decides which connection is their link. So two
 * nodes that dial each other at the same moment cannot disagree, and nothing flaps. {@code docs/wire.md} has the state
 * machine.
 */
@NullMarked
package io.meshlock.link.tcp;

import org.jspecify.annotations.NullMarked;
