package io.meshlock.simulator.hunt;

import io.meshlock.protocol.PermitRequest;
import io.meshlock.simulator.narrative.Narrative;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tells a schedule as a narrative, which can be saved as a test. */
final class Story {

    private final HuntSettings settings;
    private final InitialMesh layout;
    private final StringBuilder text = new StringBuilder();
    private final SortedMap<Integer, String> names = new TreeMap<>(); // of requests
    private final int[] serials;

    private Story(HuntSettings settings, InitialMesh layout) {
        this.settings = settings;
        this.layout = layout;
        this.serials = new int[layout.nodes];
    }

    /** The narrative of these actions, with a heading of comments. */
    static String of(HuntSettings settings, InitialMesh layout, List<Action> actions, List<String> heading) {
        Story story = new Story(settings, layout);
        heading.forEach(line -> story.text.append("# ").append(line).append('\n'));
        story.block(story.mesh());
        actions.forEach(action -> story.block(story.command(action)));
        story.block("end");
        return Narrative.run(story.text.toString()).stripTrailing() + "\n";
    }

    private void block(String command) {
        text.append(command).append("\n----\n\n");
    }

    private String mesh() {
        StringBuilder line = new StringBuilder(settings.toAnybody() ? "mesh hosts" : "mesh links");
        for (int node = 0; node < layout.nodes; node++) {
            line.append(' ').append(name(node)); // before the links, so that nodes are numbered in this order
        }
        for (int a = 0; a < layout.nodes; a++) {
            for (int b = a + 1; b < layout.nodes; b++) {
                if (layout.areLinked(a, b) && !settings.toAnybody()) {
                    line.append(' ').append(name(a)).append('-').append(name(b));
                }
            }
        }
        line.append(" algorithm=").append(settings.algorithm().name());
        line.append(" k=").append(layout.pool.permits());
        line.append(" policy=").append(layout.pool.policy().label());
        line.append(" aging=").append(layout.pool.aging());
        line.append(settings.faults().mayLose() ? " lossy" : "");
        layout.options
                .given()
                .forEach((option, value) ->
                        line.append(' ').append(option).append('=').append(value));
        return line.toString();
    }

    private String command(Action action) {
        if (action instanceof Action.Ask ask) {
            names.put(ask.number(), name(ask.node()) + ++serials[ask.node()]);
            return "request " + name(ask.node()) + " " + ask.permits()
                    + (ask.priority() == 0 ? "" : " priority=" + ask.priority())
                    + (ask.deadline() == PermitRequest.NO_DEADLINE ? "" : " deadline=" + ask.deadline())
                    + (ask.once() ? " once" : "");
        } else if (action instanceof Action.Release release) {
            return "release " + names.get(release.number());
        } else if (action instanceof Action.GiveBackHalf half) {
            return "release " + names.get(half.number()) + " half";
        } else if (action instanceof Action.Cancel cancel) {
            return "cancel " + names.get(cancel.number());
        } else if (action instanceof Action.Deliver deliver) {
            return message("deliver ", deliver.from(), deliver.to(), deliver.place());
        } else if (action instanceof Action.Lose lose) {
            return message("lose ", lose.from(), lose.to(), lose.place());
        } else if (action instanceof Action.Copy copy) {
            return message("copy ", copy.from(), copy.to(), copy.place());
        } else if (action instanceof Action.Fire fire) {
            return "fire " + name(fire.node()) + (fire.timer() == 0 ? "" : " timer=" + fire.timer());
        } else if (action instanceof Action.Resize resize) {
            return "resize " + name(resize.node()) + " " + resize.permits();
        } else if (action instanceof Action.Leave leave) {
            return "leave " + name(leave.node());
        } else if (action instanceof Action.Off off) {
            return "off " + name(off.node());
        } else if (action instanceof Action.Return back) {
            return "return " + name(back.node());
        } else if (action instanceof Action.Reboot reboot) {
            return "reboot " + name(reboot.node());
        } else if (action instanceof Action.Cut cut) {
            String link = "cut " + name(cut.a()) + "-" + name(cut.b());
            return cut.kept() == Action.Cut.ALL ? link : link + " unnoticed keep=" + cut.kept();
        } else if (action instanceof Action.Notice notice) {
            return "notice " + name(notice.end()) + "-" + name(notice.other());
        } else if (action instanceof Action.Form form) {
            return "link " + name(form.a()) + "-" + name(form.b());
        } else if (action instanceof Action.DeliverAll) {
            return "deliver all";
        } else {
            return "expect-served";
        }
    }

    private static String message(String verb, int from, int to, int place) {
        return verb + name(from) + "->" + name(to) + (place == 0 ? "" : " nth=" + (place + 1));
    }

    /** a … z, then aa, ab and so on. */
    static String name(int node) {
        String last = String.valueOf((char) ('a' + node % 26));
        return node < 26 ? last : name(node / 26 - 1) + last;
    }
}
