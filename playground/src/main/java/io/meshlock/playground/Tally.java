package io.meshlock.playground;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;

/** What a run has cost so far: waits, and messages per entry. */
final class Tally {

    private long requests;
    private long entries;
    private long messages;
    private long datagrams;
    private long hops;
    private long bytes;
    private double waited;
    private double longest;

    void requested() {
        requests++;
    }

    void entered(long waitTicks) {
        entries++;
        double wait = Ticks.toUnits(waitTicks);
        waited += wait;
        longest = Math.max(longest, wait);
    }

    void sent(Message message) {
        if (message.isDatagram()) {
            datagrams++;
        } else {
            messages++;
            bytes += message.bytes();
        }
    }

    void hopped() {
        hops++;
    }

    void write(JsonText json) {
        json.name("tally").open('{');
        json.field("requests", requests).field("entries", entries).field("messages", messages);
        json.field("datagrams", datagrams).field("hops", hops).field("bytes", bytes);
        json.time("waited", waited).time("longest", longest);
        json.close('}');
    }
}
