package io.meshlock.simulator.metrics;

import io.meshlock.protocol.Message;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts messages: all of them, by type, in bytes, and as a radio would send them; datagrams apart from all others. */
final class Traffic {

    /** Read in the order of names only. */
    private final Map<String, OfType> byType = new HashMap<>();

    private long step;
    private long messages;
    private long transmissions;
    private long bytes;
    private long hops;
    private long hopBytes;
    private long routingMessages;
    private long routingBytes;
    private long datagrams;
    private long datagramBytes;

    void nextStep() {
        step++;
    }

    void count(int from, Message message) {
        if (message.isDatagram()) {
            datagrams++;
            datagramBytes += message.bytes();
            return;
        }
        OfType ofType = byType.get(message.type());
        if (ofType == null) {
            ofType = new OfType();
            byType.put(message.type(), ofType);
        }
        messages++;
        ofType.messages++;
        bytes += message.bytes();
        if (!message.toAll()) {
            transmissions++;
        } else if (ofType.broadcastStep != step || ofType.broadcaster != from) {
            transmissions++;
            ofType.broadcastStep = step;
            ofType.broadcaster = from;
        }
    }

    /** A message from end to end crosses a link. */
    void countHop(Message packet) {
        hops++;
        hopBytes += packet.bytes();
    }

    /** A routing protocol's own message. */
    void countRouting(Message control) {
        routingMessages++;
        routingBytes += control.bytes();
    }

    long datagrams() {
        return datagrams;
    }

    long datagramBytes() {
        return datagramBytes;
    }

    long hops() {
        return hops;
    }

    long hopBytes() {
        return hopBytes;
    }

    long routingMessages() {
        return routingMessages;
    }

    long routingBytes() {
        return routingBytes;
    }

    long messages() {
        return messages;
    }

    /** Messages, where those of one type that one node sends to all neighbours within one step count once. */
    long transmissions() {
        return transmissions;
    }

    long bytes() {
        return bytes;
    }

    /** Messages of each type, divided by {@code entries}. */
    SortedMap<String, Double> byTypePer(long entries) {
        SortedMap<String, Double> shares = new TreeMap<>();
        byType.forEach((type, ofType) -> shares.put(type, (double) ofType.messages / entries));
        return Collections.unmodifiableSortedMap(shares);
    }

    private static final class OfType {
        private long messages;
        private long broadcastStep = -1;
        private int broadcaster;
    }
}
