/** The other side of the HTTP API: for programs, such as the command line, that talk to a running node. */
@NullMarked
package io.meshlock.daemon.client;

import org.jspecify.annotations.NullMarked;
