package io.meshlock.playground;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.narrative.Narrative;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.teavm.jso.JSExport;

/**
 * What the page's scripts call. Sessions and stories are known by numbers; an answer that begins with {@code !} says what is
 * wrong, so that no exception has to find its way from one language to the other.
 */
public final class Browser {

    private static final List<@Nullable Session> SESSIONS = new ArrayList<>();
    private static final List<@Nullable Story> STORIES = new ArrayList<>();

    private Browser() {}

    /** TeaVM wants a program to have a beginning. */
    public static void main(String[] args) {}

    // ---- what there is ----

    /** The registry. */
    @JSExport
    public static String algorithms() {
        JsonText json = new JsonText().open('[');
        for (Algorithm algorithm : Algorithms.all()) {
            Guarantees promises = algorithm.guarantees();
            json.open('{').field("name", algorithm.name()).field("summary", algorithm.summary());
            json.field("source", algorithm.source());
            json.field("anybody", promises.reach() == Guarantees.Reach.ANYBODY);
            json.field("mostPermits", promises.capacity().pool());
            json.field("mostAsked", promises.capacity().request());
            json.field("comeAndGo", promises.hosts() == Guarantees.Hosts.COME_AND_GO);
            json.field("resizable", promises.resizable()).field("survivesLoss", promises.survivesLossyLinks());
            json.name("options").open('[');
            for (Option option : algorithm.options()) {
                json.open('{').field("name", option.name()).field("value", option.defaultValue());
                json.field("meaning", option.meaning()).close('}');
            }
            json.close(']').close('}');
        }
        return json.close(']').toString();
    }

    /** The whole journal of a scenario's run, as {@code ./meshlock sim --out} writes it. */
    @JSExport
    public static String run(String scenario, String seed) {
        return answer(() -> Session.journalOf(Setup.run(scenario, Long.parseLong(seed))));
    }

    /** A narrative with what it says this time. */
    @JSExport
    public static String narrate(String text) {
        return answer(() -> Narrative.run(text));
    }

    // ---- sessions ----

    /** Begins a session and gives its number. Of the flags, C is for clients, H for hands and M for machines. */
    @JSExport
    public static String open(String scenario, String algorithm, String seed, String links, String flags) {
        return answer(() -> {
            Setup setup = new Setup(
                    scenario,
                    algorithm,
                    Long.parseLong(seed),
                    links,
                    flags.contains("C"),
                    flags.contains("H"),
                    flags.contains("M"));
            SESSIONS.add(new Session(setup));
            return Integer.toString(SESSIONS.size() - 1);
        });
    }

    /** The session is not needed any more. */
    @JSExport
    public static void close(int number) {
        SESSIONS.set(number, null);
    }

    @JSExport
    public static String facts(int number) {
        Session session = session(number);
        Algorithm algorithm = session.spec().algorithm();
        JsonText json = new JsonText().open('{');
        json.field("algorithm", algorithm.name()).field("summary", algorithm.summary());
        json.field("permits", session.spec().pool().permits())
                .field("nodes", session.spec().nodes());
        json.field("policy", session.spec().pool().policy().label());
        json.field("name", session.scenario().name());
        json.field("description", session.scenario().description());
        json.field("recovers", session.spec().recovers())
                .field("routed", session.spec().routed());
        json.field("moving", session.isMoving());
        json.name("duration").value(Ticks.toUnits(session.spec().duration()));
        return json.close('}').toString();
    }

    /** Lets time pass up to an instant, in units. */
    @JSExport
    public static String runUntil(int number, double units) {
        return answer(() -> {
            session(number).runUntil(Ticks.of(units));
            return "";
        });
    }

    /** One event; 'true' if there was one. */
    @JSExport
    public static String step(int number) {
        return answer(() -> Boolean.toString(session(number).stepOne()));
    }

    /** One event back. */
    @JSExport
    public static String stepBack(int number) {
        return answer(() -> {
            session(number).goToStep(Math.max(0, session(number).steps() - 1));
            return "";
        });
    }

    @JSExport
    public static String goTo(int number, double units) {
        return answer(() -> {
            session(number).goTo(Ticks.of(units));
            return "";
        });
    }

    @JSExport
    public static String goOn(int number) {
        session(number).goOn();
        return "";
    }

    @JSExport
    public static String act(int number, String command) {
        return answer(() -> {
            session(number).act(command);
            return "";
        });
    }

    @JSExport
    public static String log(int number) {
        return session(number).log();
    }

    @JSExport
    public static String load(int number, String log) {
        return answer(() -> {
            session(number).load(log);
            return "";
        });
    }

    /** How many events have happened: what has to be drawn anew changes with it. */
    @JSExport
    public static double steps(int number) {
        return session(number).steps();
    }

    /** True if the run has stopped because a rule was broken. */
    @JSExport
    public static boolean isBroken(int number) {
        return session(number).isBroken();
    }

    @JSExport
    public static String snapshot(int number, int knownShape) {
        return session(number).snapshot(knownShape);
    }

    /** What the nodes have in mind, and what is registered where. */
    @JSExport
    public static String inside(int number) {
        return session(number).inside();
    }

    @JSExport
    public static String describe(int number, int node) {
        return session(number).describe(node);
    }

    @JSExport
    public static String journal(int number) {
        return answer(() -> session(number).journal());
    }

    @JSExport
    public static String narrative(int number) {
        return answer(() -> session(number).narrative());
    }

    private static Session session(int number) {
        return Objects.requireNonNull(SESSIONS.get(number));
    }

    // ---- stories ----

    @JSExport
    public static String openStory(String text, String algorithm) {
        return answer(() -> {
            STORIES.add(new Story(text, algorithm));
            return Integer.toString(STORIES.size() - 1);
        });
    }

    @JSExport
    public static String storySnapshot(int number) {
        return story(number).snapshot();
    }

    @JSExport
    public static String storyStep(int number) {
        return answer(() -> Boolean.toString(story(number).step()));
    }

    @JSExport
    public static String storyGoTo(int number, int steps) {
        return answer(() -> {
            story(number).goTo(steps);
            return "";
        });
    }

    @JSExport
    public static String storyAct(int number, String command) {
        return answer(() -> {
            story(number).act(command);
            return "";
        });
    }

    @JSExport
    public static String storyText(int number) {
        return answer(() -> story(number).text());
    }

    private static Story story(int number) {
        return Objects.requireNonNull(STORIES.get(number));
    }

    /** What is wrong with a scenario or an action is an answer, too. */
    private static String answer(Supplier<String> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            return "!" + (e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }
}
