package io.meshlock.demo;

import io.meshlock.daemon.page.Recording;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.Ticks;
import io.meshlock.simulator.check.Checkers;
import io.meshlock.simulator.journal.Journal;
import io.meshlock.simulator.journal.Journals;
import io.meshlock.simulator.journal.LostMessages;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;

/** Has the simulator's checkers judge the journals that real nodes wrote about one pool, merged. */
public final class JournalJudge {

    private final Recording journal;
    private final Checkers checkers;
    private final Set<Long> lost;
    private long lines;
    private long end;

    private JournalJudge(Recording journal, Checkers checkers, Set<Long> lost) {
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
    public static JournalJudge judge(Recording pool, int permits, Promises promises, int founder, Journal beside)
            throws IOException {
        Checkers checkers = new Checkers(permits, true, promises);
        JournalJudge judge = new JournalJudge(pool, checkers, findLost(pool));
        checkers.tokens(0, 0, 0); // in simulations the founder is node 0
        checkers.tokens(0, founder, promises.tokens().of(permits));
        judge.read(Journals.fanOut(checkers, beside));
        return judge;
    }

    private void read(Journal told) throws IOException {
        lines = journal.read((part, line) -> {
            JournalEvent event = JournalEvent.parse(line);
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
        LostMessages messages = new LostMessages(true);
        pool.read((part, line) -> {
            messages.read(line);
            return true;
        });
        return messages.lost();
    }

    public Checkers checkers() {
        return checkers;
    }

    /** How many lines were judged. */
    public long lines() {
        return lines;
    }
}
