/**
 * Messages over several links, for algorithms whose nodes write to anybody. {@link
 * io.meshlock.simulator.routing.Router} stands between the protocols and the links; it gets the next hop from {@link
 * io.meshlock.simulator.routing.ShortestPaths} or {@link io.meshlock.simulator.routing.DistanceVector}.
 */
@NullMarked
package io.meshlock.simulator.routing;

import org.jspecify.annotations.NullMarked;
