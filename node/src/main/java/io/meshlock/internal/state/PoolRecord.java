package io.meshlock.internal.state;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable state of a node in one pool, as lines of text.
 *
 * @param pool the pool's name
 * @param folder the id of the folder in which it was written: a file copied from elsewhere says nothing about this node
 * @param instance the pool instance that the promises belong to
 * @param durable the promises
 */
record PoolRecord(String pool, String folder, long instance, DurableState durable) {

    private static final String FORMAT = "meshlock pool 3";

    List<String> lines() {
        StringBuilder view = new StringBuilder();
        View voters = durable.view();
        view.append(text(voters.epoch())).append(' ').append(voters.version()).append(' ');
        PoolSize size = voters.size();
        view.append(size.permits())
                .append('/')
                .append(size.version())
                .append('/')
                .append(size.node());
        for (Seat seat : voters.seats()) {
            view.append(' ').append(seat.node()).append(':').append(seat.number());
        }
        return List.of(
                FORMAT,
                "name " + URLEncoder.encode(pool, StandardCharsets.UTF_8),
                "folder " + folder,
                "instance " + instance,
                "incarnation " + durable.incarnation(),
                "seat " + durable.seat(),
                "promised " + text(durable.promised()),
                "seen " + text(durable.seen()),
                "view " + view);
    }

    /** @throws CheckedFile.Damaged if the lines are not a pool record */
    static PoolRecord parse(List<String> lines) throws CheckedFile.Damaged {
        if (lines.size() != 9 || !lines.get(0).equals(FORMAT)) {
            throw new CheckedFile.Damaged("it is not a '" + FORMAT + "' file");
        }
        try {
            DurableState durable = new DurableState(
                    Long.parseLong(value(lines.get(4), "incarnation")),
                    Long.parseLong(value(lines.get(5), "seat")),
                    epoch(value(lines.get(6), "promised")),
                    epoch(value(lines.get(7), "seen")),
                    view(value(lines.get(8), "view")));
            return new PoolRecord(
                    URLDecoder.decode(value(lines.get(1), "name"), StandardCharsets.UTF_8),
                    value(lines.get(2), "folder"),
                    Long.parseLong(value(lines.get(3), "instance")),
                    durable);
        } catch (IllegalArgumentException e) {
            throw new CheckedFile.Damaged(String.valueOf(e.getMessage()));
        }
    }

    private static String value(String line, String name) {
        if (!line.startsWith(name + " ")) {
            throw new IllegalArgumentException("expected '" + name + "', not '" + line + "'");
        }
        return line.substring(name.length() + 1);
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
