/** The HTTP API: routes, requests of clients and their leases, guards and limits. */
@NullMarked
package io.meshlock.daemon.http;

import org.jspecify.annotations.NullMarked;
