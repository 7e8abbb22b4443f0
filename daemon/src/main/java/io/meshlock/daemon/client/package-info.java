/** Client of the HTTP API, for programs that talk to a running node, such as the command line. */
@NullMarked
package io.meshlock.daemon.client;

import org.jspecify.annotations.NullMarked;
