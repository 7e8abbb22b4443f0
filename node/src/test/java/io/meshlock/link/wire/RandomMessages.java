package io.meshlock.link.wire;

import com.google.protobuf.ByteString;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.Amendment;
import io.meshlock.protocol.prioritized.Amendments;
import io.meshlock.protocol.prioritized.GrantNumbers;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.Heir;
import io.meshlock.protocol.prioritized.LedgerEntry;
import io.meshlock.protocol.prioritized.LinkState;
import io.meshlock.protocol.prioritized.NodeList;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Amend;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Cancel;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Inquiry;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Presence;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Refusal;
import io.meshlock.protocol.prioritized.PrioritizedMessage.ReleaseMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Resize;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.prioritized.Transfer;
import io.meshlock.protocol.token.TokenLeaseCheck.Reading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes random messages of every kind and size, from a seed. */
final class RandomMessages {

    private final SplittableRandom random;

    /** One generator for each record of the family; those of the other families follow. */
    private final List<Supplier<PrioritizedMessage>> prioritized = List.of(
            () -> new Link(header()),
            () -> new RequestMessage(header(), keys(), grants(), links()),
            () -> new Cancel(header()),
            () -> new GrantMessage(
                    header(),
                    number(),
                    key(),
                    slots(),
                    reading(),
                    nodes(),
                    heirs(),
                    any().nextBoolean(),
                    any().nextBoolean()),
            () -> new HeirsMessage(header(), number(), key(), nodes(), heirs()),
            () -> new ReleaseMessage(header(), grants(), grants(), grants(), held(), any().nextBoolean()),
            () -> new Token(header(), ledger(), number(), number(), number(), keys(), any().nextInt(-1, 50), links()),
            () -> new Alive(header(), number(), height(), any().nextInt(), ledger()),
            () -> new Suspect(header(), number()),
            () -> new Inquiry(header(), transfer()),
            () -> new Presence(header(), any().nextBoolean()),
            () -> new Resize(header(), new PoolSize(any().nextInt(1, 1_000_000), number(), any().nextInt())),
            () -> new Refusal(header(), key()),
            () -> new Amend(header(), amendments()));

    private final List<Supplier<? extends Message>> kinds;

    RandomMessages(long seed) {
        random = new SplittableRandom(seed);
        kinds = new ArrayList<>(prioritized);
        kinds.addAll(new RandomOthers(this, random).kinds);
        kinds.addAll(new RandomRecovery(this, random).kinds);
    }

    private SplittableRandom any() {
        return random;
    }

    int kinds() {
        return kinds.size();
    }

    /** How many generators, the first ones, are of the prioritized family. */
    int prioritizedKinds() {
        return prioritized.size();
    }

    /** The frame of a message. */
    static byte[] write(int number, long poolInstance, Message message) {
        return write(codecOf(message), number, poolInstance, message);
    }

    private static <M extends Message> byte[] write(
            MessageCodec<M> codec, int number, long poolInstance, Message message) {
        FrameBuffer buffer = FrameBuffer.ofThisThread();
        PoolFrames.writeMessage(
                buffer, number, poolInstance, codec, codec.family().cast(message));
        return Arrays.copyOf(buffer.bytes(), buffer.length());
    }

    static MessageCodec<?> codecOf(Message message) {
        return MessageCodecs.all().stream()
                .filter(codec -> codec.family().isInstance(message))
                .findFirst()
                .orElseThrow();
    }

    Message next(int kind) {
        return kinds.get(kind).get();
    }

    Message next() {
        return next(random.nextInt(kinds.size()));
    }

    /** The adverts of a frame that has some. */
    static List<LinkStateAdvert> adverts(@Nullable PoolFrame frame) throws MalformedFrameException {
        List<LinkStateAdvert> read = new ArrayList<>();
        if (frame instanceof PoolFrame.Say say) {
            for (UnreadAdvert unread : say.adverts()) {
                read.add(unread.read());
            }
        }
        return read;
    }

    /** A frame of these adverts. */
    static byte[] frame(List<LinkStateAdvert> adverts) {
        LinkStateAdverts.Frame frame = new LinkStateAdverts.Frame();
        adverts.forEach(advert -> frame.add(LinkStateAdverts.write(advert)));
        return frame.bytes();
    }

    /** A random link-state advert. */
    LinkStateAdvert advert() {
        List<Integer> neighbours = IntStream.generate(() -> 1 + random.nextInt(1 << random.nextInt(1, 30)))
                .limit(random.nextInt(6))
                .distinct()
                .sorted()
                .boxed()
                .toList();
        List<PoolReport> pools = Stream.generate(() -> new PoolReport(
                        "p" + random.nextInt(100),
                        random.nextInt(9),
                        random.nextInt(9),
                        random.nextInt(2),
                        Stream.generate(() -> new PoolClaim(
                                        "c" + random.nextInt(100),
                                        1 + random.nextInt(9),
                                        random.nextBoolean(),
                                        random.nextLong(1L << 45)))
                                .limit(random.nextInt(3))
                                .toList()))
                .limit(random.nextInt(4))
                .toList();
        return new LinkStateAdvert(
                0,
                "n" + random.nextInt(100),
                random.nextLong(1L << 40),
                random.nextLong(1L << random.nextInt(1, 60)),
                neighbours,
                random.nextBoolean(),
                pools);
    }

    /** A random routed message. */
    PoolFrame.Routed routed() {
        byte[] content = write(0, random.nextInt(5), next());
        return new PoolFrame.Routed(
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(256),
                "p" + random.nextInt(100),
                number(),
                ByteString.copyFrom(content));
    }

    private Header header() {
        return new Header(height(), number(), number());
    }

    private Height height() {
        return new Height(number(), number());
    }

    /** A number of any magnitude and sign; zero and the extremes often. */
    long number() {
        return switch (random.nextInt(10)) {
            case 0 -> 0;
            case 1 -> Long.MIN_VALUE;
            case 2 -> Long.MAX_VALUE;
            default -> random.nextLong() >> random.nextInt(Long.SIZE);
        };
    }

    Key key() {
        return new Key(
                number(), number(), number(), random.nextInt() >> random.nextInt(Integer.SIZE), random.nextBoolean());
    }

    private Keys keys() {
        Set<Key> different =
                Stream.generate(this::key).limit(random.nextInt(5)).collect(Collectors.toCollection(TreeSet::new));
        return Keys.ofSorted(different.toArray(Key[]::new));
    }

    Slots slots() {
        return Slots.of(IntStream.generate(() -> 1 + random.nextInt(1 << random.nextInt(1, 29)))
                .limit(random.nextInt(6))
                .distinct()
                .sorted()
                .toArray());
    }

    private long held() {
        return random.nextInt(3) - 1L;
    }

    private GrantNumbers grants() {
        return GrantNumbers.of(LongStream.generate(this::number)
                .limit(random.nextInt(6))
                .distinct()
                .toArray());
    }

    private Amendments amendments() {
        GrantNumbers numbers = grants();
        return Amendments.of(IntStream.range(0, numbers.size())
                .mapToObj(i -> new Amendment(numbers.get(i), slots(), random.nextLong(1L << 54)))
                .toList());
    }

    private List<LedgerEntry> ledger() {
        return Stream.generate(() -> new LedgerEntry(number(), key(), number(), slots(), random.nextBoolean()))
                .limit(random.nextInt(4))
                .toList();
    }

    private Reading reading() {
        return new Reading(number(), number());
    }

    private NodeList nodes() {
        return NodeList.of(IntStream.generate(() -> random.nextInt(1 << random.nextInt(1, 31)))
                .limit(random.nextInt(4))
                .toArray());
    }

    private List<Heir> heirs() {
        return Stream.generate(() -> new Heir(number(), key(), reading(), nodes(), random.nextBoolean()))
                .limit(random.nextInt(4))
                .toList();
    }

    private List<LinkState> links() {
        return Stream.generate(() -> new LinkState(random.nextInt(), number(), nodes(), random.nextInt(17)))
                .limit(random.nextInt(3))
                .toList();
    }

    private Transfer transfer() {
        Transfer.Verdict[] verdicts = Transfer.Verdict.values();
        return new Transfer(number(), random.nextInt(), number(), verdicts[random.nextInt(verdicts.length)]);
    }
}
