package io.meshlock.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The voters of a pool and its size, as its token's holder defined them; versioned.
 *
 * @param epoch the epoch in which the view was made; {@link Epoch#GENESIS} if there was no token yet
 * @param version counts the changes within the epoch
 * @param seats the voters, by ascending node; a node has one seat at most
 * @param size the pool's size, in force as soon as a majority knows this view
 */
public record View(Epoch epoch, int version, List<Seat> seats, PoolSize size) implements Comparable<View> {

    /** The view of a node that knows none; its size means nothing. */
    public static final View NONE = new View(Epoch.NONE, 0, List.of(), PoolSize.initial(1));

    public View {
        seats = List.copyOf(seats);
    }

    /** The view before the first token: these nodes have the first seats. */
    public static View genesis(List<Integer> voters, int permits) {
        List<Seat> seats =
                voters.stream().sorted().map(node -> new Seat(node, Seat.FIRST)).toList();
        return new View(Epoch.GENESIS, 0, seats, PoolSize.initial(permits));
    }

    /** The view that follows this one in its epoch. */
    public View next(List<Seat> newSeats, PoolSize newSize) {
        long added = newSeats.stream().filter(seat -> !seats.contains(seat)).count();
        long removed = seats.stream().filter(seat -> !newSeats.contains(seat)).count();
        Check.invariant(added + removed <= 1, "within an epoch a view changes by one seat at most");
        return new View(epoch, version + 1, newSeats, newSize);
    }

    /** The seats with one more. */
    public List<Seat> with(Seat added) {
        List<Seat> more = new ArrayList<>(seats);
        int at = 0;
        while (at < more.size() && more.get(at).node() < added.node()) {
            at++;
        }
        more.add(at, added);
        return more;
    }

    /** The seats without one. */
    public List<Seat> without(Seat removed) {
        return seats.stream().filter(seat -> !seat.equals(removed)).toList();
    }

    public int majority() {
        return seats.size() / 2 + 1;
    }

    /** The seat of this node; null if it is no voter. */
    public @Nullable Seat seat(int node) {
        int at = place(node);
        return at < 0 ? null : seats.get(at);
    }

    /** The place of this node's seat among all, from 0; negative if it is no voter. */
    public int place(int node) {
        int low = 0;
        int high = seats.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = seats.get(middle).node();
            if (found == node) {
                return middle;
            }
            if (found < node) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** True if that seat of the node votes. */
    public boolean counts(int node, long number) {
        Seat seat = seat(node);
        return seat != null && seat.number() == number;
    }

    /** By hand: a node mostly compares a view with itself. */
    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof View view
                && version == view.version
                && epoch.equals(view.epoch)
                && seats.equals(view.seats)
                && size.equals(view.size);
    }

    @Override
    public int hashCode() {
        return Objects.hash(epoch, version, seats, size);
    }

    @Override
    public int compareTo(View other) {
        int order = epoch.compareTo(other.epoch);
        return order != 0 ? order : Integer.compare(version, other.version);
    }

    @Override
    public String toString() {
        return epoch + "v" + version + seats + (size.isChanged() ? " of " + size : "");
    }
}
