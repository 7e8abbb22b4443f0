package io.meshlock.simulator.hunt;

import io.meshlock.simulator.mesh.Links;
import io.meshlock.simulator.mesh.TimerTable;
import org.jspecify.annotations.Nullable;

/**
 * One event of a schedule, in a form that survives shrinking: a request keeps the number that it had in the full
 * schedule even if earlier ones are dropped, and an action that has become impossible is skipped.
 */
sealed interface Action {

    /** Performs this action on a mesh; false if it is impossible there. */
    boolean applyTo(Replay replay);

    /** This action after a node was removed and those after it renumbered; null if it needs that node. */
    @Nullable
    Action withoutNode(int gone);

    /** A client asks for permits; once, if it does not wait. */
    record Ask(int number, int node, int permits, int priority, long deadline, boolean once) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            replay.ask(this);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone
                    ? null
                    : new Ask(number, InitialMesh.without(gone, node), permits, priority, deadline, once);
        }
    }

    /** A client releases its grant. */
    record Release(int number) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int request = replay.find(number);
            if (request < 0 || !replay.mesh.requests.held.contains(request)) {
                return false;
            }
            replay.mesh.release(request);
            return true;
        }

        @Override
        public Action withoutNode(int gone) {
            return this;
        }
    }

    /** A client gives back half of its permits. */
    record GiveBackHalf(int number) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int request = replay.find(number);
            if (request < 0 || !replay.mesh.requests.held.contains(request)) {
                return false;
            }
            replay.mesh.giveBackHalf(request);
            return true;
        }

        @Override
        public Action withoutNode(int gone) {
            return this;
        }
    }

    /** A client cancels its request. */
    record Cancel(int number) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int request = replay.find(number);
            if (request < 0 || !replay.mesh.requests.waiting.contains(request)) {
                return false;
            }
            replay.mesh.cancel(request);
            return true;
        }

        @Override
        public Action withoutNode(int gone) {
            return this;
        }
    }

    /** A message from one node to another arrives: the oldest, or one that overtakes {@code place} others. */
    record Deliver(int from, int to, int place) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int way = replay.mesh.links.way(from, to);
            if (replay.mesh.links.inFlight(way) <= place) {
                return false;
            }
            replay.mesh.deliver(way, place);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return from == gone || to == gone
                    ? null
                    : new Deliver(InitialMesh.without(gone, from), InitialMesh.without(gone, to), place);
        }
    }

    /** A link dies: {@code a} knows at once, and {@code kept} messages may still reach {@code b}. */
    record Cut(int a, int b, int kept) implements Action {

        /** Everything has arrived and both ends know at once. */
        static final int ALL = -1;

        private boolean isSilent(Links links) {
            return links.inFlight(links.way(a, b)) + links.inFlight(links.way(b, a)) == 0;
        }

        @Override
        public boolean applyTo(Replay replay) {
            if (!replay.mesh.links.areLinked(a, b) || (kept == ALL && !isSilent(replay.mesh.links))) {
                return false;
            }
            if (kept == ALL) {
                replay.mesh.cut(a, b);
            } else {
                replay.mesh.die(a, b, kept);
            }
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return a == gone || b == gone
                    ? null
                    : new Cut(InitialMesh.without(gone, a), InitialMesh.without(gone, b), kept);
        }
    }

    /** An end learns that its link is dead. */
    record Notice(int end, int other) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            if (!replay.mesh.links.unnoticed().contains(replay.mesh.links.way(end, other))) {
                return false;
            }
            replay.mesh.notice(end, other);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return end == gone || other == gone
                    ? null
                    : new Notice(InitialMesh.without(gone, end), InitialMesh.without(gone, other));
        }
    }

    /** A link comes up. */
    record Form(int a, int b) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            if (!replay.mesh.links.canForm(a, b)) {
                return false;
            }
            replay.mesh.form(a, b);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return a == gone || b == gone ? null : new Form(InitialMesh.without(gone, a), InitialMesh.without(gone, b));
        }
    }

    /** A message on its way is lost. */
    record Lose(int from, int to, int place) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int way = replay.mesh.links.way(from, to);
            if (replay.mesh.links.inFlight(way) <= place) {
                return false;
            }
            replay.mesh.lose(way, place);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return from == gone || to == gone
                    ? null
                    : new Lose(InitialMesh.without(gone, from), InitialMesh.without(gone, to), place);
        }
    }

    /** A message on its way is doubled. */
    record Copy(int from, int to, int place) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int way = replay.mesh.links.way(from, to);
            if (replay.mesh.links.inFlight(way) <= place) {
                return false;
            }
            replay.mesh.copy(way, place);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return from == gone || to == gone
                    ? null
                    : new Copy(InitialMesh.without(gone, from), InitialMesh.without(gone, to), place);
        }
    }

    /** A timer runs out. */
    record Fire(int node, int timer) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            int which = TimerTable.timer(node, timer);
            if (!replay.mesh.timers.running().contains(which)) {
                return false;
            }
            replay.mesh.fire(which);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone ? null : new Fire(InitialMesh.without(gone, node), timer);
        }
    }

    /** A node wants to leave. */
    record Leave(int node) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            if (replay.mesh.isAway(node)) {
                return false;
            }
            replay.mesh.leave(node);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone ? null : new Leave(InitialMesh.without(gone, node));
        }
    }

    /** A node cannot be reached any more. */
    record Off(int node) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            if (replay.mesh.isOff(node) || !replay.mayBeSwitchedOff(node)) {
                return false;
            }
            replay.mesh.switchOff(node);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone ? null : new Off(InitialMesh.without(gone, node));
        }
    }

    /** An operator changes the pool's size. */
    record Resize(int node, int permits) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            replay.mesh.resize(node, permits);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone ? null : new Resize(InitialMesh.without(gone, node), permits);
        }
    }

    /** A node that left or could not be reached is back. */
    record Return(int node) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            if (!replay.mesh.isAway(node)) {
                return false;
            }
            replay.mesh.comeBack(node);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone ? null : new Return(InitialMesh.without(gone, node));
        }
    }

    /** A node loses its memory and starts again. */
    record Reboot(int node) implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            replay.mesh.reboot(node);
            return true;
        }

        @Override
        public @Nullable Action withoutNode(int gone) {
            return node == gone ? null : new Reboot(InitialMesh.without(gone, node));
        }
    }

    /** Everything is delivered, in a fixed order, until nothing is in flight; nobody leaves. */
    record DeliverAll() implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            replay.deliverAll();
            return true;
        }

        @Override
        public Action withoutNode(int gone) {
            return this;
        }
    }

    /** Everything is delivered and everybody leaves, in a fixed order, until nothing is left to do. */
    record Finish() implements Action {
        @Override
        public boolean applyTo(Replay replay) {
            replay.finish();
            return true;
        }

        @Override
        public Action withoutNode(int gone) {
            return this;
        }
    }
}
