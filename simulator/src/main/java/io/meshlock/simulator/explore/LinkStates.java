package io.meshlock.simulator.explore;

import io.meshlock.protocol.Message;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The distinct states of links, numbered: whether the link is up, and what is in flight in each direction. Side 0 is
 * the end with the smaller number; way 0 leads from it. Each operation on each state is computed once.
 *
 * <p>Where messages overtake each other freely, their order means nothing: they are then sorted by number.
 */
final class LinkStates {

    static final int DOWN = 0;
    static final int UP = 1;

    /** Dead, and only the end of this side (plus {@value}) has noticed. */
    static final int NOTICED_BY = 2;

    static final int NO_MESSAGE = -1;

    private static final int OPERATION = 25;
    private static final int SEND = 0; // and 1, by way
    private static final int TAKE = 2; // and 3, by way
    private static final int FAIL = 4; // and 5, by side
    private static final int GO_DOWN = 6;
    private static final int COME_UP = 7;

    /** A link's state, unpacked. */
    private static final class Content {
        private final int status;
        private final IntArrayList[] ways;
        private int tokens;

        Content(int status, IntArrayList there, IntArrayList back) {
            this.status = status;
            this.ways = new IntArrayList[] {there, back};
        }
    }

    private final boolean ordered;
    private final StateGraph graph;
    private final Interner codes = new Interner();
    private final List<Content> contents = new ArrayList<>();
    private final Long2IntOpenHashMap known = new Long2IntOpenHashMap();
    private final ByteSink sink = new ByteSink();

    LinkStates(StateGraph graph, boolean ordered) {
        this.ordered = ordered;
        this.graph = graph;
        known.defaultReturnValue(-1);
        intern(new Content(DOWN, new IntArrayList(), new IntArrayList()));
        intern(new Content(UP, new IntArrayList(), new IntArrayList()));
    }

    int size() {
        return contents.size();
    }

    int status(int link) {
        return contents.get(link).status;
    }

    /** The oldest message on a way, or {@link #NO_MESSAGE}. */
    int head(int link, int way) {
        IntArrayList messages = contents.get(link).ways[way];
        return messages.isEmpty() ? NO_MESSAGE : messages.getInt(0);
    }

    int inFlight(int link, int way) {
        return contents.get(link).ways[way].size();
    }

    /** The messages on a way, oldest first. */
    IntArrayList messages(int link, int way) {
        return contents.get(link).ways[way];
    }

    boolean isEmpty(int link) {
        return inFlight(link, 0) == 0 && inFlight(link, 1) == 0;
    }

    /** How many tokens are in flight. */
    int tokens(int link) {
        return contents.get(link).tokens;
    }

    int send(int link, int way, int message) {
        return operate(link, SEND + way, message);
    }

    int take(int link, int way) {
        return take(link, way, 0);
    }

    int take(int link, int way, int place) {
        return operate(link, TAKE + way, place);
    }

    /**
     * The end of that side notices first: messages to it are lost, and all but the oldest {@code kept} that it has
     * sent.
     */
    int fail(int link, int side, int kept) {
        return operate(link, FAIL + side, kept);
    }

    int goDown(int link) {
        return operate(link, GO_DOWN, 0);
    }

    int comeUp(int link) {
        return operate(link, COME_UP, 0);
    }

    private int operate(int link, int operation, int argument) {
        long key = (long) link << Integer.SIZE | (long) operation << OPERATION | argument;
        int found = known.get(key);
        if (found < 0) {
            found = intern(after(contents.get(link), operation, argument));
            known.put(key, found);
        }
        return found;
    }

    private Content after(Content before, int operation, int argument) {
        IntArrayList[] ways = {before.ways[0].clone(), before.ways[1].clone()};
        int way = operation & 1;
        switch (operation) {
            case SEND, SEND + 1 -> ways[way].add(ordered ? ways[way].size() : place(ways[way], argument), argument);
            case TAKE, TAKE + 1 -> ways[way].removeInt(argument);
            case FAIL, FAIL + 1 -> {
                ways[way].size(argument);
                ways[1 - way].clear();
                return new Content(NOTICED_BY + way, ways[0], ways[1]);
            }
            default -> {
                return new Content(operation == COME_UP ? UP : DOWN, new IntArrayList(), new IntArrayList());
            }
        }
        return new Content(before.status, ways[0], ways[1]);
    }

    private static int place(IntArrayList ascending, int message) {
        int place = 0;
        while (place < ascending.size() && ascending.getInt(place) <= message) {
            place++;
        }
        return place;
    }

    private int intern(Content content) {
        sink.clear();
        sink.putNumber(content.status);
        sink.putNumber(content.ways[0].size());
        for (IntArrayList way : content.ways) {
            for (int i = 0; i < way.size(); i++) {
                sink.putNumber(way.getInt(i));
                content.tokens += ((Message) graph.value(way.getInt(i))).tokens();
            }
        }
        int id = codes.intern(sink);
        if (id == contents.size()) {
            contents.add(content);
        }
        return id;
    }
}
