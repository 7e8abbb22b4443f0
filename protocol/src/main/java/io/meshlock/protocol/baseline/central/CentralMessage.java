package io.meshlock.protocol.baseline.central;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.WireSize;
import java.util.Locale;

/** The messages between the coordinator and the other nodes. Each dispatches to its handler. */
sealed interface CentralMessage extends Message {

    void deliver(CentralNode to, int from, Effects out);

    @Override
    default String type() {
        return getClass().getSimpleName().toUpperCase(Locale.ROOT);
    }

    /** A node wants permits. */
    record Request(long number, int permits, int priority, long deadline) implements CentralMessage {
        @Override
        public void deliver(CentralNode to, int from, Effects out) {
            to.onRequest(this, out);
        }

        @Override
        public int bytes() {
            boolean dated = deadline != io.meshlock.protocol.PermitRequest.NO_DEADLINE;
            return WireSize.number(number)
                    + WireSize.number(permits)
                    + WireSize.number(priority)
                    + (dated ? WireSize.number(deadline) : 0);
        }

        @Override
        public String toString() {
            return "REQUEST " + (int) number + " for " + permits + " at priority " + priority;
        }
    }

    /** A request is no longer wanted, whether it waits or was granted meanwhile. */
    record Cancel(long number) implements CentralMessage {
        @Override
        public void deliver(CentralNode to, int from, Effects out) {
            to.onCancel(this, out);
        }

        @Override
        public int bytes() {
            return WireSize.number(number);
        }

        @Override
        public String toString() {
            return "CANCEL " + (int) number;
        }
    }

    /** A request is granted. */
    record Grant(long number, long grant, Slots slots) implements CentralMessage {
        @Override
        public void deliver(CentralNode to, int from, Effects out) {
            to.onGrant(this, out);
        }

        @Override
        public int bytes() {
            return WireSize.number(number) + WireSize.number(grant) + WireSize.slots(slots);
        }

        @Override
        public String toString() {
            return "GRANT " + grant + " for " + (int) number + " slots " + slots;
        }
    }

    /** A grant is released. */
    record Release(long grant) implements CentralMessage {
        @Override
        public void deliver(CentralNode to, int from, Effects out) {
            to.onRelease(this, out);
        }

        @Override
        public int bytes() {
            return WireSize.number(grant);
        }

        @Override
        public String toString() {
            return "RELEASE " + grant;
        }
    }
}
