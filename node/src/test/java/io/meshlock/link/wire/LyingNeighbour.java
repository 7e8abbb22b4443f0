package io.meshlock.link.wire;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.recovery.RecoveryMessage;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkListener;
import io.meshlock.spi.LinkReceiver;
import io.meshlock.spi.Transport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A node that takes part in all pools of one neighbour, has no pools itself, and says whatever the test wants. When it
 * loses its link, it comes back.
 */
final class LyingNeighbour implements LinkListener, LinkReceiver {

    static final int NUMBER = 9;

    private final InProcessNetwork network;
    private final int victim;
    private final Map<String, PoolFrame.Open> pools = new ConcurrentHashMap<>();
    private final AtomicLong ends = new AtomicLong();
    private volatile @Nullable Link link;
    private volatile RecoveryMessage.@Nullable Join join;
    private int numbers;

    private LyingNeighbour(InProcessNetwork network, int victim) {
        this.network = network;
        this.victim = victim;
    }

    static LyingNeighbour of(InProcessNetwork network, int victim) {
        LyingNeighbour liar = new LyingNeighbour(network, victim);
        Transport transport = network.join(NUMBER, "liar");
        transport.start(liar);
        network.connect(NUMBER, victim);
        return liar;
    }

    // ---- what it hears ----------------------------------------------------------------------------------------------

    @Override
    public LinkReceiver linkUp(Link up) {
        pools.clear();
        link = up;
        return this;
    }

    @Override
    public void received(byte[] bytes, int offset, int length) {
        try {
            PoolFrame frame = PoolFrames.read(bytes, offset, length);
            if (frame instanceof PoolFrame.Open open) {
                pools.put(open.terms().name(), open);
                byte[] answer = PoolFrames.write(new PoolFrame.Open(numbers++, open.poolInstance(), open.terms()));
                send(answer);
            } else if (frame instanceof PoolFrame.Close close) {
                pools.values().removeIf(open -> open.number() == close.number());
            } else if (frame instanceof PoolFrame.Carry carry) {
                if (carry.message() instanceof RecoveryMessage.Join heard) {
                    join = heard;
                    pools.values().stream()
                            .filter(LyingNeighbour::recovers)
                            .forEach(pool -> say(pool, new RecoveryMessage.Join(heard.epoch(), 1)));
                }
            }
        } catch (MalformedFrameException e) {
            throw new AssertionError("the victim sent a malformed frame", e);
        }
    }

    private static boolean recovers(PoolFrame.Open pool) {
        return pool.terms().options().given().containsKey("recovery");
    }

    @Override
    public void linkDown(LinkEnd why) {
        link = null;
        ends.incrementAndGet();
    }

    // ---- what it says -----------------------------------------------------------------------------------------------

    /** How many links it has lost so far. */
    long linksLost() {
        return ends.get();
    }

    /** What the victim said when it took part in its present epoch. */
    RecoveryMessage.@Nullable Join join() {
        return join;
    }

    boolean shares(String pool) {
        return link != null && pools.containsKey(pool);
    }

    /** Links again if it has lost its link. */
    void comeBack() {
        if (link == null) {
            network.connect(NUMBER, victim);
        }
    }

    /** True if much of what it said has not been heard yet. */
    boolean isAhead() {
        Link up = link;
        return up != null && up.isCongested();
    }

    /** Sends a message of a pool; false if it has no link, or the pool is not shared. */
    boolean say(String pool, Message message) {
        PoolFrame.Open open = pools.get(pool);
        return open != null && say(open, message);
    }

    private boolean say(PoolFrame.Open pool, Message message) {
        return send(RandomMessages.write(pool.number(), pool.poolInstance(), message));
    }

    boolean send(byte[] frame) {
        Link up = link;
        return up != null && up.send(frame, 0, frame.length);
    }
}
