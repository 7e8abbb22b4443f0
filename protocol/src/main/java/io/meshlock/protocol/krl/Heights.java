package io.meshlock.protocol.krl;

import io.meshlock.protocol.Setup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node's own height, its neighbours in ascending order, and which way is down. */
final class Heights {

    private final int node;
    private Height height;

    /** A node with more links than that is near to all others: a fifth of all nodes. */
    private final int fewLinks;

    private final List<Neighbour> neighbours;

    Heights(Setup setup) {
        node = setup.node();
        fewLinks = Math.max(2, setup.meshSize() / 5);
        height = new Height(0, setup.distance(), node);
        int[] peers = setup.links().peers();
        neighbours = new ArrayList<>(peers.length);
        for (int i = 0; i < peers.length; i++) {
            int distance = setup.links().distances()[i];
            Height theirs = new Height(0, distance, peers[i]);
            neighbours.add(new Neighbour(peers[i], theirs, atTheStart(distance), height, atTheStart(setup.distance())));
        }
    }

    /** Bootstrap nodes start at distances of 0 and less. It is not known which of them are stranded, so all may be. */
    private static TokenState atTheStart(int distance) {
        return distance <= 0 ? TokenState.STRANDED : TokenState.EMPTY;
    }

    Height height() {
        return height;
    }

    /** All neighbours, ascending. Callers must not change the list. */
    List<Neighbour> neighbours() {
        return neighbours;
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

    Neighbour add(int id, int tokens) {
        int at = 0;
        while (at < neighbours.size() && neighbours.get(at).id < id) {
            at++;
        }
        Neighbour added = new Neighbour(id, null, TokenState.EMPTY, height, tokenState(tokens));
        neighbours.add(at, added);
        return added;
    }

    void remove(Neighbour lost) {
        neighbours.remove(lost);
    }

    boolean isDown(Neighbour neighbour) {
        return neighbour.height != null && neighbour.height.isBelow(height);
    }

    boolean isUp(Neighbour neighbour) {
        return neighbour.height != null && height.isBelow(neighbour.height);
    }

    /** The lowest neighbour that is lower than this node, if any. */
    @Nullable
    Neighbour lowest() {
        Neighbour lowest = lowestOf(false);
        return lowest != null && isDown(lowest) ? lowest : null;
    }

    /**
     * The lowest neighbour that no token has visited. If all were visited, all count as unvisited again [KRL App.
     * PickLowest l.1–3].
     */
    @Nullable
    Neighbour lowestUnvisited() {
        Neighbour lowest = lowestOf(true);
        if (lowest == null) {
            neighbours.forEach(each -> each.visited = false);
            lowest = lowestOf(true);
        }
        return lowest;
    }

    /**
     * The neighbour with most links, if it has a fifth more than this node: a token there is nearer to other nodes. A
     * node with many links is near enough: the hop would cost more messages than it saves.
     */
    @Nullable
    Neighbour betterConnected() {
        if (neighbours.size() > fewLinks) {
            return null;
        }
        Neighbour best = null;
        int most = neighbours.size();
        for (Neighbour each : neighbours) {
            if (each.height != null && each.links > most && 5 * each.links >= 6 * neighbours.size()) {
                best = each;
                most = each.links;
            }
        }
        return best;
    }

    private @Nullable Neighbour lowestOf(boolean unvisited) {
        Neighbour lowest = null;
        Height bottom = null;
        for (Neighbour each : neighbours) {
            if (each.height != null
                    && !(unvisited && each.visited)
                    && (bottom == null || each.height.isBelow(bottom))) {
                lowest = each;
                bottom = each.height;
            }
        }
        return lowest;
    }

    boolean knowsAnyHeight() {
        for (Neighbour each : neighbours) {
            if (each.height != null) {
                return true;
            }
        }
        return false;
    }

    /** True if a request could arrive here: some neighbour is higher and holds no token. */
    boolean isInReach() {
        for (Neighbour each : neighbours) {
            if (isUp(each) && each.tokenState == TokenState.EMPTY) {
                return true;
            }
        }
        return false;
    }

    void raise() {
        height = height.raisedAmong(known(true));
    }

    /** Lowers this node below some of the neighbours that hold no token, if there are any. */
    void lower() {
        height = height.loweredAmong(known(false));
    }

    /** A token arrived from a node of that height. */
    void goBelow(Height sender) {
        Height below = sender.oneDown(node);
        if (below.isBelow(height)) {
            height = below;
        }
    }

    void goAbove(Height other) {
        height = other.oneUp(node);
    }

    private List<Height> known(boolean holdersToo) {
        List<Height> known = new ArrayList<>(neighbours.size());
        for (Neighbour each : neighbours) {
            if (each.height != null && (holdersToo || each.tokenState == TokenState.EMPTY)) {
                known.add(each.height);
            }
        }
        return known;
    }

    /** The token state of this node with so many tokens. */
    TokenState tokenState(int tokens) {
        return tokens == 0
                ? TokenState.EMPTY
                : isInReach() || !knowsAnyHeight() ? TokenState.HOLDS : TokenState.STRANDED;
    }

    /**
     * True if the neighbour must hear from this node because it has an outdated view of the link that misleads one of
     * them.
     *
     * <ul>
     *   <li>It believes that this node is higher, and this node has gone down below it.
     *   <li>It is stranded and believes that this node, which has no token any more, holds one.
     *   <li>This node is stranded, and the neighbour does not know.
     * </ul>
     */
    boolean misleads(Neighbour neighbour, TokenState own) {
        Height its = neighbour.height;
        if (its == null) {
            return false;
        }
        boolean turned = height.isBelow(its) && its.isBelow(neighbour.told);
        boolean emptied = own == TokenState.EMPTY
                && neighbour.toldTokenState != TokenState.EMPTY
                && neighbour.tokenState == TokenState.STRANDED;
        boolean stranded = own == TokenState.STRANDED && neighbour.toldTokenState != TokenState.STRANDED;
        return turned || emptied || stranded;
    }
}
