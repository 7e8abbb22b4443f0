package io.meshlock.laboratory.sweep;

/**
 * A part of a sweep's cells. Cells are dealt out one by one, so that the expensive end of an axis is shared by all.
 *
 * @param number from 1
 * @param of how many parts there are
 */
public record Shard(int number, int of) {

    /** Everything. */
    public static final Shard WHOLE = new Shard(1, 1);

    public Shard {
        if (number < 1 || number > of) {
            throw new IllegalArgumentException("there is no part " + number + " of " + of);
        }
    }

    boolean owns(int cell) {
        return cell % of == number - 1;
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
