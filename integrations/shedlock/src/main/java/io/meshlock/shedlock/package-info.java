/** ShedLock over a mesh: {@link io.meshlock.shedlock.MeshlockLockProvider}. */
@NullMarked
package io.meshlock.shedlock;

import org.jspecify.annotations.NullMarked;
