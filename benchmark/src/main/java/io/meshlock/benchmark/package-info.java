/** Micro-benchmarks of the protocol and the simulator, and runs side by side with the peers. */
package io.meshlock.benchmark;
