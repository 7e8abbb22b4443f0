package io.meshlock.simulator.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distinct contents of one direction of a link, numbered: messages on the link, which arrive in order, and
 * datagrams, which arrive in any order.
 */
final class Channels {

    /** The number of the empty channel. */
    static final int EMPTY = 0;

    private final Interner numbers = new Interner();
    private final ByteSink sink = new ByteSink();
    /** For each, how many messages are on the link, those messages, then the datagrams in the order of sending. */
    private final List<int[]> contents = new ArrayList<>();

    Channels() {
        number(new int[] {0});
    }

    int number(int[] content) {
        sink.clear();
        for (int each : content) {
            sink.putNumber(each);
        }
        int id = numbers.intern(sink);
        if (id == contents.size()) {
            contents.add(content);
        }
        return id;
    }

    /** How many messages and datagrams are under way. */
    int size(int channel) {
        return contents.get(channel).length - 1;
    }

    /** True if the message at this place may arrive next: a datagram, or the first on the link. */
    boolean mayArrive(int channel, int place) {
        return place == 0 || isDatagram(channel, place);
    }

    boolean isDatagram(int channel, int place) {
        return place >= contents.get(channel)[0];
    }

    int message(int channel, int place) {
        return contents.get(channel)[place + 1];
    }

    int send(int channel, int message, boolean datagram) {
        int[] before = contents.get(channel);
        int at = datagram ? before.length : before[0] + 1;
        int[] after = new int[before.length + 1];
        System.arraycopy(before, 0, after, 0, at);
        after[at] = message;
        System.arraycopy(before, at, after, at + 1, before.length - at);
        after[0] += datagram ? 0 : 1;
        return number(after);
    }

    int take(int channel, int place) {
        int[] before = contents.get(channel);
        int[] after = Arrays.copyOf(before, before.length - 1);
        System.arraycopy(before, place + 2, after, place + 1, after.length - place - 1);
        after[0] -= place < before[0] ? 1 : 0;
        return number(after);
    }

    /** The channel without its messages on the link, or without one datagram: they are late. */
    int without(int channel, int place) {
        int[] before = contents.get(channel);
        if (isDatagram(channel, place)) {
            return take(channel, place);
        }
        int[] after = Arrays.copyOfRange(before, before[0], before.length);
        after[0] = 0;
        return number(after);
    }

    /** The channel with what {@link #without} left out of another, in front. */
    int with(int channel, int other, int place) {
        int[] late = contents.get(other);
        if (isDatagram(other, place)) {
            return send(channel, late[place + 1], true);
        }
        int[] before = contents.get(channel);
        int[] after = new int[before.length + late[0]];
        System.arraycopy(late, 1, after, 1, late[0]);
        System.arraycopy(before, 1, after, late[0] + 1, before.length - 1);
        after[0] = before[0] + late[0];
        return number(after);
    }

    /** The content of a channel; the caller must not change it. */
    int[] content(int channel) {
        return contents.get(channel);
    }
}
