package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.narrative.MeshSettings;
import io.meshlock.simulator.narrative.NarrativeMesh;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** One broken protocol per rule: exactly that rule is reported. */
class RulesTest {

    /** A ball that two nodes throw. */
    record Ball(int tokens) implements Message {
        @Override
        public String type() {
            return "BALL";
        }

        @Override
        public int bytes() {
            return 1;
        }
    }

    /** The bootstrap node serves its own requests, one at a time; the requests of other nodes are rejected. */
    static class Toy extends Protocol {
        protected final boolean bootstrapNode;
        protected long number;
        protected long waits;
        protected long inside;

        Toy(Setup setup) {
            super(setup);
            bootstrapNode = setup.bootstrap();
        }

        protected int other() {
            return 1 - node();
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            Key key = pool().key(request, 0, Key.requestNumber(node(), (int) request.id()));
            out.waiting(request.id(), key);
            if (!bootstrapNode) {
                out.withdrawn(request.id());
            } else if (inside == 0) {
                grant(request.id(), key, out);
            } else {
                waits = request.id();
            }
        }

        protected void grant(long request, Key key, Effects out) {
            inside = ++number;
            out.decided(number, key);
            out.granted(new PermitGrant(number, request, 1, Slots.of(1)));
        }

        @Override
        public void cancel(long now, long request, Effects out) {
            if (waits == request) {
                waits = 0;
                out.withdrawn(request);
            }
        }

        @Override
        public void release(long now, long grant, Effects out) {
            inside = 0;
            if (waits != 0) {
                long next = waits;
                waits = 0;
                grant(next, new Key(0, 0, Key.requestNumber(node(), (int) next), 1), out);
            }
        }

        @Override
        public void receive(long now, int from, Message message, Effects out) {}

        @Override
        public void linkUp(long now, int peer, Effects out) {}

        @Override
        public void linkDown(long now, int peer, Effects out) {}

        @Override
        public String describe() {
            return "toy";
        }
    }

    private static Algorithm toy(Function<Setup, Protocol> factory) {
        return new Algorithm(
                "toy", "for tests", "none", new Guarantees(Guarantees.Tokens.ONE, true, true), List.of(), factory);
    }

    private static Meshes mesh(Function<Setup, Protocol> factory) {
        return Meshes.of(toy(factory), "line:2").requests(2).permits(2, 1);
    }

    private static Trace caught(Meshes mesh, Rule rule) {
        Outcome outcome = mesh.explore();
        Trace trace = Objects.requireNonNull(outcome.violation(), () -> "nothing found: " + outcome);
        assertThat(trace.flaw().rule()).as(trace.flaw().message()).isEqualTo(rule);
        return trace;
    }

    @Test
    void theToyItselfIsFine() {
        Outcome outcome = mesh(Toy::new).cancels(1).explore();
        assertThat(outcome.violation()).isNull();
        assertThat(outcome.liveness()).isTrue();
    }

    /** Everybody is served at once, and the narrative's own judge says the same. */
    @Test
    void permits() {
        Function<Setup, Protocol> factory = setup -> new Toy(setup) {
            @Override
            protected void admit(long now, PermitRequest request, Effects out) {
                out.granted(
                        new PermitGrant(Key.requestNumber(node(), (int) request.id()), request.id(), 1, Slots.NONE));
            }
        };
        Trace trace = caught(mesh(factory).permits(1, 1), Rule.PERMITS);
        assertThat(trace.events()).hasSize(2);
        NarrativeMesh replayed = new NarrativeMesh(toy(factory), Graphs.named("line:2"), MeshSettings.permits(1));
        List<String> asking = trace.events().stream()
                .map(event -> event.command().split(" ", -1)[1])
                .toList();
        replayed.request(asking.get(0), 1, 0);
        assertThatThrownBy(() -> replayed.request(asking.get(1), 1, 0)).hasMessageContaining("2 of 1 permits are held");
    }

    @Test
    void slots() {
        caught(
                mesh(setup -> new Toy(setup) {
                    @Override
                    protected void admit(long now, PermitRequest request, Effects out) {
                        out.granted(new PermitGrant(request.id(), request.id(), 1, Slots.of(1)));
                    }
                }),
                Rule.SLOTS);
    }

    @Test
    void tokens() {
        caught(
                mesh(setup -> new Toy(setup) {
                    @Override
                    public void release(long now, long grant, Effects out) {
                        super.release(now, grant, out);
                        out.send(other(), new Ball(1));
                    }
                }),
                Rule.TOKENS);
    }

    @Test
    void aTokenThatVanishes() {
        caught(
                mesh(setup -> new Toy(setup) {
                    @Override
                    public void release(long now, long grant, Effects out) {
                        out.tokens(0);
                    }
                }),
                Rule.TOKENS);
    }

    @Test
    void grants() {
        caught(
                mesh(setup -> new Toy(setup) {
                    @Override
                    public void release(long now, long grant, Effects out) {
                        out.granted(new PermitGrant(99, 1, 1, Slots.NONE));
                    }
                }),
                Rule.GRANT);
    }

    @Test
    void numbers() {
        caught(
                mesh(setup -> new Toy(setup) {
                    @Override
                    protected void grant(long request, Key key, Effects out) {
                        number = 0;
                        super.grant(request, key, out);
                    }
                }),
                Rule.NUMBERS);
    }

    /** The second request is more urgent, waits in a quiet mesh, and the third is served before it. */
    @Test
    void order() {
        caught(
                mesh(setup -> new Toy(setup) {
                            @Override
                            public void release(long now, long grant, Effects out) {
                                inside = 0;
                            }
                        })
                        .requests(3)
                        .priorities(0, 9, 0)
                        .ignoring(Rule.STUCK),
                Rule.ORDER);
    }

    @Test
    void invariants() {
        Trace trace = caught(
                mesh(setup -> new Toy(setup) {
                            @Override
                            public void release(long now, long grant, Effects out) {
                                Check.invariant(grant != 2, "no second grant");
                                super.release(now, grant, out);
                            }
                        })
                        .requests(3)
                        .ignoring(Rule.STUCK),
                Rule.INVARIANT);
        assertThat(trace.flaw().message()).contains("node a").contains("no second grant");
    }

    @Test
    void links() {
        caught(
                Meshes.of(
                                toy(setup -> new Toy(setup) {
                                    @Override
                                    public void linkDown(long now, int peer, Effects out) {
                                        out.send(peer, new Ball(0));
                                    }
                                }),
                                "ring:3")
                        .changes(1),
                Rule.LINKS);
    }

    @Test
    void cancels() {
        caught(
                mesh(setup -> new Toy(setup) {
                            @Override
                            public void cancel(long now, long request, Effects out) {}
                        })
                        .cancels(1),
                Rule.CANCEL);
    }

    @Test
    void stuck() {
        Trace trace = caught(
                mesh(setup -> new Toy(setup) {
                    @Override
                    public void release(long now, long grant, Effects out) {
                        inside = 0;
                    }
                }),
                Rule.STUCK);
        assertThat(trace.flaw().message()).isEqualTo("never served: a2");
    }

    /** Two nodes throw a ball for ever, so that nothing is ever stuck, and the second request is forgotten. */
    @Test
    void unreachable() {
        caught(
                mesh(setup -> new Thrower(setup) {
                    @Override
                    public void release(long now, long grant, Effects out) {
                        inside = 0;
                    }
                }),
                Rule.UNREACHABLE);
    }

    @Test
    void starved() {
        caught(Meshes.of(toy(Fickle::new), "star:3").requests(2).permits(2, 1), Rule.STARVED);
    }

    /** The same toy without the forgetting is fine although it never falls silent. */
    @Test
    void anEndlessGameStarvesNobody() {
        Outcome outcome = mesh(Thrower::new).explore();
        assertThat(outcome.violation()).isNull();
        assertThat(outcome.liveness()).isTrue();
    }

    @Test
    void timersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> mesh(setup -> new Toy(setup) {
                            @Override
                            public void release(long now, long grant, Effects out) {
                                out.setTimer(99, 5);
                            }
                        })
                        .explore())
                .hasMessageContaining("timers");
    }

    /** Returns every ball it gets; the bootstrap node throws the first one at its first request. */
    private static class Thrower extends Toy {
        private boolean thrown;

        Thrower(Setup setup) {
            super(setup);
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            if (bootstrapNode && !thrown) {
                thrown = true;
                out.send(other(), new Ball(0));
            }
            super.admit(now, request, out);
        }

        @Override
        public void receive(long now, int from, Message message, Effects out) {
            out.send(from, message);
        }
    }

    /** Throws balls to b and c, and serves a waiting request only when b's comes back twice before c's does once. */
    private static final class Fickle extends Toy {
        private boolean thrown;
        private int last;

        Fickle(Setup setup) {
            super(setup);
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            if (bootstrapNode && !thrown) {
                thrown = true;
                out.send(1, new Ball(0));
                out.send(2, new Ball(0));
            }
            super.admit(now, request, out);
        }

        @Override
        public void release(long now, long grant, Effects out) {
            inside = 0;
        }

        @Override
        public void receive(long now, int from, Message message, Effects out) {
            if (bootstrapNode && inside == 0 && from == 1 && last == 1) {
                super.release(now, 0, out);
            }
            last = from;
            out.send(from, message);
        }
    }
}
