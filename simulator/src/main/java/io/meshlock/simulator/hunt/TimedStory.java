package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import java.util.Locale;

/** A timed schedule in readable form: everything but datagrams and steps. */
final class TimedStory implements Journal {

    private final StringBuilder text = new StringBuilder();

    private void line(long time, int node, String what) {
        text.append(String.format(Locale.ROOT, "%10.4f  %d %s%n", Ticks.toUnits(time), node, what));
    }

    String text() {
        return text.toString();
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        line(time, node, "wants " + request.permits() + ": request " + request.id());
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        line(time, node, "withdraws request " + request);
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        line(time, node, "decides: grant " + number + " for " + key);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        line(time, node, "enters: " + grant);
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        line(time, node, "gives back grant " + grant.number());
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        line(time, node, "gives back slots " + part.slots() + " of grant " + part.number());
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        line(time, node, "has grant " + grant + " until " + Ticks.toUnits(until));
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        line(time, node, "loses grant " + grant.number());
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        line(time, node, "takes the pool to have " + size + " permits");
    }

    @Override
    public void dispensable(long time, int node) {
        line(time, node, "may leave");
    }

    @Override
    public void tokens(long time, int node, int held) {
        line(time, node, held > 0 ? "has the token" : "has no token any more");
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        if (!message.isDatagram()) {
            line(time, from, "-> " + to + " " + message);
        }
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        if (!message.isDatagram()) {
            line(time, to, "gets from " + from + " " + message);
        }
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        if (!message.isDatagram()) {
            line(time, to, "never gets from " + from + " " + message);
        }
    }

    @Override
    public void linkUp(long time, int a, int b) {
        line(time, a, "- " + b + " is up");
    }

    @Override
    public void linkDown(long time, int a, int b) {
        line(time, a, "- " + b + " is down");
    }

    @Override
    public void crashed(long time, int node) {
        line(time, node, "crashes");
    }

    @Override
    public void restarted(long time, int node, long incarnation) {
        line(time, node, "starts again, incarnation " + incarnation);
    }

    @Override
    public void paused(long time, int node) {
        line(time, node, "stands still");
    }

    @Override
    public void resumed(long time, int node) {
        line(time, node, "goes on");
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        line(time, node, "makes the token of epoch " + epoch + ": " + how);
    }

    @Override
    public void healed(long time) {
        text.append(String.format(Locale.ROOT, "%10.4f  everything heals%n", Ticks.toUnits(time)));
    }

    @Override
    public void ended(long time) {
        text.append(String.format(Locale.ROOT, "%10.4f  the end%n", Ticks.toUnits(time)));
    }
}
