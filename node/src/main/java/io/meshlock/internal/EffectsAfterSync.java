package io.meshlock.internal;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Effects of a step whose thread must not wait for the disk. From the first promise on they are held back; they are
 * performed, in their order, after the last promise of the step is on disk.
 */
final class EffectsAfterSync implements Effects {

    /** Keeps promises. */
    interface Disk {

        /** True if {@link Effects#keep} would wait. */
        boolean waitsForADisk();

        /** As {@link Effects#keep}, but returns at once, and tells: null when the state is on disk, or why it is not. */
        void keepAndTell(DurableState durable, Consumer<@Nullable RuntimeException> told);
    }

    private final Effects effects;
    private final Disk disk;
    private List<Runnable> held = new ArrayList<>(0);
    private @Nullable DurableState promise;

    EffectsAfterSync(Effects effects, Disk disk) {
        this.effects = effects;
        this.disk = disk;
    }

    /** True if there is a promise to be kept before what is held back may be performed. */
    boolean hasPromise() {
        return promise != null;
    }

    /** Starts to keep the promise; the argument is given null, or why it cannot be kept. It must not wait. */
    void keep(Consumer<@Nullable RuntimeException> kept) {
        DurableState toKeep = promise;
        promise = null;
        if (toKeep == null) {
            throw new IllegalStateException("nothing was promised");
        }
        disk.keepAndTell(toKeep, kept);
    }

    /** The promise is kept: performs what was held back. */
    void perform() {
        List<Runnable> now = held;
        held = new ArrayList<>(0);
        now.forEach(Runnable::run);
    }

    /** The pool has stopped: what was held back never happens, as after a crash. */
    void drop() {
        promise = null;
        held = new ArrayList<>(0);
    }

    /** An effect, or something else that must not come before one. */
    void then(Runnable effect) {
        if (promise == null) {
            effect.run();
        } else {
            held.add(effect);
        }
    }

    @Override
    public void keep(DurableState durable) {
        if (disk.waitsForADisk()) {
            promise = durable;
        } else {
            effects.keep(durable);
        }
    }

    @Override
    public void send(int to, Message message) {
        then(() -> effects.send(to, message));
    }

    @Override
    public void granted(PermitGrant grant) {
        then(() -> effects.granted(grant));
    }

    @Override
    public void leased(long grant, long validUntil) {
        then(() -> effects.leased(grant, validUntil));
    }

    @Override
    public void lost(long grant) {
        then(() -> effects.lost(grant));
    }

    @Override
    public void rejected(long request, Rejection why) {
        then(() -> effects.rejected(request, why));
    }

    @Override
    public void withdrawn(long request) {
        then(() -> effects.withdrawn(request));
    }

    @Override
    public void setTimer(int timer, long delay) {
        then(() -> effects.setTimer(timer, delay));
    }

    @Override
    public void mayLeave() {
        then(effects::mayLeave);
    }

    @Override
    public void remember(int incarnation) {
        then(() -> effects.remember(incarnation));
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        then(() -> effects.recovered(epoch, how));
    }

    @Override
    public void forgot() {
        then(effects::forgot);
    }

    @Override
    public void heardOfLaterSelf() {
        then(effects::heardOfLaterSelf);
    }

    @Override
    public void waiting(long request, Key key) {
        then(() -> effects.waiting(request, key));
    }

    @Override
    public void decided(long number, Key key) {
        then(() -> effects.decided(number, key));
    }

    @Override
    public void tokens(int here) {
        then(() -> effects.tokens(here));
    }

    @Override
    public void resized(PoolSize size) {
        then(() -> effects.resized(size));
    }
}
