package io.meshlock.protocol.krl.printed;

import io.meshlock.protocol.Setup;
import io.meshlock.protocol.krl.Height;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The paper's N and the arrays indexed by neighbours; iterates by ascending node number. */
final class Surroundings {

    private final List<Neighbour> neighbours = new ArrayList<>();

    /** The neighbours at the start, whose heights are known. */
    Surroundings(Setup.Links links) {
        for (int i = 0; i < links.peers().length; i++) {
            int id = links.peers()[i];
            Neighbour neighbour = new Neighbour(id);
            neighbour.inN = true;
            neighbour.height = new Height(0, links.distances()[i], id);
            neighbours.add(neighbour);
        }
    }

    @Nullable
    Neighbour find(int id) {
        for (Neighbour each : neighbours) {
            if (each.id == id) {
                return each;
            }
        }
        return null;
    }

    boolean isUp(int id) {
        Neighbour found = find(id);
        return found != null && found.up;
    }

    /** True if id ∈ N. */
    boolean contains(int id) {
        Neighbour found = find(id);
        return found != null && found.inN;
    }

    /** The entry of a node that was linked to this one at some time. */
    Neighbour of(int id) {
        Neighbour found = find(id);
        if (found == null) {
            throw new IllegalStateException("never linked to " + id);
        }
        return found;
    }

    Neighbour comesUp(int id) {
        Neighbour found = find(id);
        if (found == null) {
            found = new Neighbour(id);
            int at = 0;
            while (at < neighbours.size() && neighbours.get(at).id < id) {
                at++;
            }
            neighbours.add(at, found);
        }
        found.up = true;
        return found;
    }

    /** The members of N with a property. */
    List<Neighbour> those(Predicate<Neighbour> property) {
        List<Neighbour> result = new ArrayList<>();
        for (Neighbour each : neighbours) {
            if (each.inN && property.test(each)) {
                result.add(each);
            }
        }
        return result;
    }

    List<Neighbour> all() {
        return those(each -> true);
    }

    /** True if {@code height < height[id]}; false if nothing is known of it (R3). */
    boolean isAbove(int id, Height height) {
        Neighbour found = find(id);
        return found != null && isAbove(found, height);
    }

    static boolean isAbove(Neighbour neighbour, Height height) {
        return neighbour.height != null && height.isBelow(neighbour.height);
    }

    static boolean isBelow(Neighbour neighbour, Height height) {
        return neighbour.height != null && neighbour.height.isBelow(height);
    }

    /** True if {@code height < height[k], ∀k ∈ N}, so also if N is empty. */
    boolean allAbove(Height height) {
        return those(each -> !isAbove(each, height)).isEmpty();
    }

    /** True if {@code height > height[k], ∀k ∈ N}, so also if N is empty. */
    boolean allBelow(Height height) {
        return those(each -> !isBelow(each, height)).isEmpty();
    }

    /** The heights of N. */
    List<Height> heights() {
        List<Height> heights = new ArrayList<>();
        for (Neighbour each : neighbours) {
            if (each.inN && each.height != null) {
                heights.add(each.height);
            }
        }
        return heights;
    }

    /** The lowest of these neighbours, if there is one. */
    static @Nullable Neighbour lowest(List<Neighbour> some) {
        Neighbour lowest = null;
        Height bottom = null;
        for (Neighbour each : some) {
            if (each.height != null && (bottom == null || each.height.isBelow(bottom))) {
                lowest = each;
                bottom = each.height;
            }
        }
        return lowest;
    }
}
