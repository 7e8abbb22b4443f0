/** The testbed as a user starts it: hosts in network namespaces, storms of faults, a witness. */
@NullMarked
package io.meshlock.testbed.chaos;

import org.jspecify.annotations.NullMarked;
