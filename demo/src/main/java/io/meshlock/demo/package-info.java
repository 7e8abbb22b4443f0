/**
 * A mesh of real nodes in one process, to look at: drones share docks and uplinks while their links come and go. What
 * the nodes wrote into their journals is judged by the simulator's checkers at the end.
 */
@NullMarked
package io.meshlock.demo;

import org.jspecify.annotations.NullMarked;
