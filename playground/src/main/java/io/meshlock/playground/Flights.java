package io.meshlock.playground;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.network.Network;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Messages on their way, with the instants at which they set out. The network knows which are on a link and when they arrive;
 * since none overtakes another on its link, those that set out last are the ones that are still there.
 */
final class Flights {

    /** Datagrams are on no link's list: they are drawn for as long as one usually takes, and only the latest. */
    private static final int MOST_DATAGRAMS = 200;

    private record Departure(long time, Message message) {}

    /** A message on a link. */
    record Flight(int from, int to, long sent, long arrival, Message message) {}

    private final SortedMap<Long, Deque<Departure>> departures = new TreeMap<>();
    private final Deque<Flight> datagrams = new ArrayDeque<>();
    private final long usualDelay;

    Flights(double meanDelay) {
        usualDelay = Math.max(1, Ticks.of(meanDelay));
    }

    private static long way(int from, int to) {
        return (long) from << Integer.SIZE | to;
    }

    void departed(long time, int from, int to, Message message) {
        if (message.isDatagram()) {
            datagrams.add(new Flight(from, to, time, time + usualDelay, message));
            if (datagrams.size() > MOST_DATAGRAMS) {
                datagrams.remove();
            }
            return;
        }
        departures.computeIfAbsent(way(from, to), key -> new ArrayDeque<>()).add(new Departure(time, message));
    }

    /** A message that was lost before it could set out. */
    @SuppressWarnings("ReferenceEquality") // the very message, not one that says the same
    void lost(int from, int to, Message message) {
        Deque<Departure> mine = departures.get(way(from, to));
        Departure last = mine == null ? null : mine.peekLast();
        if (mine != null && last != null && last.message == message) {
            mine.removeLast();
        }
    }

    void linkDown(int a, int b) {
        departures.remove(way(a, b));
        departures.remove(way(b, a));
    }

    /** Everything on its way, in a fixed order. */
    List<Flight> all(Network network, long now) {
        SortedMap<Long, List<Flight>> arrivals = new TreeMap<>();
        network.eachInFlight(
                (from, to, message, arrival) -> arrivals.computeIfAbsent(way(from, to), key -> new ArrayList<>())
                        .add(new Flight(from, to, arrival - usualDelay, arrival, message)));
        List<Flight> all = new ArrayList<>();
        departures.forEach((way, mine) -> {
            List<Flight> there = arrivals.getOrDefault(way, List.of());
            while (mine.size() > there.size()) {
                mine.remove();
            }
            int at = there.size() - mine.size();
            for (Departure departure : mine) {
                Flight flight = there.get(at++);
                all.add(new Flight(flight.from, flight.to, departure.time, flight.arrival, flight.message));
            }
        });
        while (!datagrams.isEmpty() && datagrams.element().arrival <= now) {
            datagrams.remove();
        }
        all.addAll(datagrams);
        return all;
    }
}
