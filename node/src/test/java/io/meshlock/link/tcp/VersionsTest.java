package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.meshlock.keys.MeshIdentity;
import io.meshlock.link.wire.proto.Hello;
import io.meshlock.link.wire.proto.LinkFrame;
import io.meshlock.link.wire.proto.Refuse;
import io.meshlock.spi.LinkCounter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of other releases, by the bytes that they sent when they were recorded: see docs/wire.md. */
@DisplayName("Versions of the wire format")
class VersionsTest {

    @TempDir
    Path folder;

    private TestMesh mesh;
    private Recorder node;

    @BeforeEach
    void start() {
        mesh = new TestMesh(folder);
        node = mesh.node(TcpSettings.plain(new MeshIdentity("insecure", 1, "n1"), 1)
                .withListen(mesh.place(1))
                .withTimings(TestMesh.TIMINGS));
    }

    @AfterEach
    void stop() {
        mesh.close();
    }

    /** What a real node has sent after it had connected; comments begin with '#'. */
    private static byte[] recorded(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(VersionsTest.class.getResourceAsStream("/wire/" + name))) {
            return HexFormat.of()
                    .parseHex(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(String::trim)
                            .collect(Collectors.joining()));
        }
    }

    @Test
    void thePreviousOneIsRefusedAndToldWhy() throws Exception {
        try (RawPeer previous = RawPeer.plain(mesh.place(1))) {
            previous.sayBytes(recorded("hello-1.txt"));
            Hello ours = previous.hear().getHello();
            assertThat(ours.getOldestVersion()).isEqualTo(2);
            Refuse refusal = previous.hear().getRefuse();
            assertThat(refusal.getReason()).isEqualTo(Refuse.Reason.VERSION);
            assertThat(refusal.getDetail())
                    .isEqualTo("this node speaks version 2 of the wire format, node n3(3) version 1; expected nodes of"
                            + " neighbouring releases");
            assertThat(previous.isRefused()).isTrue();
        }
        assertThat(node.count(LinkCounter.PEERS_REFUSED)).isEqualTo(1);
        assertThat(node.links()).isZero();
    }

    /** If this fails, nodes that are in service can no longer talk to this one: the version has to change. */
    @Test
    void thePresentOneIsReadAsItWasRecorded() throws Exception {
        try (RawPeer present = RawPeer.plain(mesh.place(1))) {
            present.sayBytes(recorded("hello-2.txt"));
            present.hear();
            assertThat(present.hear().getAccept().getVersion()).isEqualTo(2);
            node.awaitUp(3);
        }
        node.awaitDown(3);
        assertThat(node.count(LinkCounter.MALFORMED_FRAMES)).isZero();
    }

    @Test
    void aLaterNodeThatKnowsThisOneSpeaksIt() throws Exception {
        Hello later =
                LinkFrame.parseDelimitedFrom(new java.io.ByteArrayInputStream(recorded("hello-2.txt")))
                        .getHello()
                        .toBuilder()
                        .setNewestVersion(9)
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .addField(
                                        1000,
                                        UnknownFieldSet.Field.newBuilder()
                                                .addVarint(7)
                                                .build())
                                .build())
                        .build();
        try (RawPeer peer = RawPeer.plain(mesh.place(1))) {
            peer.sayHello(later);
            peer.hear();
            assertThat(peer.hear().getAccept().getVersion()).isEqualTo(2);
            node.awaitUp(3);
        }
        node.awaitDown(3);
    }
}
