package io.meshlock.cli;

import io.meshlock.daemon.page.Recording;
import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.journal.LostMessages;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.protocol.Promises;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;

/** Has the simulator's checkers judge the journals that real nodes wrote about one pool, merged. */
final class JournalJudge {

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
        LostMessages messages = new LostMessages(true);
        pool.read((part, line) -> {
            messages.read(line);
            return true;
        });
        return messages.lost();
    }

    Checkers checkers() {
        return checkers;
    }

    /** How many lines were judged. */
    long lines() {
        return lines;
    }
}
