package io.meshlock.internal;

import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;

/** What the protocol wants done, done by the cell at once: every effect belongs to the step under way. */
final class CellEffects implements Effects {

    private final Cell cell;

    CellEffects(Cell cell) {
        this.cell = cell;
    }

    @Override
    public void send(int to, Message message) {
        cell.send(to, message);
    }

    @Override
    public void granted(Grant grant) {
        cell.desk().granted(grant);
    }

    @Override
    public void rejected(long request, Rejection why) {
        cell.desk().rejected(request, why);
    }

    @Override
    public void withdrawn(long request) {
        cell.desk().withdrawn(request);
    }

    @Override
    public void setTimer(int timer, long delay) {
        cell.setTimer(timer, delay);
    }

    @Override
    public void leased(long grant, long validUntil) {
        cell.desk().leased(grant, validUntil);
    }

    @Override
    public void lost(long grant) {
        cell.desk().lost(grant);
    }

    @Override
    public void keep(Durable durable) {
        cell.keep(durable);
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        cell.recovered(epoch, how);
    }

    @Override
    public void remember(int incarnation) {
        cell.remember(incarnation);
    }

    @Override
    public void waiting(long request, Key key) {
        cell.recorder().waiting(request, key);
    }

    @Override
    public void decided(long number, Key key) {
        cell.recorder().decided(number, key);
    }

    @Override
    public void tokens(int held) {
        cell.desk().tokens(held);
    }

    @Override
    public void resized(PoolSize size) {
        cell.resized(size);
    }

    @Override
    public void mayLeave() {
        cell.mayLeave();
    }
}
