package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Outcome.Ending;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explores all reachable states of a small mesh with recovery, instant by instant. Time only grows, so a state of one
 * instant never occurs at another: when an instant is explored to its end, its states are dropped, and of each only the
 * action that led to it is kept. So memory is bounded by the largest instant, and eight bytes per state.
 *
 * <p>Within an instant messages travel in rounds: what is sent in one arrives in the next, at every node in any order.
 * A message that is late arrives a round later, or after time has passed; how many are late is a budget. So it is a
 * delay-bounded search: complete for runs with so many late messages, and the bound says how many.
 */
public final class TimedExplorer {

    private static final int WATCH_EVERY = 1 << 10;

    private final TimedExploration exploration;
    private final int maxStates;
    private final Explorer.Watcher watcher;
    private final TimedLayout layout;

    /** For every state, in the order in which they were reached: the one before, and the action in between. */
    private final IntPages parents = new IntPages();

    private final IntPages actions = new IntPages();

    private TimedInstant instant;
    private StateStore now;
    private StateStore next;
    private long transitions;
    private long nodeSteps;
    private long most;
    private long mostBytes;
    private @Nullable Flaw flaw;
    private int flawed;
    private int flawedBy;

    private TimedExplorer(TimedExploration exploration, int maxStates, Explorer.Watcher watcher) {
        this.exploration = exploration;
        this.maxStates = maxStates;
        this.watcher = watcher;
        this.layout = new TimedLayout(exploration.nodes());
        this.instant = TimedInstant.first(exploration, layout);
        this.now = new StateStore(layout.words);
        this.next = new StateStore(layout.words);
    }

    /**
     * Explores until everything up to the horizon is seen, a violation is found, or a limit is reached.
     *
     * @param maxStates no more states than this, in all
     * @param watcher is called now and then, with the instant as depth; false ends the exploration
     */
    public static TimedOutcome explore(TimedExploration exploration, int maxStates, Explorer.Watcher watcher) {
        return new TimedExplorer(exploration, maxStates, watcher).run();
    }

    private TimedOutcome run() {
        add(now, instant.moves.initial(), -1, 0);
        Ending ending = Ending.COMPLETE;
        while (ending == Ending.COMPLETE && now.size() > 0) {
            ending = exploreInstant();
            instant.locals.checkValues();
            nodeSteps += instant.locals.steps();
            most = Math.max(most, now.size());
            mostBytes = Math.max(mostBytes, now.bytes() + next.bytes() + instant.locals.bytes());
            if (ending == Ending.COMPLETE) {
                advance();
            }
        }
        Flaw found = flaw;
        return new TimedOutcome(
                ending,
                parents.size(),
                transitions,
                instant.time - (ending == Ending.COMPLETE ? 1 : 0),
                nodeSteps,
                most,
                mostBytes,
                found,
                found == null ? List.of() : TimedStory.of(exploration, path(), found));
    }

    /** Goes through all states of the present instant. */
    private Ending exploreInstant() {
        TimedMoves moves = instant.moves;
        int[] from = new int[layout.words];
        int[] to = new int[layout.words];
        IntArrayList possible = new IntArrayList();
        for (int state = 0; state < now.size(); state++) {
            if (state % WATCH_EVERY == 0 && !watcher.goOn(parents.size(), transitions, instant.time)) {
                return Ending.STOPPED;
            }
            if (parents.size() >= maxStates) {
                return Ending.STATE_LIMIT;
            }
            now.read(state, from);
            int id = now.parent(state);
            moves.list(from, possible);
            for (int i = 0; i < possible.size(); i++) {
                int action = possible.getInt(i);
                transitions++;
                if (TimedAction.kind(action) == TimedAction.TICK) {
                    add(next, instant.passed(from, action), id, action);
                    continue;
                }
                Flaw broken = moves.apply(from, action, to);
                if (broken != null) {
                    flaw = broken;
                    flawed = id;
                    flawedBy = action;
                    return Ending.VIOLATION;
                }
                add(now, to, id, action);
            }
        }
        return Ending.COMPLETE;
    }

    /** Adds a state unless it is known. The store keeps its number among all states in place of a parent. */
    private void add(StateStore store, int[] tuple, int parent, int action) {
        int before = store.size();
        if (store.add(tuple, (int) parents.size()) == before) {
            parents.add(parent);
            actions.add(action);
        }
    }

    /** The next instant: takes over the states that time led to, with the nodes and messages in them. */
    private void advance() {
        TimedInstant following = instant.next();
        StateStore taken = new StateStore(layout.words);
        int[] state = new int[layout.words];
        for (int i = 0; i < next.size(); i++) {
            next.read(i, state);
            following.adopt(instant, state);
            taken.add(state, next.parent(i));
        }
        instant = following;
        now = taken;
        next = new StateStore(layout.words);
    }

    /** The actions from the start to the violation. */
    private List<Integer> path() {
        List<Integer> path = new ArrayList<>();
        path.add(flawedBy);
        for (int at = flawed; parents.get(at) >= 0; at = parents.get(at)) {
            path.add(actions.get(at));
        }
        Collections.reverse(path);
        return path;
    }
}
