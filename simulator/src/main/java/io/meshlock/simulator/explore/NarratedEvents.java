package io.meshlock.simulator.explore;

import io.meshlock.simulator.explore.Trace.Event;
import io.meshlock.simulator.explore.Trace.Sent;
import io.meshlock.simulator.narrative.Narrative;
import io.meshlock.simulator.narrative.NarrativeMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The events of a narrative, read from its words: what nodes receive and send, what is lost, who is inside. What it only
 * shows, such as the state of a node, is left out.
 */
final class NarratedEvents {

    private static final Pattern MESSAGE = Pattern.compile("(\\S+) -> (\\S+) (.+)");
    private static final Pattern RECEIVED = Pattern.compile("(\\S+) receives (.+) from (\\S+)");
    private static final Pattern LINK = Pattern.compile("link (\\S+)-(\\S+) is .*");
    private static final Pattern NO_LINK = Pattern.compile("lost: no link (\\S+)-(\\S+)");
    private static final Pattern ASKED = Pattern.compile("(\\S+) (?:wants|tries) \\d+ permits?: (\\S+)");
    private static final Pattern ENTERED = Pattern.compile("(\\S+) enters: .*");
    private static final Pattern LEFT = Pattern.compile("(\\S+) leaves");

    private final List<String> heading = new ArrayList<>();
    private final List<String> names;
    private final List<Event> events = new ArrayList<>();

    /** Messages on their way from one node to another, the oldest first. */
    private final SortedMap<Integer, List<String>> inFlight = new TreeMap<>();

    private final SortedMap<String, Integer> nodeOfRequest = new TreeMap<>();
    private final int[] inside;

    private NarratedEvents(List<String> names) {
        this.names = names;
        this.inside = new int[names.size()];
    }

    /**
     * Runs a narrative and reads it.
     *
     * @throws IllegalArgumentException if it makes no mesh
     */
    static NarratedEvents of(String narrative) {
        String opening = narrative
                .lines()
                .filter(line -> line.startsWith("mesh "))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no narrative: no line of it begins with 'mesh'"));
        Narrative first = Narrative.begin();
        List<String> answer = first.perform(opening);
        NarrativeMesh mesh = first.mesh();
        if (mesh == null) {
            throw new IllegalArgumentException(String.join("; ", answer));
        }
        NarratedEvents read = new NarratedEvents(List.copyOf(mesh.names()));
        boolean told = false;
        for (String line : Narrative.run(narrative).lines().toList()) {
            if (told) {
                told = !line.isBlank();
                read.told(line);
            } else if (line.startsWith("#") && read.events.isEmpty()) {
                read.heading.add(line.substring(1).trim());
            } else {
                told = line.equals("----");
            }
        }
        return read;
    }

    List<String> heading() {
        return List.copyOf(heading);
    }

    List<String> names() {
        return names;
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    // ---- lines ------------------------------------------------------------------------------------------------------

    private void told(String line) {
        if (line.startsWith("  ")) {
            caused(line.trim());
            return;
        }
        Matcher received = RECEIVED.matcher(line);
        Matcher noLink = NO_LINK.matcher(line);
        Matcher link = LINK.matcher(line);
        Matcher asked = ASKED.matcher(line);
        Matcher left = LEFT.matcher(line);
        if (received.matches()) {
            int to = number(received.group(1));
            int from = number(received.group(3));
            add(line, to, from, true, take(from, to, received.group(2)), List.of());
        } else if (noLink.matches()) {
            int from = number(noLink.group(1));
            int to = number(noLink.group(2));
            List<String> way = way(from, to);
            String youngest = way.isEmpty() ? "" : way.get(way.size() - 1);
            lost(line, from, to, youngest);
        } else if (line.startsWith("lost: ")) {
            Matcher message = MESSAGE.matcher(line.substring("lost: ".length()));
            if (message.matches()) {
                lost(line, number(message.group(1)), number(message.group(2)), message.group(3));
            }
        } else if (line.startsWith("doubled: ")) {
            add(line, number(line.split(" ", -1)[1]));
            caused(line.substring("doubled: ".length()));
        } else if (link.matches()) {
            add(line, number(link.group(1)), number(link.group(2)), false, -1, List.of());
        } else if (asked.matches()) {
            nodeOfRequest.put(asked.group(2), number(asked.group(1)));
            add(line, number(asked.group(1)));
        } else if (left.matches() && nodeOfRequest.containsKey(left.group(1))) {
            int node = nodeOfRequest.get(left.group(1));
            inside[node]--;
            add(line, node);
        } else {
            other(line);
        }
    }

    /** Begins with a node, or with one of its requests; or it is no event. */
    private void other(String line) {
        String word = line.split(" ", -1)[0].replaceFirst("'s$", "");
        Integer node = names.contains(word) ? Integer.valueOf(number(word)) : nodeOfRequest.get(word);
        boolean state = line.startsWith(word + ":") || line.startsWith(word + " is linked");
        if (node != null && !state) {
            add(line, node);
        }
    }

    /** An indented line: a consequence of the event before. */
    private void caused(String line) {
        Matcher message = MESSAGE.matcher(line);
        Matcher entered = ENTERED.matcher(line);
        if (message.matches() && !events.isEmpty() && names.contains(message.group(1))) {
            int from = number(message.group(1));
            int to = number(message.group(2));
            way(from, to).add(message.group(3));
            change(last -> append(last.sent(), new Sent(from, to, type(message.group(3)))));
        } else if (entered.matches() && nodeOfRequest.containsKey(entered.group(1))) {
            inside[nodeOfRequest.get(entered.group(1))]++;
            change(Event::sent);
        }
    }

    /** The last event with other messages sent, and with whoever is inside by now. */
    private void change(Function<Event, List<Sent>> sent) {
        if (!events.isEmpty()) {
            Event last = events.remove(events.size() - 1);
            events.add(new Event(
                    last.command(),
                    last.node(),
                    last.peer(),
                    last.delivered(),
                    last.place(),
                    sent.apply(last),
                    last.lost(),
                    insideNow()));
        }
    }

    private static List<Sent> append(List<Sent> list, Sent more) {
        List<Sent> longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }

    private void lost(String line, int from, int to, String message) {
        int place = take(from, to, message);
        add(line, from, from, false, place, List.of(new Sent(from, to, type(message))));
    }

    private void add(String line, int node) {
        add(line, node, node, false, -1, List.of());
    }

    private void add(String line, int node, int peer, boolean delivered, int place, List<Sent> lost) {
        events.add(new Event(line, node, peer, delivered, place, List.of(), lost, insideNow()));
    }

    private List<Integer> insideNow() {
        return Arrays.stream(inside).boxed().toList();
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    /** Takes a message off its way; its place, the oldest being 0. */
    private int take(int from, int to, String message) {
        List<String> way = way(from, to);
        int place = way.indexOf(message);
        if (place >= 0) {
            way.remove(place);
        }
        return place;
    }

    private List<String> way(int from, int to) {
        return inFlight.computeIfAbsent(from * names.size() + to, unused -> new ArrayList<>());
    }

    private int number(String name) {
        int number = names.indexOf(name);
        if (number < 0) {
            throw new IllegalArgumentException("the narrative has no node '" + name + "'");
        }
        return number;
    }

    private static String type(String message) {
        return message.replaceFirst("[ (\\[].*", "");
    }
}
