package io.meshlock.simulator.routing;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;

/** The messages of {@link DistanceVector} between neighbours. */
sealed interface RouteMessage extends Message {

    /** How far the sender is from some destinations. Immutable once sent: one object goes to all neighbours. */
    final class Update implements RouteMessage {

        private static final int FIELDS = 3;

        private final int[] entries;
        private int size;
        private int bytes;

        Update(int most) {
            entries = new int[FIELDS * most];
        }

        void add(int destination, int length, int number) {
            entries[size++] = destination;
            entries[size++] = length;
            entries[size++] = number;
            bytes += WireSize.number(destination) + WireSize.number(length) + WireSize.number(number);
        }

        int count() {
            return size / FIELDS;
        }

        int destination(int index) {
            return entries[FIELDS * index];
        }

        int length(int index) {
            return entries[FIELDS * index + 1];
        }

        int number(int index) {
            return entries[FIELDS * index + 2];
        }

        @Override
        public String type() {
            return "ROUTES";
        }

        @Override
        public int bytes() {
            return bytes;
        }

        @Override
        public String toString() {
            return "ROUTES to " + count();
        }
    }

    /** Asks the destination for a number newer than this; forwarded along the route to it. */
    record Renew(int destination, int number) implements RouteMessage {
        @Override
        public String type() {
            return "RENEW";
        }

        @Override
        public int bytes() {
            return WireSize.number(destination) + WireSize.number(number);
        }

        @Override
        public String toString() {
            return "RENEW " + destination + " after " + number;
        }
    }
}
