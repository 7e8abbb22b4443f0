package io.meshlock.simulator.explore;

import io.meshlock.simulator.narrative.Narrative;
import java.util.List;

/**
 * A way from the start to a broken rule.
 *
 * @param flaw the rule and what happened
 * @param opening the narrative's first command, which founds the mesh
 * @param nodes the names of the nodes
 * @param events what happened, in order
 */
public record Trace(Flaw flaw, String opening, List<String> nodes, List<Event> events) {

    /**
     * One thing that happened.
     *
     * @param command it, as a narrative's command
     * @param node where, or the first end of a link
     * @param peer the sender of what was delivered, or the other end of a link; the node itself otherwise
     * @param delivered whether a message was delivered from the peer to the node
     * @param place which of the messages in flight on that way, the oldest being 0; also of one that is lost alone; otherwise
     *     less than 0
     * @param sent what was put on its way
     * @param lost what was lost on its way, oldest first in each direction
     * @param inside how many requests of each node are inside afterwards
     */
    public record Event(
            String command,
            int node,
            int peer,
            boolean delivered,
            int place,
            List<Sent> sent,
            List<Sent> lost,
            List<Integer> inside) {}

    /** A message on a link. */
    public record Sent(int from, int to, String type) {}

    /** The whole story in the words of narratives, one command after the other with what it caused. */
    public String narrative() {
        return Narrative.run(commands());
    }

    /** The story's commands alone. */
    public String commands() {
        StringBuilder text = new StringBuilder("# Found by exploration after " + events.size() + " steps: "
                + flaw.rule().summary() + ".\n# " + flaw.message() + "\n" + opening + "\n----\n\n");
        for (Event event : events) {
            text.append(event.command).append("\n----\n\n");
        }
        if (flaw.rule() == Flaw.Rule.STUCK) {
            text.append("expect-served\n----\n\n");
        }
        return text.append("end\n----\n").toString();
    }
}
