package io.meshlock.simulator.inspect;

import io.meshlock.protocol.Slots;

/** What the ledger of a token says: the grants in it, the slots kept back besides, and how many slots it knows. */
public final class LedgerContents {

    private final long[] numbers;
    private final long[] reserved;
    private final int size;

    /**
     * @param numbers the fencing tokens of the grants in it
     * @param reserved the slots that it keeps back, as bits: no grant in it has them, and they are not free
     * @param size slots above this are granted to nobody
     */
    LedgerContents(long[] numbers, long[] reserved, int size) {
        this.numbers = numbers;
        this.reserved = reserved;
        this.size = size;
    }

    /** True if the token cannot give a slot of this grant to somebody else: it has the grant, or keeps its slots. */
    public boolean covers(long number, Slots slots) {
        for (long each : numbers) {
            if (each == number) {
                return true;
            }
        }
        for (int i = 0; i < slots.count(); i++) {
            if (slots.at(i) <= size && !isReserved(slots.at(i))) {
                return false;
            }
        }
        return slots.count() > 0;
    }

    private boolean isReserved(int slot) {
        return slot >> 6 < reserved.length && (reserved[slot >> 6] & 1L << slot) != 0;
    }
}
