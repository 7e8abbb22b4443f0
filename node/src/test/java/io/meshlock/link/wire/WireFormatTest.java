package io.meshlock.link.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.meshlock.link.wire.proto.MapAdvert;
import io.meshlock.link.wire.proto.MapClaim;
import io.meshlock.link.wire.proto.MapReport;
import io.meshlock.link.wire.proto.PoolHosts;
import io.meshlock.link.wire.proto.PoolMessage;
import io.meshlock.link.wire.proto.PoolOpen;
import io.meshlock.link.wire.proto.PoolsFrame;
import io.meshlock.link.wire.proto.Prioritized;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Our codecs against each other, and against the classes that protobuf generates from the schema. */
@DisplayName("Wire format")
class WireFormatTest {

    private static final int EACH = 1_000;
    private static final PrioritizedCodec PRIORITIZED = new PrioritizedCodec();

    private static byte[] write(int number, long poolInstance, Message message) {
        return RandomMessages.write(number, poolInstance, message);
    }

    private static PoolFrame read(byte[] bytes) throws MalformedFrameException {
        return PoolFrames.read(bytes, 0, bytes.length);
    }

    @Test
    void everyRecordOfEveryFamilyIsTried() {
        RandomMessages messages = new RandomMessages(1);
        Set<Class<?>> seen = new HashSet<>();
        for (int kind = 0; kind < messages.kinds(); kind++) {
            seen.add(messages.next(kind).getClass());
        }
        assertThat(seen)
                .containsExactlyInAnyOrder(MessageCodecs.all().stream()
                        .flatMap(codec -> Arrays.stream(codec.family().getPermittedSubclasses()))
                        .toArray(Class<?>[]::new));
    }

    @Test
    void everyMessageComesBackAsItWas() throws Exception {
        RandomMessages messages = new RandomMessages(2);
        for (int i = 0; i < EACH * messages.kinds(); i++) {
            Message message = messages.next(i % messages.kinds());
            assertThat(read(write(i, -i, message)))
                    .isEqualTo(new PoolFrame.Carry(
                            i, -i, RandomMessages.codecOf(message).field(), message));
        }
    }

    /** The generated classes read our bytes, know every field, and write bytes that we read. */
    @Test
    void theSchemaSaysTheSame() throws Exception {
        RandomMessages messages = new RandomMessages(3);
        for (int i = 0; i < EACH * messages.kinds(); i++) {
            Message message = messages.next(i % messages.kinds());
            byte[] ours = write(i, i, message);
            PoolsFrame theirs = PoolsFrame.parseFrom(ours);
            assertThat(theirs.getMessage().getNumber()).isEqualTo(i);
            assertThat(theirs.getMessage().getInstance()).isEqualTo(i);
            assertThat(theirs.getMessage().getBodyCase().getNumber())
                    .isEqualTo(RandomMessages.codecOf(message).field());
            assertThat(theirs.toByteArray())
                    .as("no unknown field, nothing out of order")
                    .isEqualTo(ours);
            assertThat(((PoolFrame.Carry) read(theirs.toByteArray())).message()).isEqualTo(message);
        }
    }

    /** The size of a message in simulations is its size on the wire, except for fields that are zero and left out. */
    @Test
    void simulatedSizesAreAboutRight() {
        RandomMessages messages = new RandomMessages(4);
        long simulated = 0;
        long real = 0;
        for (int i = 0; i < EACH * messages.prioritizedKinds(); i++) {
            Message message = messages.next(i % messages.prioritizedKinds());
            simulated += message.bytes();
            real += PRIORITIZED.size((PrioritizedMessage) message);
        }
        assertThat((double) real / simulated).isBetween(0.8, 1.2);
    }

    @Test
    void fieldsOfLaterVersionsAreIgnored() throws Exception {
        UnknownFieldSet later = UnknownFieldSet.newBuilder()
                .addField(
                        1000,
                        UnknownFieldSet.Field.newBuilder()
                                .addVarint(7)
                                .addLengthDelimited(ByteString.copyFromUtf8("new"))
                                .addFixed64(9)
                                .build())
                .build();
        RandomMessages messages = new RandomMessages(5);
        for (int i = 0; i < 200; i++) {
            Message message = messages.next(i % messages.prioritizedKinds());
            PoolMessage plain = PoolsFrame.parseFrom(write(3, 4, message)).getMessage();
            Prioritized body =
                    plain.getPrioritized().toBuilder().setUnknownFields(later).build();
            PoolMessage extended = plain.toBuilder()
                    .setPrioritized(body)
                    .setUnknownFields(later)
                    .build();
            byte[] bytes = PoolsFrame.newBuilder()
                    .setMessage(extended)
                    .setUnknownFields(later)
                    .build()
                    .toByteArray();
            assertThat(((PoolFrame.Carry) read(bytes)).message()).isEqualTo(message);
        }
    }

    @Test
    void framesOfKindsThatAreNotKnownYetAreNothing() throws Exception {
        byte[] bytes = {(byte) 0x92, 0x03, 1, 0}; // field 50, one byte
        assertThat(read(bytes)).isNull();
        assertThat(PoolFrames.read(bytes, 0, 0)).isNull();
    }

    @Test
    void announcementsComeBackAsTheyWere() throws Exception {
        PoolTerms terms = new PoolTerms(
                "docks",
                "prioritized",
                new PoolSettings(5, Policy.SMALLEST_FIRST, 17),
                Options.of(Map.of("overtakes", 3L, "x", -1L)),
                2_500,
                new PoolTerms.Hosts(1, 5));
        PoolFrame.Open open = new PoolFrame.Open(7, 1L << 40, terms);
        assertThat(read(PoolFrames.write(open))).isEqualTo(open);
        PoolTerms usual = PoolTerms.of("docks", "prioritized", PoolSettings.permits(5));
        assertThat(read(PoolFrames.write(new PoolFrame.Open(8, 0, usual)))).isEqualTo(new PoolFrame.Open(8, 0, usual));
        assertThat(terms.fingerprint()).isNotEqualTo(usual.fingerprint());
        PoolFrame.Close close = new PoolFrame.Close(7, 9, true, true);
        assertThat(read(PoolFrames.write(close))).isEqualTo(close);
    }

    @Test
    void aFrameHasSeveralAdverts() throws Exception {
        RandomMessages messages = new RandomMessages(7);
        List<LinkStateAdvert> adverts = Stream.generate(messages::advert)
                .limit(LinkStateAdverts.MAX_ADVERTS)
                .toList();
        PoolFrame frame = read(RandomMessages.frame(adverts));
        assertThat(RandomMessages.adverts(frame)).isEqualTo(adverts);
        UnreadAdvert last = ((PoolFrame.Say) frame).adverts().get(adverts.size() - 1);
        assertThat(adverts.get(adverts.size() - 1).isVersion(last.incarnation(), last.sequence()))
                .isTrue();
        List<LinkStateAdvert> oneMore = new ArrayList<>(adverts);
        oneMore.add(messages.advert());
        assertThatThrownBy(() -> read(RandomMessages.frame(oneMore))).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void advertsAndRoutedMessagesComeBackAsTheyWere() throws Exception {
        RandomMessages messages = new RandomMessages(6);
        for (int i = 0; i < EACH; i++) {
            LinkStateAdvert advert = messages.advert();
            assertThat(RandomMessages.adverts(read(LinkStateAdverts.write(advert))))
                    .containsExactly(advert);
            PoolFrame.Routed routed = messages.routed();
            assertThat(read(PoolFrames.write(routed))).isEqualTo(routed);
        }
    }

    @Test
    void advertsThatMakeNoSenseAreRefusedInWords() {
        expectRefusal(MapAdvert.newBuilder().setNumber(1), "an advert of nobody");
        expectRefusal(MapAdvert.newBuilder().setNumber(-1).setName("x"), "an advert of nobody");
        expectRefusal(MapAdvert.newBuilder().setName("x").setSequence(-1), "without end");
        expectRefusal(MapAdvert.newBuilder().setName("x").addNeighbours(0), "the node itself");
        expectRefusal(MapAdvert.newBuilder().setName("x").addNeighbours(2).addNeighbours(1), "do not rise");
        MapAdvert.Builder popular = MapAdvert.newBuilder().setName("x");
        for (int i = 1; i <= LinkStateAdvert.MAX_NEIGHBOURS + 1; i++) {
            popular.addNeighbours(i);
        }
        expectRefusal(popular, "an advert with 1025 neighbours and 0 pools");
        expectRefusal(MapAdvert.newBuilder().setName("x").addPools(MapReport.newBuilder()), "a report about a pool");
        MapReport.Builder nameless = MapReport.newBuilder()
                .setName("p")
                .addClaims(MapClaim.newBuilder().setPermits(1));
        expectRefusal(MapAdvert.newBuilder().setName("x").addPools(nameless), "a claim of a client whose name");
        MapReport.Builder crowded = MapReport.newBuilder().setName("p");
        IntStream.rangeClosed(0, PoolClaim.MOST)
                .forEach(i ->
                        crowded.addClaims(MapClaim.newBuilder().setClient("c").setPermits(1)));
        expectRefusal(MapAdvert.newBuilder().setName("x").addPools(crowded), "an advert with 65 claims");
        String evil = "x\u001b]0;owned";
        expectRefusal(MapAdvert.newBuilder().setName(evil), "a node whose name cannot be printed");
        expectRefusal(
                MapAdvert.newBuilder()
                        .setName("x")
                        .addPools(MapReport.newBuilder().setName(evil)),
                "a pool whose name cannot be printed");
        MapReport.Builder claimed = MapReport.newBuilder()
                .setName("p")
                .addClaims(MapClaim.newBuilder().setClient(evil).setPermits(1));
        expectRefusal(MapAdvert.newBuilder().setName("x").addPools(claimed), "a client whose name cannot be printed");
    }

    private static void expectRefusal(MapAdvert.Builder advert, String words) {
        expectRefusal(PoolsFrame.newBuilder().addAdverts(advert), words);
    }

    @Test
    void announcementsThatMakeNoSenseAreRefusedInWords() {
        expectRefusal(
                PoolOpen.newBuilder()
                        .setName("x")
                        .setPermits(0)
                        .setPolicy("fifo")
                        .setAging(1),
                "at least 1 permit");
        expectRefusal(
                PoolOpen.newBuilder()
                        .setName("x")
                        .setPermits(1)
                        .setPolicy("luck")
                        .setAging(1),
                "policy 'luck'");
        expectRefusal(PoolOpen.newBuilder().setName("x").setPermits(1).setPolicy("fifo"), "aging");
        expectRefusal(PoolOpen.newBuilder().setPermits(1).setPolicy("fifo").setAging(1), "name");
        expectRefusal(
                PoolOpen.newBuilder()
                        .setName("x".repeat(201))
                        .setPermits(1)
                        .setPolicy("fifo")
                        .setAging(1),
                "name");
        expectRefusal(sound().setLeaseMillis(-1), "a lease of -1 ms");
        expectRefusal(sound().setPermits(1_000_001), "at most 1000000 permits");
        expectRefusal(sound().setName("x\nFAKE LOG"), "character 2 is U+000A");
        expectRefusal(sound().setName("a\u001b]0;owned"), "character 2 is U+001B");
        expectRefusal(sound().setName("ab\u202ecd"), "character 3 is U+202E");
        expectRefusal(sound().putOptions("o".repeat(201), 1), "at most 200 characters, not 201");
        PoolOpen.Builder many = sound();
        for (int i = 0; i <= 64; i++) {
            many.putOptions("o" + i, 1);
        }
        expectRefusal(many, "65 options; expected at most 200 and 64");
        expectRefusal(sound().setHosts(PoolHosts.newBuilder().setCount(-1)), "a pool of -1 hosts from number 0 on");
        expectRefusal(sound().setHosts(PoolHosts.newBuilder().setFirst(3)), "a pool of 0 hosts from number 3 on");
    }

    /** They may quote what a neighbour sent, and are logged: no forged lines, no escape sequences, no end. */
    @Test
    void wordsOfRefusalsCanBePrintedAndAreShort() {
        String evil = "x\nFAKE LOG\u001b]0;owned\u0007\u202e".repeat(1_000);
        expectPrintable(sound().setPolicy(evil), "unknown policy 'x?FAKE LOG?]0;owned??x");
        expectPrintable(sound().setAlgorithm("x\nFAKE LOG"), "an algorithm's name has printable characters");
        expectPrintable(sound().putOptions("o\u001b]0;owned", 1), "an option's name has printable characters");
        expectPrintable(sound().setName("\u202e"), "character 1 is U+202E");
    }

    private static void expectPrintable(PoolOpen.Builder open, String words) {
        byte[] bytes = PoolsFrame.newBuilder().setOpen(open).build().toByteArray();
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOfSatisfying(
                        MalformedFrameException.class,
                        refusal -> assertThat(refusal.getMessage())
                                .hasSizeLessThan(400)
                                .doesNotMatch("(?s).*[\\p{Cntrl}\u202e].*"))
                .hasMessageContaining(words);
    }

    private static PoolOpen.Builder sound() {
        return PoolOpen.newBuilder()
                .setName("x")
                .setPermits(1)
                .setPolicy("fifo")
                .setAging(1);
    }

    private static void expectRefusal(PoolOpen.Builder open, String words) {
        expectRefusal(PoolsFrame.newBuilder().setOpen(open), words);
    }

    private static void expectRefusal(PoolsFrame.Builder frame, String words) {
        byte[] bytes = frame.build().toByteArray();
        assertThatThrownBy(() -> RandomMessages.adverts(read(bytes)))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(words);
    }

    @Test
    void aListWithoutEndIsRefused() {
        PoolMessage.Builder message = PoolMessage.newBuilder();
        for (int i = 0; i <= Fields.MAX_ELEMENTS; i++) {
            message.getPrioritizedBuilder().getReleaseBuilder().addReleased(i);
        }
        byte[] bytes = PoolsFrame.newBuilder().setMessage(message).build().toByteArray();
        assertThatThrownBy(() -> read(bytes)).hasMessage("a list of more than 65536 elements");
    }
}
