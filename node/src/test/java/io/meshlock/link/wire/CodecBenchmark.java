package io.meshlock.link.wire;

import com.sun.management.ThreadMXBean;
import io.meshlock.link.wire.proto.PoolMessage;
import io.meshlock.link.wire.proto.PoolsFrame;
import io.meshlock.link.wire.proto.Prioritized;
import io.meshlock.link.wire.proto.PrioritizedRequest;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * What the hand-written codec saves on the most frequent message: a REQUEST with two keys, from the protocol's record to a frame and back,
 * by hand and through the classes that protobuf generates. Processor time and allocated bytes of one thread, best of many rounds.
 *
 * <pre>java -cp … io.meshlock.link.wire.CodecBenchmark</pre>
 */
@SuppressWarnings({"SystemOut", "NullAway"})
public final class CodecBenchmark {

    private static final int MESSAGES = 2_000;
    private static final int ROUNDS = 1_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final PrioritizedCodec CODEC = new PrioritizedCodec();

    private CodecBenchmark() {}

    /** One way to handle the message of this index; the result keeps the compiler from leaving the work out. */
    private interface Work {
        int run(int index) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        RequestMessage[] messages = new RequestMessage[MESSAGES];
        byte[][] frames = new byte[MESSAGES][];
        for (int i = 0; i < MESSAGES; i++) {
            messages[i] = message(i);
            frames[i] = RandomMessages.write(i, i, messages[i]);
            if (!messages[i].equals(fromGenerated(PoolsFrame.parseFrom(frames[i])))
                    || frames[i].length != generated(i, messages[i]).getSerializedSize()) {
                throw new IllegalStateException("the two ways differ: " + messages[i]);
            }
        }
        System.out.printf(Locale.ROOT, "%-24s %10s %12s%n", "", "ns CPU", "garbage, B");
        report("write, by hand", i -> byHand(i, messages[i]));
        report("write, generated", i -> generated(i, messages[i]).toByteArray().length);
        report(
                "read, by hand",
                i -> PoolFrames.read(frames[i], 0, frames[i].length).hashCode());
        report(
                "read, generated",
                i -> fromGenerated(PoolsFrame.parseFrom(frames[i])).hashCode());
    }

    private static RequestMessage message(int i) {
        Key urgent = new Key(-i, i, Key.requestNumber(i % 40, i), 1 + i % 3);
        Key calm = new Key(-3L * i - 10, i, Key.requestNumber(i % 30, i + 1), 1);
        Keys keys = Keys.ofSorted(urgent, calm);
        return new RequestMessage(new Header(new Height(i % 7, -i), 1000L + i, i % 100), keys);
    }

    private static int byHand(int number, RequestMessage message) {
        FrameBuffer buffer = FrameBuffer.ofThisThread();
        PoolFrames.writeMessage(buffer, number, number, CODEC, message);
        return buffer.length();
    }

    private static PoolsFrame generated(int number, RequestMessage message) {
        Header header = message.header();
        PrioritizedRequest.Builder body = PrioritizedRequest.newBuilder();
        for (int i = 0; i < message.keys().size(); i++) {
            Key key = message.keys().get(i);
            body.addKeys(io.meshlock.link.wire.proto.Key.newBuilder()
                    .setScore(key.score())
                    .setBirth(key.birth())
                    .setNode(key.node())
                    .setSerial((int) key.request())
                    .setPermits(key.permits()));
        }
        return PoolsFrame.newBuilder()
                .setMessage(PoolMessage.newBuilder()
                        .setNumber(number)
                        .setInstance(number)
                        .setPrioritized(Prioritized.newBuilder()
                                .setLevel(header.height().level())
                                .setOffset(header.height().offset())
                                .setClock(header.clock())
                                .setSeen(header.seen())
                                .setRequest(body)))
                .build();
    }

    private static PrioritizedMessage fromGenerated(PoolsFrame frame) {
        Prioritized in = frame.getMessage().getPrioritized();
        Key[] keys = new Key[in.getRequest().getKeysCount()];
        for (int i = 0; i < keys.length; i++) {
            io.meshlock.link.wire.proto.Key key = in.getRequest().getKeys(i);
            keys[i] = new Key(
                    key.getScore(),
                    key.getBirth(),
                    Key.requestNumber(key.getNode(), key.getSerial()),
                    key.getPermits());
        }
        Height height = new Height(in.getLevel(), in.getOffset());
        return new RequestMessage(new Header(height, in.getClock(), in.getSeen()), Keys.ofSorted(keys));
    }

    private static void report(String way, Work work) throws Exception {
        long best = Long.MAX_VALUE;
        long garbage = 0;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < MESSAGES; i++) {
                sum += work.run(i);
            }
            best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
            garbage = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        }
        System.out.printf(
                Locale.ROOT, "%-24s %10d %12d%s%n", way, best / MESSAGES, garbage / MESSAGES, sum == 0 ? " ?" : "");
    }
}
