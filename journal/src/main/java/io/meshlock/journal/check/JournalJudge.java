package io.meshlock.journal.check;

import io.meshlock.journal.Journal;
import io.meshlock.journal.JournalEvent;
import io.meshlock.journal.JournalReader;
import io.meshlock.journal.Journals;
import io.meshlock.journal.LostMessages;
import io.meshlock.journal.MergedJournal;
import io.meshlock.protocol.Guarantees;
import java.io.IOException;
import java.util.Set;

/**
 * Runs the checkers on the merged journals of one pool, written by real nodes. Finds lost messages and reports them to
 * the checkers.
 */
public final class JournalJudge {

    private final Checkers checkers;
    private final JournalReader reader = new JournalReader();
    private long lines;
    private long end;

    private JournalJudge(Checkers checkers) {
        this.checkers = checkers;
    }

    /**
     * Checks everything, including the end: no request may still wait.
     *
     * @param permits the pool's size at its start
     * @param bootstrapNode the node at which the pool's tokens began
     * @param beside receives the same events
     */
    public static JournalJudge judge(
            MergedJournal<?> pool, int permits, Guarantees guarantees, int bootstrapNode, Journal beside)
            throws IOException {
        Checkers checkers = new Checkers(permits, true, guarantees);
        checkers.tokens(0, 0, 0); // in simulations the bootstrap node is node 0
        checkers.tokens(0, bootstrapNode, guarantees.tokens().of(permits));
        JournalJudge judge = new JournalJudge(checkers);
        boolean fifo = guarantees.reach() == Guarantees.Reach.NEIGHBOURS; // beyond them, routes differ in length
        judge.read(pool, LostMessages.in(pool, fifo), Journals.fanOut(checkers, beside));
        return judge;
    }

    private void read(MergedJournal<?> pool, Set<Long> lost, Journal told) throws IOException {
        pool.read((source, line) -> {
            JournalEvent event = reader.read(line);
            event.tell(told);
            if (lost.contains(lines)) {
                event.tellLost(told);
            }
            lines++;
            end = event.time();
            return true;
        });
        told.healed(end + 1);
        told.ended(end + 2);
    }

    public Checkers checkers() {
        return checkers;
    }

    /** How many lines were judged. */
    public long lines() {
        return lines;
    }
}
