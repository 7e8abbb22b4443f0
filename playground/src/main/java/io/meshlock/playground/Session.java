package io.meshlock.playground;

import io.meshlock.journal.Journal;
import io.meshlock.journal.JournalWriter;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.Violation;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.WorldControls;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Positions;
import io.meshlock.simulator.network.Network;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A world that a person plays with: it runs, stops at the first violation, takes actions, and goes back in time. Going back is
 * making the run again, from the seed and the actions up to then; so an action is kept with its place among the events.
 */
final class Session {

    /** Of more messages than this, nobody reads the contents. */
    private static final int MOST_TOLD = 300;

    private final Setup setup;
    private final Scenario scenario;
    private final WorldSpec spec;
    private final List<Action> actions = new ArrayList<>();
    /** How many of the actions have happened. */
    private int performed;

    private World world;
    private WorldControls controls;
    private Hands hands;
    private Picture picture;
    private Flights flights;
    private Checkers checkers;
    private @Nullable Positions positions;
    /** What hangs in the queue when nothing is going on. */
    private int resting;

    private long steps;
    private long accepted;
    private boolean over;
    private @Nullable String broken;

    @SuppressWarnings("NullAway.Init") // by restart
    Session(Setup setup) {
        this.setup = setup;
        scenario = setup.resolve();
        spec = setup.spec(scenario);
        restart(Journals.none());
    }

    /** The world as it was at the beginning. */
    private void restart(Journal besides) {
        flights = new Flights(spec.network().delay().mean());
        picture = new Picture(spec.pool().permits(), spec.routed(), flights);
        checkers = WorldCheckers.of(spec);
        world = new World(spec, setup.seed(), Journals.fanOut(picture, checkers, besides));
        controls = world.controls();
        hands = new Hands(controls, spec.nodes());
        steps = 0;
        performed = 0;
        accepted = 0;
        broken = null;
        over = false;
        if (setup.beginsInParts(spec.nodes())) {
            step(0);
        }
        positions = spec.network().topology() instanceof Moving moving
                ? new Positions(
                        moving.mobility()
                                .walkers(spec.nodes(), new RandomStreams(setup.seed()).seedOf(Concern.MOBILITY)),
                        moving.radio(),
                        () -> Math.min(world.now(), spec.duration()))
                : null;
        resting = controls.pending();
    }

    WorldSpec spec() {
        return spec;
    }

    Scenario scenario() {
        return scenario;
    }

    long now() {
        return world.now();
    }

    long steps() {
        return steps;
    }

    // ---- time ----

    /** Lets everything happen up to an instant, actions of the future included; stops at a new violation. */
    void runUntil(long time) {
        while (broken == null
                && performed < actions.size()
                && actions.get(performed).time() <= time) {
            reach(actions.get(performed));
        }
        boolean more = true;
        while (more && broken == null) {
            more = step(time);
        }
        over = broken == null && !world.runUntil(time); // nothing is due any more: it may end, though
    }

    /** One event, whenever it is; false if nothing will ever happen by itself. */
    boolean stepOne() {
        if (performed < actions.size() && actions.get(performed).steps() == steps) {
            reach(actions.get(performed));
            return true;
        }
        return step(Long.MAX_VALUE);
    }

    private boolean step(long time) {
        boolean more;
        try {
            more = world.step(time);
        } catch (IllegalStateException e) {
            broken = String.valueOf(e.getMessage());
            return false;
        }
        steps += more ? 1 : 0;
        judge();
        return more;
    }

    private void judge() {
        if (checkers.violations() > accepted) {
            Violation first = checkers.firstViolations().get(0);
            broken = first.rule() + ": " + first.detail();
        }
    }

    boolean isBroken() {
        return broken != null;
    }

    /** Goes on although a rule was broken, until the next violation. */
    void goOn() {
        accepted = checkers.violations();
        broken = null;
    }

    /** Goes to where an action belongs and performs it. */
    private void reach(Action action) {
        boolean more = true;
        while (more && broken == null && (steps < action.steps() || action.isByTime())) {
            more = step(action.time());
        }
        if (broken == null) {
            if (world.now() < action.time()) {
                world.step(action.time()); // nothing is due before: only the clock moves
            }
            perform(action.command());
            performed++;
        }
    }

    /** Goes back, or forth, to an instant. */
    void goTo(long time) {
        if (time < world.now()) {
            restart(Journals.none());
        }
        runUntil(time);
    }

    /** Goes back to the state after so many events. */
    void goToStep(long wanted) {
        restart(Journals.none());
        while (performed < actions.size() && actions.get(performed).steps() <= wanted && broken == null) {
            reach(actions.get(performed));
        }
        boolean more = true;
        while (more && steps < wanted && broken == null) {
            more = step(Long.MAX_VALUE);
        }
    }

    /** The journal of a whole run that nobody meddles with. */
    static String journalOf(Setup setup) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = new JournalWriter(bytes)) {
            new World(setup.spec(setup.resolve()), setup.seed(), writer).run();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** True if the nodes move by themselves. */
    boolean isMoving() {
        return positions != null;
    }

    // ---- actions ----

    /** Does something now. What would have been done later, before going back in time, is forgotten. */
    void act(String command) {
        Action action = new Action(steps, world.now(), command);
        perform(command);
        while (actions.size() > performed) {
            actions.remove(actions.size() - 1);
        }
        actions.add(action);
        performed++;
    }

    private void perform(String command) {
        try {
            hands.perform(command);
        } catch (IllegalStateException e) {
            broken = String.valueOf(e.getMessage());
        }
        judge();
    }

    /** What was done so far, a line each. */
    String log() {
        StringBuilder lines = new StringBuilder();
        actions.forEach(action -> lines.append(action).append('\n'));
        return lines.toString();
    }

    /** Takes the actions of another run; they happen as time comes to them. */
    void load(String log) {
        for (String line : log.split("\n", -1)) {
            if (!line.isBlank()) {
                actions.add(Action.parse(line.trim()));
            }
        }
    }

    // ---- what there is to see ----

    /** Everything to draw; links only if they are not those of the shape that is known already. */
    String snapshot(int knownShape) {
        JsonText json = new JsonText().open('{');
        json.name("t").value(Ticks.toUnits(world.now()));
        json.field("ticks", Long.toString(world.now())).field("steps", steps).field("nodes", spec.nodes());
        json.field("shape", picture.shape());
        if (picture.shape() != knownShape) {
            writeLinks(json);
        }
        writeStates(json);
        writeFlights(json);
        picture.write(json);
        if (positions != null) {
            json.name("positions").open('[');
            for (int node = 0; node < spec.nodes(); node++) {
                json.value(Math.round(positions.x(node))).value(Math.round(positions.y(node)));
            }
            json.close(']');
        }
        json.field("broken", broken == null ? "" : broken).field("stuck", stuck());
        json.field("machines", controls.mayFail()).field("absences", controls.mayBeAway());
        return json.close('}').toString();
    }

    private void writeLinks(JsonText json) {
        Network network = controls.network();
        json.name("links").open('[');
        for (int i = 0; i < network.links(); i++) {
            json.value(network.low(network.link(i))).value(network.high(network.link(i)));
        }
        json.close(']');
    }

    private void writeStates(JsonText json) {
        json.name("states").open('{');
        for (int node = 0; node < spec.nodes(); node++) {
            String state = controls.isDown(node)
                    ? "down"
                    : controls.isPaused(node) ? "paused" : controls.isAway(node) ? "away" : "";
            if (!state.isEmpty()) {
                json.field(Integer.toString(node), state);
            }
        }
        json.close('}');
    }

    private void writeFlights(JsonText json) {
        json.name("flights").open('[');
        List<Flights.Flight> all = flights.all(controls.network(), world.now());
        for (Flights.Flight flight : all) {
            json.open('[').value(flight.from()).value(flight.to());
            json.value(Ticks.toUnits(flight.sent())).value(Ticks.toUnits(flight.arrival()));
            json.value(flight.message().type()).value(flight.message().tokens());
            json.value(flight.message().isDatagram() ? 1 : 0);
            json.value(all.size() > MOST_TOLD ? "" : flight.message().toString())
                    .close(']');
        }
        json.close(']');
    }

    /** If nothing will happen by itself and somebody waits for permits that are free: that, in words. */
    private String stuck() {
        int free = picture.permits() - picture.held();
        if (controls.pending() > resting || controls.network().inFlight() > 0) {
            return "";
        }
        for (Picture.Asked each : picture.waiting()) {
            if (each.request.permits() <= free) {
                return "node " + each.node + " waits for " + each.request.permits() + ", " + free + " of "
                        + picture.permits() + " are free, and nothing is on its way";
            }
        }
        return "";
    }

    /** One line about a node's state, in the words of its algorithm. */
    String describe(int node) {
        return world.describe(node);
    }

    /** All nodes' states, and what is registered where. */
    String inside() {
        JsonText json = new JsonText().open('{').name("nodes").open('[');
        for (int node = 0; node < spec.nodes(); node++) {
            json.value(controls.isDown(node) ? "" : world.describe(node));
        }
        json.close(']');
        picture.writeRegistrations(json);
        return json.close('}').toString();
    }

    // ---- keeping it ----

    /** The journal up to now, as {@code ./meshlock sim --out} would write it. */
    String journal() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = new JournalWriter(bytes)) {
            again(writer);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The run up to now as a narrative. */
    String narrative() {
        Telling telling = new Telling(spec);
        again(telling);
        return telling.text();
    }

    /** Makes the run up to now again, with another listener. */
    private void again(Journal listener) {
        long until = steps;
        long time = world.now();
        int done = performed;
        long went = accepted;
        restart(listener);
        accepted = went;
        while (performed < done && broken == null) {
            reach(actions.get(performed));
        }
        boolean more = true;
        while (more && broken == null && steps < until) {
            more = step(time);
        }
        if (broken == null && (over || world.now() < time)) {
            world.runUntil(time);
        }
    }
}
