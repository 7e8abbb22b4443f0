package io.meshlock.protocol.recovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to the pool, as its token's holder says.
 *
 * @param epoch in which this was said
 * @param version counts the changes within the epoch
 * @param members by ascending number
 */
public record View(Epoch epoch, int version, List<Member> members) implements Comparable<View> {

    /** Before a node has heard of any. */
    public static final View NONE = new View(Epoch.NONE, 0, List.of());

    public View {
        members = List.copyOf(members);
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

    /** True if this life of the node keeps the promises that the member made. */
    public boolean counts(int node, long life) {
        Member member = member(node);
        return member != null && Life.sameDisk(member.life(), life);
    }

    @Override
    public int compareTo(View other) {
        int order = epoch.compareTo(other.epoch);
        return order != 0 ? order : Integer.compare(version, other.version);
    }

    @Override
    public String toString() {
        return epoch + "v" + version + members;
    }
}
