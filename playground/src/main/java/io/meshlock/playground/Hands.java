package io.meshlock.playground;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.WorldControls;
import io.meshlock.simulator.WorldControls.Absence;
import io.meshlock.simulator.network.Network;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a person can do to a world, in words:
 *
 * <pre>
 * request 3 2 [priority=5] [deadline=90] [hold=10]    node 3 asks for 2; without hold they are held until given back
 * end 7                                               request 7 is taken back, or gives back what it holds
 * cut 0-1 | link 0-1 | split 0,1,2 | mend             split cuts all links between these nodes and the others
 * crash 3 | restart 3 | lose 3 | pause 3 | resume 3   lose: restarts without what was on its disk
 * doze 3 | disconnect 3 | off 3 | reboot 3 | return 3 nodes that come and go
 * resize 3 5 | leave 3 | stay 3 | recover 3 | forget 3 4    what the operator of node 3 does
 * </pre>
 */
final class Hands {

    private final WorldControls controls;
    private final int nodes;
    /** The links that the last split cut: a, b in turn. */
    private final List<Integer> severed = new ArrayList<>();

    Hands(WorldControls controls, int nodes) {
        this.controls = controls;
        this.nodes = nodes;
    }

    void perform(String command) {
        List<String> words = Arrays.asList(command.trim().split("\\s+", -1));
        String verb = words.get(0);
        switch (verb) {
            case "request" -> request(words);
            case "end" -> controls.end(Long.parseLong(words.get(1)));
            case "cut", "link" -> link(verb, words.get(1));
            case "split" -> split(words.get(1));
            case "mend" -> mend();
            case "doze" -> controls.leave(number(words, 1), Absence.DOZE);
            case "disconnect" -> controls.leave(number(words, 1), Absence.DISCONNECT);
            case "off" -> controls.leave(number(words, 1), Absence.OUTAGE);
            case "reboot" -> controls.leave(number(words, 1), Absence.REBOOT);
            case "return" -> controls.comeBack(number(words, 1));
            default -> controls.inflict(fault(verb, words));
        }
    }

    private static int number(List<String> words, int index) {
        return Integer.parseInt(words.get(index));
    }

    private void request(List<String> words) {
        controls.request(
                number(words, 1),
                number(words, 2),
                (int) setting(words, "priority", 0),
                ticks(words, "deadline", PermitRequest.NO_DEADLINE),
                ticks(words, "hold", WorldControls.UNTIL_RELEASED));
    }

    private static long ticks(List<String> words, String name, long otherwise) {
        double units = setting(words, name, Double.NaN);
        return Double.isNaN(units) ? otherwise : Ticks.of(units);
    }

    private static double setting(List<String> words, String name, double otherwise) {
        for (String word : words) {
            if (word.startsWith(name + "=")) {
                return Double.parseDouble(word.substring(name.length() + 1));
            }
        }
        return otherwise;
    }

    private void link(String verb, String ends) {
        String[] both = ends.split("-", -1);
        int a = Integer.parseInt(both[0]);
        int b = Integer.parseInt(both[1]);
        if (verb.equals("cut")) {
            controls.cut(a, b);
        } else {
            controls.form(a, b);
        }
    }

    private void split(String side) {
        boolean[] inside = new boolean[nodes];
        for (String node : side.split(",", -1)) {
            inside[Integer.parseInt(node)] = true;
        }
        Network network = controls.network();
        List<Integer> crossing = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < network.degree(node); i++) {
                int peer = network.peer(node, i);
                if (node < peer && inside[node] != inside[peer]) {
                    crossing.add(node);
                    crossing.add(peer);
                }
            }
        }
        for (int i = 0; i < crossing.size(); i += 2) {
            if (controls.isLinked(crossing.get(i), crossing.get(i + 1))) {
                controls.cut(crossing.get(i), crossing.get(i + 1));
            }
        }
        severed.addAll(crossing);
    }

    private void mend() {
        for (int i = 0; i < severed.size(); i += 2) {
            int a = severed.get(i);
            int b = severed.get(i + 1);
            if (!controls.isLinked(a, b) && !controls.isDown(a) && !controls.isDown(b)) {
                controls.form(a, b);
            }
        }
        severed.clear();
    }

    private static Fault fault(String verb, List<String> words) {
        int node = number(words, 1);
        return switch (verb) {
            case "crash" -> new Fault.Crash(node, Fault.Crash.AT_ONCE);
            case "restart" -> new Fault.Restart(node, false);
            case "lose" -> new Fault.Restart(node, true);
            case "pause" -> new Fault.Pause(node);
            case "resume" -> new Fault.Resume(node);
            case "resize" -> new Fault.Resize(node, number(words, 2));
            case "leave" -> new Fault.Leave(node);
            case "stay" -> new Fault.Stay(node);
            case "recover" -> new Fault.Recover(node);
            case "forget" -> new Fault.Forget(node, number(words, 2));
            default -> throw new IllegalArgumentException("nobody can '" + verb + "'");
        };
    }
}
