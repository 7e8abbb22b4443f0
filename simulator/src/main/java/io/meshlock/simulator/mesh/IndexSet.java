package io.meshlock.simulator.mesh;

import java.util.Arrays;

/** A set of small numbers from which any member can be picked, added and removed in constant time. */
public final class IndexSet {

    private int[] members;
    private int[] places; // of a number among the members, or -1
    private int size;

    public IndexSet(int bound) {
        members = new int[Math.min(bound, 16)];
        places = new int[bound];
        Arrays.fill(places, -1);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(int number) {
        return number < places.length && places[number] >= 0;
    }

    /** The member at a place, 0 ≤ place &lt; size; places change whenever a member goes. */
    public int at(int place) {
        return members[place];
    }

    public void add(int number) {
        if (number >= places.length) {
            int former = places.length;
            places = Arrays.copyOf(places, Math.max(2 * former, number + 1));
            Arrays.fill(places, former, places.length, -1);
        }
        if (places[number] >= 0) {
            return;
        }
        if (size == members.length) {
            members = Arrays.copyOf(members, 2 * size + 1);
        }
        places[number] = size;
        members[size++] = number;
    }

    public void remove(int number) {
        if (!contains(number)) {
            return;
        }
        int hole = places[number];
        int last = members[--size];
        members[hole] = last;
        places[last] = hole;
        places[number] = -1;
    }

    /** The members, ascending. */
    public int[] sorted() {
        int[] all = Arrays.copyOf(members, size);
        Arrays.sort(all);
        return all;
    }
}
