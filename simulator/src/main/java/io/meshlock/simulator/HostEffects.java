package io.meshlock.simulator;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;

/** Effects of nodes that come and go. All others pay nothing for them. */
final class HostEffects implements Effects {

    private final NodeEffects effects;
    private final HostModes modes;
    private final Nodes nodes;

    HostEffects(NodeEffects effects, HostModes modes, Nodes nodes) {
        this.effects = effects;
        this.modes = modes;
        this.nodes = nodes;
    }

    @Override
    public void send(int to, Message message) {
        if (modes.isOff(effects.actor())) {
            nodes.lostAtOnce(effects.actor(), to, message);
        } else {
            effects.send(to, message);
        }
    }

    @Override
    public void mayLeave() {
        modes.mayLeave(effects.actor());
    }

    @Override
    public void remember(int incarnation) {
        modes.remember(effects.actor(), incarnation);
    }

    @Override
    public void granted(Grant grant) {
        effects.granted(grant);
    }

    @Override
    public void rejected(long request, Rejection why) {
        effects.rejected(request, why);
    }

    @Override
    public void withdrawn(long request) {
        effects.withdrawn(request);
    }

    @Override
    public void setTimer(int timer, long delay) {
        effects.setTimer(timer, delay);
    }

    @Override
    public void waiting(long request, Key key) {
        effects.waiting(request, key);
    }

    @Override
    public void decided(long number, Key key) {
        effects.decided(number, key);
    }

    @Override
    public void tokens(int held) {
        effects.tokens(held);
    }

    @Override
    public void resized(PoolSize size) {
        effects.resized(size);
    }
}
