/** The HTTP API: routes, requests of clients and their leases, access control and limits. */
@NullMarked
package io.meshlock.daemon.http;

import org.jspecify.annotations.NullMarked;
