package io.meshlock.simulator.explore;

import io.meshlock.simulator.narrative.Narrative;
import java.util.List;

/**
 * A sequence of actions from the start to a broken rule.
 *
 * @param flaw the rule and what happened
 * @param opening the narrative's first command, which makes the mesh
 * @param nodes the names of the nodes
 * @param events what happened, in order
 */
public record Trace(Flaw flaw, String opening, List<String> nodes, List<Event> events) {

    /**
     * One event.
     *
     * @param command the event as a narrative's command
     * @param node where, or the first end of a link
     * @param peer the sender of what was delivered, or the other end of a link; the node itself otherwise
     * @param delivered whether a message was delivered from the peer to the node
     * @param place which of the messages in flight from the peer was delivered or lost, the oldest being 0; negative
     *     for other events
     * @param sent messages sent
     * @param lost messages lost, oldest first in each direction
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

    /** The trace as a narrative: each command with its output. */
    public String narrative() {
        return Narrative.run(commands());
    }

    /** The commands of the narrative, without outputs. */
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
