package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitRequest;

/** A local request, whether it waits its turn outside the algorithm, is inside it, or holds its permits. */
final class Need {

    final PermitRequest request;

    /** The request as observers see it. */
    final Key key;

    /** The paper's R; raised by aging for as long as the request is in Q. */
    long priority;

    /** Cancelled too late to be withdrawn: released as soon as it is granted (R10). */
    boolean abandoned;

    /** The number of its grant, once it has one. */
    long grant = -1;

    Need(PermitRequest request, Key key, long priority) {
        this.request = request;
        this.key = key;
        this.priority = priority;
    }

    int permits() {
        return request.permits();
    }
}
