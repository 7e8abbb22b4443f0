package io.meshlock.laboratory.trace;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.mobility.Leg;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Walker;
import it.unimi.dsi.fastutil.longs.Long2LongLinkedOpenHashMap;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.io.NumberOutput;

/**
 * Writes the movements or the links of a world, from the start to the duration, in a format that other simulators
 * read. Read back, a trace gives the same links at the same ticks.
 */
public final class TraceWriter {

    /** The formats that can be written. */
    public static final List<TraceFormat> FORMATS =
            List.of(TraceFormat.NS2, TraceFormat.BONNMOTION, TraceFormat.CSV, TraceFormat.ONE, TraceFormat.CONTACTS);

    private final WorldSpec spec;
    private final long seed;
    private final PrintWriter out;

    public TraceWriter(WorldSpec spec, long seed, PrintWriter out) {
        this.spec = spec;
        this.seed = seed;
        this.out = out;
    }

    /**
     * Writes the trace.
     *
     * @throws IllegalArgumentException if the format has positions and the nodes have none, or if it cannot be written
     */
    public void write(TraceFormat format) {
        if (!FORMATS.contains(format)) {
            throw new IllegalArgumentException("format " + format.label() + " can be read only");
        }
        if (!format.hasPositions()) {
            writeLinks(format);
            return;
        }
        if (!(spec.network().topology() instanceof Moving moving)) {
            throw new IllegalArgumentException(
                    "format " + format.label() + " has positions, and the nodes of this network have none");
        }
        if (format == TraceFormat.CSV) {
            out.println("time,node,x,y");
        }
        Walker[] walkers = moving.mobility().walkers(spec.nodes(), new RandomStreams(seed).seedOf(Concern.MOBILITY));
        for (int node = 0; node < walkers.length; node++) {
            switch (format) {
                case NS2 -> ns2(node, walkers[node]);
                case BONNMOTION -> bonnMotion(walkers[node]);
                default -> csv(node, walkers[node]);
            }
        }
    }

    private void ns2(int node, Walker walker) {
        String name = "$node_(" + node + ")";
        Leg leg = cut(walker.next());
        out.println(name + " set X_ " + number(leg.fromX()));
        out.println(name + " set Y_ " + number(leg.fromY()));
        out.println(name + " set Z_ 0.0");
        for (; ; leg = cut(walker.next())) {
            if (!leg.isRest()) {
                double speed = leg.length() / Ticks.toUnits(leg.end() - leg.start());
                String command = name + " setdest " + number(leg.toX()) + " " + number(leg.toY()) + " " + number(speed);
                out.println("$ns_ at " + time(leg.start()) + " \"" + command + "\"");
            }
            if (leg.end() == spec.duration()) {
                return;
            }
        }
    }

    private void bonnMotion(Walker walker) {
        Leg leg = cut(walker.next());
        out.print("0.0 " + number(leg.fromX()) + " " + number(leg.fromY()));
        for (; ; leg = cut(walker.next())) {
            out.print(" " + time(leg.end()) + " " + number(leg.toX()) + " " + number(leg.toY()));
            if (leg.end() == spec.duration()) {
                out.println();
                return;
            }
        }
    }

    private void csv(int node, Walker walker) {
        Leg leg = cut(walker.next());
        out.println("0.0," + node + "," + number(leg.fromX()) + "," + number(leg.fromY()));
        for (; ; leg = cut(walker.next())) {
            out.println(time(leg.end()) + "," + node + "," + number(leg.toX()) + "," + number(leg.toY()));
            if (leg.end() == spec.duration()) {
                return;
            }
        }
    }

    /** A leg up to the duration. */
    private Leg cut(Leg leg) {
        long end = spec.duration();
        return leg.end() <= end ? leg : new Leg(leg.start(), end, leg.fromX(), leg.fromY(), leg.x(end), leg.y(end));
    }

    /** Lets the world run up to the duration, before it heals: churn and partitions are in the trace too. */
    private void writeLinks(TraceFormat format) {
        LinkJournal journal = format == TraceFormat.ONE ? new Connections() : new Contacts();
        new World(spec, seed, journal).runUntil(spec.duration() - 1);
        journal.finish();
    }

    private interface LinkJournal extends Journal {
        default void finish() {}
    }

    private final class Connections implements LinkJournal {
        @Override
        public void linkUp(long time, int a, int b) {
            out.println(time(time) + " CONN " + a + " " + b + " up");
        }

        @Override
        public void linkDown(long time, int a, int b) {
            out.println(time(time) + " CONN " + a + " " + b + " down");
        }
    }

    /** A contact is written when it ends; those that last are cut off at the duration. */
    private final class Contacts implements LinkJournal {

        private final Long2LongLinkedOpenHashMap begun = new Long2LongLinkedOpenHashMap();

        @Override
        public void linkUp(long time, int a, int b) {
            begun.put((long) a << Integer.SIZE | b, time);
        }

        @Override
        public void linkDown(long time, int a, int b) {
            long link = (long) a << Integer.SIZE | b;
            write(link, begun.remove(link), time);
        }

        @Override
        public void finish() {
            begun.long2LongEntrySet()
                    .forEach(entry -> write(entry.getLongKey(), entry.getLongValue(), spec.duration()));
        }

        private void write(long link, long start, long end) {
            out.println((int) (link >>> Integer.SIZE) + " " + (int) link + " " + time(start) + " " + time(end));
        }
    }

    /** Exact to the tick, without an exponent. */
    private static String time(long ticks) {
        BigDecimal exact = BigDecimal.valueOf(ticks, 6).stripTrailingZeros();
        return exact.setScale(Math.max(1, exact.scale())).toPlainString();
    }

    /** The shortest form that reads back to the same number, on every JDK. */
    private static String number(double value) {
        return NumberOutput.toString(value, true);
    }
}
