package io.meshlock.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to the pool, and how many permits it has, as its token's holder says.
 *
 * @param epoch in which this was said
 * @param version counts the changes within the epoch
 * @param members by ascending number
 * @param size in force as soon as a majority has heard of this view
 */
public record View(Epoch epoch, int version, List<Member> members, PoolSize size) implements Comparable<View> {

    /** Before a node has heard of any; its size means nothing. */
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

    /** The member with this number; null if it is none. */
    public @Nullable Member member(int node) {
        for (Member member : members) {
            if (member.node() == node) {
                return member;
            }
        }
        return null;
    }

    /** True if this incarnation of the node keeps the promises that the member made. */
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
