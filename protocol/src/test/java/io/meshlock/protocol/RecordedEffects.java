package io.meshlock.protocol;

import java.util.ArrayList;
import java.util.List;

/** Records the effects of a protocol, one line each. */
public class RecordedEffects implements Effects {

    private final List<String> lines = new ArrayList<>();
    private final List<PermitGrant> grants = new ArrayList<>();

    /** The effects since the last call. */
    public List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    /** All grants so far. */
    public List<PermitGrant> grants() {
        return List.copyOf(grants);
    }

    @Override
    public void send(int to, Message message) {
        lines.add("send " + to + " " + message.type());
    }

    @Override
    public void granted(PermitGrant grant) {
        lines.add("granted " + grant.request());
        grants.add(grant);
    }

    @Override
    public void rejected(long request, Rejection why) {
        lines.add("rejected " + request + " " + why);
    }

    @Override
    public void withdrawn(long request) {
        lines.add("withdrawn " + request);
    }

    @Override
    public void mayLeave() {
        lines.add("may leave");
    }

    @Override
    public void resized(PoolSize size) {
        lines.add("resized " + size.permits());
    }

    @Override
    public void setTimer(int timer, long delay) {
        lines.add("timer " + timer + " " + delay);
    }
}
