/**
 * Exhaustive exploration of small meshes: every interleaving of requests, releases, cancels, deliveries and link
 * changes.
 *
 * <p>The protocol's code runs once per distinct pair of a node's state and an input ({@link
 * io.meshlock.simulator.explore.NodeStates}); the search itself works on small tuples of integers, which stand for node
 * states and link contents. Node states are taken apart and put together by reflection ({@link
 * io.meshlock.simulator.explore.StateGraph}), so no field can be forgotten and no protocol needs code for it.
 */
@NullMarked
package io.meshlock.simulator.explore;

import org.jspecify.annotations.NullMarked;
