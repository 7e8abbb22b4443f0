package io.meshlock.protocol.baseline.suzuki;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.WireSize;
import java.util.Arrays;

/** The two messages; each dispatches to its handler. */
sealed interface SuzukiKasamiMessage extends Message {

    void deliver(SuzukiKasamiNode to, int from, Effects out);

    /** The sender wants the token; counts its requests. */
    record Request(int number) implements SuzukiKasamiMessage {
        @Override
        public void deliver(SuzukiKasamiNode to, int from, Effects out) {
            to.onRequest(from, this, out);
        }

        @Override
        public String type() {
            return "REQUEST";
        }

        @Override
        public int bytes() {
            return WireSize.number(number);
        }

        @Override
        public String toString() {
            return "REQUEST " + number;
        }
    }

    /**
     * The token.
     *
     * @param served per node, its latest request that was served
     * @param line the nodes that get the token next
     * @param grant the number of the latest grant
     */
    @SuppressWarnings("ArrayRecordComponent") // made when sent, never changed or compared
    record Token(int[] served, int[] line, long grant) implements SuzukiKasamiMessage {
        @Override
        public void deliver(SuzukiKasamiNode to, int from, Effects out) {
            to.onToken(this, out);
        }

        @Override
        public String type() {
            return "TOKEN";
        }

        @Override
        public int bytes() {
            int bytes = WireSize.number(grant);
            for (int each : served) {
                bytes += WireSize.number(each);
            }
            for (int each : line) {
                bytes += WireSize.number(each);
            }
            return bytes;
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public String toString() {
            return "TOKEN after grant " + grant + ", served " + Arrays.toString(served) + ", line "
                    + Arrays.toString(line);
        }
    }
}
