package io.meshlock.internal.state;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable state of a node in one pool, as a line of text.
 *
 * @param instance the pool instance that the promises belong to
 * @param durable the promises
 */
record PoolRecord(long instance, DurableState durable) {

    /** The line: instance, incarnation, seat, promised and seen epochs, and the view. */
    String text() {
        StringBuilder line = new StringBuilder();
        line.append(instance)
                .append(' ')
                .append(durable.incarnation())
                .append(' ')
                .append(durable.seat());
        line.append(' ').append(text(durable.promised())).append(' ').append(text(durable.seen()));
        View voters = durable.view();
        line.append(' ').append(text(voters.epoch())).append(' ').append(voters.version());
        PoolSize size = voters.size();
        line.append(' ').append(size.permits());
        line.append('/').append(size.version()).append('/').append(size.node());
        for (Seat seat : voters.seats()) {
            line.append(' ').append(seat.node()).append(':').append(seat.number());
        }
        return line.toString();
    }

    /** @throws CheckedFile.Damaged if the line is not a pool record */
    static PoolRecord parse(String line) throws CheckedFile.Damaged {
        String[] parts = line.split(" ", 6);
        try {
            if (parts.length < 6) {
                throw new IllegalArgumentException("expected six parts, not '" + line + "'");
            }
            DurableState durable = new DurableState(
                    Long.parseLong(parts[1]),
                    Long.parseLong(parts[2]),
                    epoch(parts[3]),
                    epoch(parts[4]),
                    view(parts[5]));
            return new PoolRecord(Long.parseLong(parts[0]), durable);
        } catch (IllegalArgumentException e) {
            throw new CheckedFile.Damaged(String.valueOf(e.getMessage()));
        }
    }

    /** The number of the start of the node in which it was written. */
    long start() {
        long incarnation = durable.incarnation();
        return incarnation - Incarnation.first(Incarnation.disk(incarnation));
    }

    private static String text(Epoch epoch) {
        return epoch.round() + "/" + epoch.maker() + "/" + epoch.incarnation();
    }

    private static Epoch epoch(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected round/maker/incarnation, not '" + text + "'");
        }
        return new Epoch(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
    }

    private static View view(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length < 3) {
            throw new IllegalArgumentException("expected an epoch, a version, a size and seats, not '" + text + "'");
        }
        List<Seat> seats = new ArrayList<>();
        for (int i = 3; i < parts.length; i++) {
            int colon = parts[i].indexOf(':');
            int node = Integer.parseInt(parts[i], 0, colon, 10);
            seats.add(new Seat(node, Long.parseLong(parts[i], colon + 1, parts[i].length(), 10)));
        }
        return new View(epoch(parts[0]), Integer.parseInt(parts[1]), seats, size(parts[2]));
    }

    private static PoolSize size(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected permits/version/node, not '" + text + "'");
        }
        return new PoolSize(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }
}
