/**
 * Nodes that move.
 *
 * <p>A {@link io.meshlock.simulator.mobility.Mobility} is a model of movement: for every node it gives a {@link
 * io.meshlock.simulator.mobility.Walker}, which yields the node's path as straight {@linkplain
 * io.meshlock.simulator.mobility.Leg legs}. {@link io.meshlock.simulator.mobility.Proximity} turns paths into links
 * that come and go, at the exact tick at which two nodes come within radio range or leave it. Recorded paths are a
 * mobility like any other.
 *
 * <p>Every node draws from a random stream of its own, so that its path depends on the seed and its number, and on
 * nothing that happens in the mesh. Distances have the unit of the radius, such as metres; speeds are distances per
 * time unit.
 */
@NullMarked
package io.meshlock.simulator.mobility;

import org.jspecify.annotations.NullMarked;
