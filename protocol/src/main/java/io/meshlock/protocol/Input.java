package io.meshlock.protocol;

/**
 * The inputs of a {@link Protocol} as values, one record per method. Drivers that need speed call the methods. Drivers
 * that store inputs (narratives, exploration, replay) use these records.
 */
public sealed interface Input {

    /** Calls the method of {@code protocol} that this input stands for. */
    void applyTo(Protocol protocol, long now, Effects out);

    record RequestPermits(PermitRequest request) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.request(now, request, out);
        }
    }

    record CancelRequest(long request) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.cancel(now, request, out);
        }
    }

    record ReleaseGrant(long grant) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.release(now, grant, out);
        }
    }

    record GiveBack(long grant, Slots slots) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.giveBack(now, grant, slots, out);
        }
    }

    record Keep(long grant, long time) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.keep(now, grant, time, out);
        }
    }

    record Receive(int from, Message message) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.receive(now, from, message, out);
        }
    }

    record LinkUp(int peer) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.linkUp(now, peer, out);
        }
    }

    record LinkDown(int peer) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.linkDown(now, peer, out);
        }
    }

    record TimerFired(int timer) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.timerFired(now, timer, out);
        }
    }

    record Leave() implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.leave(now, out);
        }
    }

    record ComeBack() implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.comeBack(now, out);
        }
    }

    record Recover() implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.recover(now, out);
        }
    }

    record Forget(int member) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.forget(now, member, out);
        }
    }

    record Resize(int permits) implements Input {
        @Override
        public void applyTo(Protocol protocol, long now, Effects out) {
            protocol.resize(now, permits, out);
        }
    }
}
