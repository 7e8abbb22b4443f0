/**
 * A testbed on one machine: real nodes in network namespaces, links that follow a scenario, seeded faults, and a witness
 * that shares no code with Meshlock.
 *
 * <p>Java reads the scenario, makes keys and writes a plan; programs in Python, which travel in this module as
 * resources, do what only they can do simply: namespaces, interfaces in user space, signals. They are copied into the
 * run's folder, so that whoever has the folder can judge it again.
 */
@NullMarked
package io.meshlock.chaos;

import org.jspecify.annotations.NullMarked;
