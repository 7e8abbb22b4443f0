package io.meshlock.internal.state;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
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

    private static final String FORMAT = "meshlock pool 2";

    List<String> lines() {
        StringBuilder view = new StringBuilder();
        View members = durable.view();
        view.append(members.epoch()).append(' ').append(members.version()).append(' ');
        PoolSize size = members.size();
        view.append(size.permits())
                .append('/')
                .append(size.version())
                .append('/')
                .append(size.node());
        for (Member member : members.members()) {
            view.append(' ').append(member.node()).append(':').append(member.incarnation());
        }
        return List.of(
                FORMAT,
                "name " + URLEncoder.encode(pool, StandardCharsets.UTF_8),
                "folder " + folder,
                "instance " + instance,
                "incarnation " + durable.incarnation(),
                "promised " + durable.promised(),
                "seen " + durable.seen(),
                "view " + view);
    }

    /** @throws CheckedFile.Damaged if the lines are not a pool record */
    static PoolRecord parse(List<String> lines) throws CheckedFile.Damaged {
        if (lines.size() != 8 || !lines.get(0).equals(FORMAT)) {
            throw new CheckedFile.Damaged("it is not a '" + FORMAT + "' file");
        }
        try {
            DurableState durable = new DurableState(
                    Long.parseLong(value(lines.get(4), "incarnation")),
                    epoch(value(lines.get(5), "promised")),
                    epoch(value(lines.get(6), "seen")),
                    view(value(lines.get(7), "view")));
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

    private static Epoch epoch(String text) {
        int slash = text.indexOf('/');
        return new Epoch(Integer.parseInt(text, 0, slash, 10), Integer.parseInt(text, slash + 1, text.length(), 10));
    }

    private static View view(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length < 3) {
            throw new IllegalArgumentException("expected an epoch, a version, a size and members, not '" + text + "'");
        }
        List<Member> members = new ArrayList<>();
        for (int i = 3; i < parts.length; i++) {
            int colon = parts[i].indexOf(':');
            int node = Integer.parseInt(parts[i], 0, colon, 10);
            members.add(new Member(node, Long.parseLong(parts[i], colon + 1, parts[i].length(), 10)));
        }
        return new View(epoch(parts[0]), Integer.parseInt(parts[1]), members, size(parts[2]));
    }

    private static PoolSize size(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected permits/version/node, not '" + text + "'");
        }
        return new PoolSize(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }
}
