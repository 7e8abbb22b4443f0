package io.meshlock.journal;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;

/** Ways to combine journals. */
public final class Journals {

    private static final Journal NONE = new Journal() {};

    private Journals() {}

    /** A journal that ignores everything. The simulator recognizes this instance and does not call it for messages. */
    public static Journal none() {
        return NONE;
    }

    /** Passes every event to all journals, in the given order. */
    public static Journal fanOut(Journal... journals) {
        return switch (journals.length) {
            case 0 -> NONE;
            case 1 -> journals[0];
            default -> new FanOut(journals.clone());
        };
    }

    private static final class FanOut implements Journal {

        private final Journal[] journals;

        FanOut(Journal[] journals) {
            this.journals = journals;
        }

        @Override
        public void stepped(long time, int node) {
            for (Journal journal : journals) {
                journal.stepped(time, node);
            }
        }

        @Override
        public void requested(long time, int node, PermitRequest request) {
            for (Journal journal : journals) {
                journal.requested(time, node, request);
            }
        }

        @Override
        public void waiting(long time, int node, long request, Key key) {
            for (Journal journal : journals) {
                journal.waiting(time, node, request, key);
            }
        }

        @Override
        public void rejected(long time, int node, long request, Rejection why) {
            for (Journal journal : journals) {
                journal.rejected(time, node, request, why);
            }
        }

        @Override
        public void cancelled(long time, int node, long request) {
            for (Journal journal : journals) {
                journal.cancelled(time, node, request);
            }
        }

        @Override
        public void withdrawn(long time, int node, long request) {
            for (Journal journal : journals) {
                journal.withdrawn(time, node, request);
            }
        }

        @Override
        public void decided(long time, int node, long number, Key key) {
            for (Journal journal : journals) {
                journal.decided(time, node, number, key);
            }
        }

        @Override
        public void granted(long time, int node, PermitGrant grant) {
            for (Journal journal : journals) {
                journal.granted(time, node, grant);
            }
        }

        @Override
        public void released(long time, int node, PermitGrant grant) {
            for (Journal journal : journals) {
                journal.released(time, node, grant);
            }
        }

        @Override
        public void givenBack(long time, int node, PermitGrant part) {
            for (Journal journal : journals) {
                journal.givenBack(time, node, part);
            }
        }

        @Override
        public void tokens(long time, int node, int held) {
            for (Journal journal : journals) {
                journal.tokens(time, node, held);
            }
        }

        @Override
        public void resized(long time, int node, PoolSize size) {
            for (Journal journal : journals) {
                journal.resized(time, node, size);
            }
        }

        @Override
        public void dispensable(long time, int node) {
            for (Journal journal : journals) {
                journal.dispensable(time, node);
            }
        }

        @Override
        public void sent(long time, int from, int to, Message message) {
            for (Journal journal : journals) {
                journal.sent(time, from, to, message);
            }
        }

        @Override
        public void delivered(long time, int from, int to, Message message) {
            for (Journal journal : journals) {
                journal.delivered(time, from, to, message);
            }
        }

        @Override
        public void hopped(long time, int from, int to, Message packet) {
            for (Journal journal : journals) {
                journal.hopped(time, from, to, packet);
            }
        }

        @Override
        public void routed(long time, int from, int to, Message control) {
            for (Journal journal : journals) {
                journal.routed(time, from, to, control);
            }
        }

        @Override
        public void lost(long time, int from, int to, Message message) {
            for (Journal journal : journals) {
                journal.lost(time, from, to, message);
            }
        }

        @Override
        public void linkUp(long time, int a, int b) {
            for (Journal journal : journals) {
                journal.linkUp(time, a, b);
            }
        }

        @Override
        public void linkDown(long time, int a, int b) {
            for (Journal journal : journals) {
                journal.linkDown(time, a, b);
            }
        }

        @Override
        public void leased(long time, int node, long grant, long until) {
            for (Journal journal : journals) {
                journal.leased(time, node, grant, until);
            }
        }

        @Override
        public void grantLost(long time, int node, PermitGrant grant) {
            for (Journal journal : journals) {
                journal.grantLost(time, node, grant);
            }
        }

        @Override
        public void crashed(long time, int node) {
            for (Journal journal : journals) {
                journal.crashed(time, node);
            }
        }

        @Override
        public void restarted(long time, int node, long incarnation) {
            for (Journal journal : journals) {
                journal.restarted(time, node, incarnation);
            }
        }

        @Override
        public void paused(long time, int node) {
            for (Journal journal : journals) {
                journal.paused(time, node);
            }
        }

        @Override
        public void resumed(long time, int node) {
            for (Journal journal : journals) {
                journal.resumed(time, node);
            }
        }

        @Override
        public void recovered(long time, int node, Epoch epoch, String how) {
            for (Journal journal : journals) {
                journal.recovered(time, node, epoch, how);
            }
        }

        @Override
        public void healed(long time) {
            for (Journal journal : journals) {
                journal.healed(time);
            }
        }

        @Override
        public void ended(long time) {
            for (Journal journal : journals) {
                journal.ended(time);
            }
        }
    }
}
