package io.meshlock.testbed;

import io.meshlock.cli.JournalLines;
import io.meshlock.journal.LostMessages;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Promises;
import io.meshlock.spi.JournalStreams;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The journals of all nodes of a process, merged into one that the simulator's checkers can judge. They share a clock that
 * gives no moment twice and moves with every event, so that sorting by time keeps causes before their effects. Messages that
 * were lost are told, too.
 */
final class MergedJournal implements JournalStreams {

    private static final Pattern TIME = Pattern.compile("\\{\"t\":(\\d+)(?:\\.(\\d+))?,\"e\":\"\\w+\"");

    private final AtomicLong clock = new AtomicLong();
    private final List<ByteArrayOutputStream> streams = new CopyOnWriteArrayList<>();

    @Override
    public OutputStream open(String pool, String node) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        streams.add(stream);
        return stream;
    }

    @Override
    public long micros() {
        return clock.incrementAndGet();
    }

    private record Line(long time, String text) {}

    /**
     * Everything in order; to be called when all nodes are closed.
     *
     * @param fifo whether messages between two nodes cannot overtake each other
     */
    List<String> lines(boolean fifo) {
        List<Line> lines = new ArrayList<>();
        for (ByteArrayOutputStream stream : streams) {
            stream.toString(StandardCharsets.US_ASCII).lines().forEach(text -> lines.add(parse(text)));
        }
        lines.sort(Comparator.comparingLong(Line::time));
        LostMessages messages = new LostMessages(fifo);
        lines.forEach(line -> messages.read(line.text()));
        Set<Long> lost = messages.lost();
        List<String> merged = new ArrayList<>();
        long number = 0;
        for (Line line : lines) {
            merged.add(line.text());
            if (lost.contains(number)) {
                merged.add(line.text().replace("\"e\":\"sent\"", "\"e\":\"lost\""));
            }
            number++;
        }
        return merged;
    }

    private static Line parse(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.lookingAt()) {
            throw new IllegalArgumentException("not a line of a journal: " + text);
        }
        String fraction = matcher.group(2) == null ? "" : matcher.group(2);
        long micros = Long.parseLong(matcher.group(1) + fraction + "0".repeat(6 - fraction.length()));
        return new Line(micros, text);
    }

    /** Has the simulator's checkers judge everything, the end included. */
    Checkers check(int permits, Promises promises, int founder) {
        Checkers checkers = new Checkers(permits, true, promises);
        checkers.tokens(0, 0, 0); // in simulations the founder is node 0
        checkers.tokens(0, founder, promises.tokens().of(permits));
        lines(promises.reach() == Promises.Reach.NEIGHBOURS).forEach(line -> JournalLines.tell(line, checkers));
        checkers.healed(clock.incrementAndGet());
        checkers.ended(clock.incrementAndGet());
        return checkers;
    }
}
