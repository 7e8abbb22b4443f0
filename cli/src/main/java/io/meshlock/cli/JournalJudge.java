package io.meshlock.cli;

import io.meshlock.daemon.page.Recording;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.Ticks;
import io.meshlock.simulator.check.Checkers;
import io.meshlock.simulator.journal.Journal;
import io.meshlock.simulator.journal.Journals;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has the simulator's checkers judge the journals that real nodes wrote about one pool, merged.
 *
 * <p>A node does not know which of its messages were lost. Links are FIFO, so it shows afterwards: whatever was overtaken by a
 * later message of the same link was lost, and so was what never arrived.
 */
final class JournalJudge {

    private static final Pattern TRAVEL = Pattern.compile("\"e\":\"(sent|delivered)\",(\"n\":\\d+,\"to\":\\d+),(.*)");

    /** A message on its way, and the number of the line that tells of it. */
    private record UnderWay(long line, String message) {}

    private final JournalFile journal;
    private final Checkers checkers;
    private final Set<Long> lost;
    private long lines;
    private long end;

    private JournalJudge(JournalFile journal, Checkers checkers, Set<Long> lost) {
        this.journal = journal;
        this.checkers = checkers;
        this.lost = lost;
    }

    /**
     * Judges everything, the end included: nobody may wait any more.
     *
     * @param founder the node at which the pool's tokens began
     * @param beside is told the same events
     */
    static JournalJudge judge(Recording pool, int permits, Promises promises, int founder, Journal beside)
            throws IOException {
        Checkers checkers = new Checkers(permits, true, promises);
        JournalJudge judge = new JournalJudge(new JournalFile(pool), checkers, findLost(pool));
        checkers.tokens(0, 0, 0); // in simulations the founder is node 0
        checkers.tokens(0, founder, promises.tokens().of(permits));
        judge.read(Journals.fanOut(checkers, beside));
        return judge;
    }

    private void read(Journal told) throws IOException {
        lines = journal.read(event -> {
            event.tell(told);
            if (lost.contains(lines)) {
                event.tellLost(told);
            }
            lines++;
            end = event.time().multiply(BigDecimal.valueOf(Ticks.PER_UNIT)).longValue();
            return true;
        });
        told.healed(end + 1);
        told.ended(end + 2);
    }

    private static Set<Long> findLost(Recording pool) throws IOException {
        Map<String, Deque<UnderWay>> underWay = new HashMap<>();
        Set<Long> lost = new HashSet<>();
        long[] number = {0};
        pool.read((part, line) -> {
            Matcher travel = TRAVEL.matcher(line);
            if (travel.find()) {
                Deque<UnderWay> link = underWay.computeIfAbsent(travel.group(2), any -> new ArrayDeque<>());
                if (travel.group(1).equals("sent")) {
                    link.add(new UnderWay(number[0], travel.group(3)));
                } else {
                    arrive(link, travel.group(3), lost);
                }
            }
            number[0]++;
            return true;
        });
        underWay.values().forEach(link -> link.forEach(message -> lost.add(message.line)));
        return lost;
    }

    private static void arrive(Deque<UnderWay> link, String message, Set<Long> lost) {
        while (!link.isEmpty() && !link.element().message.equals(message)) {
            lost.add(link.remove().line);
        }
        if (link.isEmpty()) {
            throw new IllegalArgumentException("a message arrives that was never sent");
        }
        link.remove();
    }

    Checkers checkers() {
        return checkers;
    }

    /** How many lines were judged. */
    long lines() {
        return lines;
    }
}
