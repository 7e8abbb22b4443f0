package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;

import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkListener;
import io.meshlock.spi.LinkReceiver;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A node's listener that records events and checks that the transport keeps its contract. */
final class Recorder implements LinkListener {

    private final TcpTransport transport;
    private final Map<Integer, Link> up = new ConcurrentHashMap<>();
    private final Map<Integer, Queue<String>> received = new ConcurrentHashMap<>();
    private final List<LinkEnd> ends = new CopyOnWriteArrayList<>();
    private final List<String> broken = new CopyOnWriteArrayList<>();

    Recorder(TcpTransport transport) {
        this.transport = transport;
    }

    TcpTransport transport() {
        return transport;
    }

    @Override
    public LinkReceiver linkUp(Link link) {
        if (up.put(link.peer().number(), link) != null) {
            broken.add("a second link with " + link.peer());
        }
        return new LinkReceiver() {
            @Override
            public void received(byte[] frame, int offset, int length) {
                if (up.get(link.peer().number()) != link) {
                    broken.add("something over a link that is down, from " + link.peer());
                }
                from(link.peer().number()).add(new String(frame, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void linkDown(LinkEnd why) {
                ends.add(why);
                if (!up.remove(link.peer().number(), link)) {
                    broken.add("a link went down twice, or before it was up");
                }
            }
        };
    }

    Queue<String> from(int peer) {
        return received.computeIfAbsent(peer, any -> new ConcurrentLinkedQueue<>());
    }

    Link link(int peer) {
        return up.get(peer);
    }

    boolean isUp(int peer) {
        return up.containsKey(peer);
    }

    int links() {
        return up.size();
    }

    List<LinkEnd> ends() {
        return ends;
    }

    List<String> broken() {
        return broken;
    }

    long count(LinkCounter what) {
        return transport.counters().get(what);
    }

    boolean send(int peer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Link link = up.get(peer);
        return link != null && link.send(bytes, 0, bytes.length);
    }

    void awaitUp(int... peers) {
        for (int peer : peers) {
            await("link with " + peer).until(() -> isUp(peer));
        }
    }

    void awaitDown(int peer) {
        await("no link with " + peer).until(() -> !isUp(peer));
    }

    void awaitCount(LinkCounter what, long atLeast) {
        await(what.label()).until(() -> count(what) >= atLeast);
    }
}
