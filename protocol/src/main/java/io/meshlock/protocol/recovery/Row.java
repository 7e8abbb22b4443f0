package io.meshlock.protocol.recovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one node says of itself. Everybody keeps everybody's newest row and passes it on, so that it reaches the whole mesh
 * over any number of hops, in any order, however often.
 *
 * @param node whose row this is
 * @param life which life wrote it
 * @param serial counts the rows of that life
 * @param at the writer's clock when it was written
 * @param promised the epoch below which it serves no token
 * @param seen the newest epoch whose token or stamp it accepted
 * @param echo the newest stamp of that epoch that it accepted
 * @param guarded it will not help to make a new token yet, since it has lately heard of the present one
 * @param held its grants
 * @param proposal what it proposes; null if nothing
 * @param report its latest promise; null if it promised nothing since it started
 */
public record Row(
        int node,
        long life,
        long serial,
        long at,
        Epoch promised,
        Epoch seen,
        long echo,
        boolean guarded,
        List<Holding> held,
        @Nullable Proposal proposal,
        @Nullable Report report) {

    public Row {
        held = List.copyOf(held);
    }

    /** True if this row was written after the other one of the same node. */
    public boolean isNewerThan(Row other) {
        return life != other.life ? life > other.life : serial > other.serial;
    }
}
