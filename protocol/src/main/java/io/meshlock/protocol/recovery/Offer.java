package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Seat;

/**
 * OFFER: a node would take a seat. Good only for the view that it names: an old offer must not bring a seat back.
 *
 * @param seat the seat; its memory survives crashes from now on
 * @param epoch the epoch of the view
 * @param version the version of the view
 * @param age how long ago the offer was made, in ticks, at least
 */
public record Offer(Seat seat, Epoch epoch, int version, long age) {

    /** Of several offers for a view the one with the smallest lot wins; nobody chooses its own. */
    public long lot() {
        return lot(seat.node(), epoch, version);
    }

    /** A number below 2<sup>32</sup> that depends on the view and the node alone. */
    public static long lot(int node, Epoch epoch, int version) {
        long mixed = ((node * 1_000_003L + epoch.round()) * 1_000_003L + epoch.maker()) * 1_000_003L + version;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return (mixed ^ (mixed >>> 31)) >>> 32;
    }

    @Override
    public String toString() {
        return "offer of " + seat;
    }
}
