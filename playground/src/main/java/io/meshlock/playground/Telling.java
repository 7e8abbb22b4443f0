package io.meshlock.playground;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.narrative.Narrative;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells a run as a narrative: its commands are what clients and links did, and which message arrived when. Narratives know no
 * delays, only an order; so what depends on the time, as timers do, is told wrongly, and the end of the text says so.
 */
final class Telling implements Journal {

    private final WorldSpec spec;
    private final StringBuilder links = new StringBuilder();
    private final List<String> commands = new ArrayList<>();
    private final SortedMap<Long, String> names = new TreeMap<>();
    private final SortedMap<Long, List<Message>> inFlight = new TreeMap<>();
    private final int[] serials;
    private long served;

    Telling(WorldSpec spec) {
        this.spec = spec;
        serials = new int[spec.nodes()];
    }

    /** a, b, …, z, aa, ab, …: without digits, which count a node's requests. */
    static String name(int node) {
        String last = Character.toString((char) ('a' + node % 26));
        return node < 26 ? last : name(node / 26 - 1) + last;
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        names.put(request.id(), name(node) + ++serials[node]);
        String deadline = request.deadline() == PermitRequest.NO_DEADLINE ? "" : " deadline=" + request.deadline();
        String priority = request.priority() == 0 ? "" : " priority=" + request.priority();
        commands.add("request " + name(node) + " " + request.permits() + priority + deadline);
    }

    @Override
    public void cancelled(long time, int node, long request) {
        commands.add("cancel " + names.get(request));
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        served++;
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        commands.add("release " + names.get(grant.request()));
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        if (size.node() == node) {
            commands.add("resize " + name(node) + " " + size.permits());
        }
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        way(from, to).add(message);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        int nth = take(from, to, message);
        commands.add("deliver " + name(from) + "->" + name(to) + (nth == 1 ? "" : " nth=" + nth));
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        int nth = take(from, to, message);
        if (spec.routed()) {
            commands.add("lose " + name(from) + "->" + name(to) + (nth == 1 ? "" : " nth=" + nth));
        }
    }

    private List<Message> way(int from, int to) {
        return inFlight.computeIfAbsent((long) from << Integer.SIZE | to, key -> new ArrayList<>());
    }

    /** Takes the very message out of flight; returns the how manieth it was. */
    @SuppressWarnings("ReferenceEquality")
    private int take(int from, int to, Message message) {
        List<Message> way = way(from, to);
        for (int i = 0; i < way.size(); i++) {
            if (way.get(i) == message) {
                way.remove(i);
                return i + 1;
            }
        }
        return 1;
    }

    @Override
    public void linkUp(long time, int a, int b) {
        if (time == 0 && commands.isEmpty()) {
            links.append(' ').append(name(a)).append('-').append(name(b));
        } else if (!spec.routed()) {
            commands.add("link " + name(a) + "-" + name(b));
        }
    }

    @Override
    public void linkDown(long time, int a, int b) {
        if (!spec.routed()) {
            commands.add("cut " + name(a) + "-" + name(b) + (spec.network().lossyLinkDeath() ? " losing" : ""));
        }
    }

    /** The narrative, with what it says when it is run. */
    String text() {
        StringBuilder text = new StringBuilder("# A run of the playground.\nmesh ");
        text.append(spec.routed() ? "hosts" : "links");
        for (int node = 0; node < spec.nodes(); node++) {
            text.append(' ').append(name(node));
        }
        text.append(spec.routed() ? "" : links);
        text.append(" algorithm=").append(spec.algorithm().name());
        text.append(" k=").append(spec.pool().permits());
        text.append(" policy=").append(spec.pool().policy().label());
        text.append(" aging=").append(spec.pool().aging());
        text.append(spec.network().lossyLinkDeath() ? " lossy" : "");
        spec.algorithm().options().forEach(option -> {
            if (spec.options().get(option) != option.defaultValue()) {
                text.append(' ')
                        .append(option.name())
                        .append('=')
                        .append(spec.options().get(option));
            }
        });
        text.append("\n----\n\n");
        commands.forEach(command -> text.append(command).append("\n----\n\n"));
        text.append("end\n----\n");
        String told = Narrative.run(text.toString());
        long entries = told.split(" enters: ", -1).length - 1L;
        return entries == served ? told : "# Not the same run: narratives have no timers.\n" + told;
    }
}
