package io.meshlock.simulator.hunt;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import java.util.ArrayList;
import java.util.List;

/** Scripts the faults of a hardship. */
final class HardshipPlan {

    private final Dice dice;
    private final int nodes;
    private final double duration;
    private final double electionTimeout;

    HardshipPlan(Dice dice, int nodes, double duration, double electionTimeout) {
        this.dice = dice;
        this.nodes = nodes;
        this.duration = duration;
        this.electionTimeout = electionTimeout;
    }

    void add(Hardship hardship, List<Planned> plan) {
        switch (hardship) {
            case RESTARTS, DISKLESS -> restartOften(plan);
            case TURNOVER -> comeAndGo(plan);
            case RESTORED_DISKS -> restore(plan);
            case WRONG_CLOCKS -> startAhead(plan);
            case TWINS -> startTwins(plan);
            case LIARS -> lie(plan);
            default -> {}
        }
    }

    /** Bursts of crashes: a node starts again several times before others would suspect anything. */
    private void restartOften(List<Planned> plan) {
        for (int bursts = dice.between(1, 3); bursts > 0; bursts--) {
            // Nodes without a disk are those with the highest numbers; they are to be among the unlucky.
            int node = dice.oneIn(2) ? nodes - 1 : dice.below(nodes);
            double time = part(duration * 0.8);
            for (int crashes = dice.between(2, 5); crashes > 0 && time < latest(); crashes--) {
                plan.add(planned(time, new Fault.Crash(node, dice.oneOf(Fault.Crash.AT_ONCE, 0, 1, 2, 4))));
                time += part(electionTimeout / 3);
                plan.add(planned(time, new Fault.Restart(node, false)));
                time += part(electionTimeout / 3);
            }
        }
    }

    /** Nodes leave and come back one after the other, so that the members change again and again. */
    private void comeAndGo(List<Planned> plan) {
        double time = part(electionTimeout);
        while (time < latest()) {
            int node = dice.below(nodes);
            plan.add(planned(time, new Fault.Leave(node)));
            plan.add(planned(time + part(electionTimeout), new Fault.Stay(node)));
            time += part(electionTimeout / 2);
        }
    }

    private void restore(List<Planned> plan) {
        for (int copies = dice.between(1, 3); copies > 0; copies--) {
            int node = dice.below(nodes);
            double time = part(duration / 2);
            double crash = Math.min(time + part(duration / 3), latest());
            plan.add(planned(time, new Fault.Backup(node)));
            plan.add(planned(crash, new Fault.Crash(node, Fault.Crash.AT_ONCE)));
            plan.add(planned(crash + part(electionTimeout), new Fault.Restore(node)));
        }
    }

    /** A node without its disk starts with a clock that is ahead, and some time later with one that is right. */
    private void startAhead(List<Planned> plan) {
        int node = dice.below(nodes);
        double time = part(duration / 3);
        plan.add(planned(time, new Fault.Crash(node, Fault.Crash.AT_ONCE)));
        plan.add(planned(time + part(electionTimeout), new Fault.RestartAhead(node)));
        double again = time + 2 * electionTimeout + part(duration / 3);
        plan.add(planned(Math.min(again, latest()), new Fault.Crash(node, Fault.Crash.AT_ONCE)));
        plan.add(planned(Math.min(again, latest()) + part(electionTimeout), new Fault.Restart(node, true)));
    }

    /** One or two more processes with the number of a node; either of the two may crash and start again after the other. */
    private void startTwins(List<Planned> plan) {
        int hosts = nodes;
        for (int twins = dice.between(1, 2); twins > 0; twins--) {
            int node = dice.below(nodes);
            double time = part(duration * 0.4);
            boolean copied = dice.oneIn(2);
            if (copied && dice.oneIn(2)) {
                plan.add(planned(part(time), new Fault.Backup(node)));
            }
            plan.add(planned(time, new Fault.Twin(node, copied, dice.oneIn(2), someBeside(node))));
            int twin = hosts++;
            for (int crashes = dice.between(0, 2); crashes > 0; crashes--) {
                int host = dice.oneIn(2) ? node : twin;
                double crash = Math.min(time + part(duration / 2), latest());
                plan.add(planned(crash, new Fault.Crash(host, dice.oneOf(Fault.Crash.AT_ONCE, 0, 1, 2, 4))));
                plan.add(planned(crash + part(electionTimeout), new Fault.Restart(host, false)));
            }
        }
    }

    /** About half of the other nodes, and at least one. */
    private List<Integer> someBeside(int node) {
        List<Integer> some = new ArrayList<>();
        for (int other = 0; other < nodes; other++) {
            if (other != node && dice.oneIn(2)) {
                some.add(other);
            }
        }
        return some.isEmpty() ? List.of((node + 1) % nodes) : some;
    }

    /** A node tells its neighbours what is not true, for some time or all the time. */
    private void lie(List<Planned> plan) {
        int liar = dice.below(nodes);
        int victim = (liar + dice.between(1, nodes - 1)) % nodes;
        double time = part(duration / 2);
        double end = Math.min(time + part(duration), latest());
        double gap = electionTimeout / dice.oneOf(5, 20, 60);
        Fault.Lie.About[] all = Fault.Lie.About.values();
        int only = dice.oneIn(2) ? dice.below(all.length) : -1;
        for (; time < end; time += part(2 * gap)) {
            Fault.Lie.About about = all[only < 0 ? dice.below(all.length) : only];
            plan.add(planned(time, new Fault.Lie(liar, about, victim, dice.between(0, Integer.MAX_VALUE - 1))));
        }
    }

    /** Nothing new happens once the world is about to heal. */
    private double latest() {
        return duration * 0.9;
    }

    private static Planned planned(double time, Fault fault) {
        return new Planned(Ticks.of(time), fault);
    }

    /** A random part of the whole, in thousandths: at least one, at most all. */
    private double part(double whole) {
        return whole * dice.between(1, 1000) / 1000;
    }
}
