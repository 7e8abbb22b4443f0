package io.meshlock.simulator.network;

import io.meshlock.protocol.Message;
import java.util.ArrayList;
import java.util.List;

/** Records the calls of the network to its nodes. */
class RecordingEndpoints implements Endpoints {

    final List<String> told = new ArrayList<>();

    record Note(String text) implements Message {
        @Override
        public String type() {
            return "NOTE";
        }

        @Override
        public int bytes() {
            return text.length();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Override
    public void deliver(int from, int to, Message message) {
        told.add(from + ">" + to + " " + message);
    }

    @Override
    public void lost(int from, int to, Message message) {
        told.add("lost " + from + ">" + to + " " + message);
    }

    @Override
    public void linkUp(int low, int high) {
        told.add("up " + low + "-" + high);
    }

    @Override
    public void linkDown(int low, int high) {
        told.add("down " + low + "-" + high);
    }
}
