/**
 * Random hunts: schedules in which nothing has a time, so that messages on different links overtake each other in every
 * way, with faults; then everything heals and everybody must be served.
 *
 * <p>A schedule is a function of the {@link io.meshlock.simulator.hunt.HuntSettings} and one seed. What judges it
 * shares no code with the algorithms. A schedule that fails is shrunk and told as a narrative.
 */
@NullMarked
package io.meshlock.simulator.hunt;

import org.jspecify.annotations.NullMarked;
