/**
 * Links over TCP with mutual TLS 1.3, and announcements that find neighbours.
 *
 * <p>One event loop, one thread, does everything of a node: it listens, dials, encrypts, decodes, and calls back. So nothing
 * here needs a lock but the queue to each link, and a message reaches its pool without changing threads.
 *
 * <pre>
 * TcpTransport ── Dialer ── Backoff            when to dial whom
 *      │      ├── Announcements ── Candidates         who seems to be near
 *      │      └── LinkTable ── Damping      one link per peer; links that flap are held down
 *      └── Connection ── Handshake              the handshake on one connection
 *               └── TcpLink ── KeepAlive           the link: queue, keep-alives
 * </pre>
 *
 * <p>Of two nodes, the one with the smaller number, the <i>arbiter</i>, decides which connection is their link. So two nodes
 * that dial each other at the same moment cannot disagree, and nothing flaps. {@code docs/wire.md} has the state machine.
 */
@NullMarked
package io.meshlock.link.tcp;

import org.jspecify.annotations.NullMarked;
