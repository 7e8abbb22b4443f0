package io.meshlock.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of a pool and its size, as its token's holder defined them; versioned.
 *
 * @param epoch the epoch in which the view was made
 * @param version counts the changes within the epoch
 * @param members by ascending number
 * @param size the pool's size, in force as soon as a majority knows this view
 */
public record View(Epoch epoch, int version, List<Member> members, PoolSize size) implements Comparable<View> {

    /** The view of a node that knows none; its size means nothing. */
    public static final View NONE = new View(Epoch.NONE, 0, List.of(), PoolSize.founded(1));

    public View {
        members = List.copyOf(members);
    }

    /** The view that follows this one in its epoch. */
    public View next(List<Member> newMembers, PoolSize newSize) {
        Check.invariant(
                newMembers.containsAll(members) && newMembers.size() <= members.size() + 1,
                "within an epoch a view changes by one new member at most");
        return new View(epoch, version + 1, newMembers, newSize);
    }

    public int majority() {
        return members.size() / 2 + 1;
    }

    /** The member with this number; null if that node is no member. */
    public @Nullable Member member(int node) {
        int low = 0;
        int high = members.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Member found = members.get(middle);
            if (found.node() == node) {
                return found;
            }
            if (found.node() < node) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** True if this incarnation of the node is on the member's disk, and so keeps the promises that the member made. */
    public boolean counts(int node, long incarnation) {
        Member member = member(node);
        return member != null && Incarnation.sameDisk(member.incarnation(), incarnation);
    }

    @Override
    public int compareTo(View other) {
        int order = epoch.compareTo(other.epoch);
        return order != 0 ? order : Integer.compare(version, other.version);
    }

    @Override
    public String toString() {
        return epoch + "v" + version + members + (size.isChanged() ? " of " + size : "");
    }
}
