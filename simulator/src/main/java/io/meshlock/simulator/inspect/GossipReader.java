package io.meshlock.simulator.inspect;

import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.recovery.PeerState;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a node remembers of others' words, field by field, as {@link LedgerReader} reads a ledger. */
public final class GossipReader {

    private static final String TABLE = "GossipTable";

    private @Nullable List<Field> way;

    /** The newest word of this node that the other one keeps; null if it keeps none. */
    public @Nullable PeerState read(Protocol at, int node) {
        way = way == null ? LedgerReader.wayTo(TABLE, at) : way;
        Object table = way == null ? null : LedgerReader.follow(way, at);
        if (table == null) {
            return null;
        }
        List<?> all = (List<?>) LedgerReader.existing(LedgerReader.field(table.getClass(), "peerStates"), table);
        for (Object known : all) {
            PeerState told =
                    (PeerState) LedgerReader.existing(LedgerReader.field(known.getClass(), "peerState"), known);
            if (told.node() == node) {
                return told;
            }
        }
        return null;
    }
}
