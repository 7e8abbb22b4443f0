package io.meshlock.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Keys")
class KeysTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-01T00:00:00Z"));
    private static final Duration YEAR = Duration.ofDays(365);

    @TempDir
    Path folder;

    private Path keys;
    private MeshAuthority authority;

    @BeforeEach
    void init() {
        keys = folder.resolve("keys");
        authority = MeshAuthority.init(keys, "harbour", CLOCK);
    }

    @Test
    void theMeshIdHasItsNameAndAKeyFingerprint() {
        assertThat(authority.mesh()).matches("harbour-[0-9a-f]{12}");
        assertThat(MeshAuthority.open(keys, CLOCK).mesh()).isEqualTo(authority.mesh());
        assertThat(MeshAuthority.init(folder.resolve("other"), "harbour", CLOCK).mesh())
                .isNotEqualTo(authority.mesh());
    }

    @Test
    void nodesGetNumbersThatNobodyHadBefore() {
        assertThat(issue("drone-1").identity()).isEqualTo(new MeshIdentity(authority.mesh(), 1, "drone-1"));
        assertThat(issue("drone-2").identity().number()).isEqualTo(2);
        authority.revoke("drone-2");
        assertThat(issue("drone-3").identity().number()).isEqualTo(3);
        assertThat(authority.issue("drone-2", YEAR, true).identity().number()).isEqualTo(2);
        assertThat(authority.list())
                .allSatisfy(
                        known -> assertThat(known.expires()).as("its last day").isNotNull())
                .extracting(MeshAuthority.Known::number, MeshAuthority.Known::name, MeshAuthority.Known::revoked)
                .containsExactly(
                        tuple(1, "drone-1", false),
                        tuple(2, "drone-2", true),
                        tuple(3, "drone-3", false),
                        tuple(2, "drone-2", false));
    }

    private MeshAuthority.Issued issue(String name) {
        return authority.issue(name, YEAR, false);
    }

    @Test
    void aNodeLoadsWhatItWasIssued() {
        NodeKeys loaded = NodeKeys.load(issue("drone-7").folder(), CLOCK);
        assertThat(loaded.identity()).hasToString("drone-7(1) of " + authority.mesh());
        assertThat(loaded.admission().mesh()).isEqualTo(authority.mesh());
    }

    @Test
    void firstVotersAreNamedOnceAndSigned() throws IOException {
        Path early = issue("drone-1").folder();
        issue("drone-2");
        issue("drone-3");
        assertThat(NodeKeys.load(early, CLOCK).voters()).isEmpty();
        authority.nameVoters(List.of("drone-3", "drone-1", "drone-2"));
        assertThat(NodeKeys.load(early, CLOCK).voters()).containsExactly(3, 1, 2);
        Path late = issue("drone-4").folder();
        assertThat(NodeKeys.load(late, CLOCK).voters()).containsExactly(3, 1, 2);
        assertThatThrownBy(() -> authority.nameVoters(List.of("drone-1")))
                .hasMessageContaining("the first voters were named already");

        Path list = late.resolve("voters.txt");
        String signed = Files.readString(list);
        for (String forged : List.of(
                signed.replace("voters 3 1 2", "voters 3 1 4"),
                signed.replace("harbour", "airport"),
                signed + "voters 4\n",
                "voters 4\n",
                "")) {
            Files.writeString(list, forged);
            assertThatThrownBy(() -> NodeKeys.load(late, CLOCK))
                    .isInstanceOf(KeysException.class)
                    .hasMessageContaining("not a list of voters that the authority of mesh '" + authority.mesh());
        }
        MeshAuthority other = MeshAuthority.init(folder.resolve("other"), "harbour", CLOCK);
        other.issue("drone-4", YEAR, false);
        Files.copy(other.nameVoters(List.of("drone-4")), list, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> NodeKeys.load(late, CLOCK)).hasMessageContaining("not a list of voters");
    }

    @Test
    void filesAreForTheirOwnerAlone() throws IOException {
        issue("drone-7");
        try (Stream<Path> files = Files.walk(keys)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(f -> !f.toString().endsWith(".lock"))
                    .toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
        }
    }

    // ---- whom a node admits -----------------------------------------------------------------------------------------

    @Test
    void foreignExpiredAndRevokedCertificatesAreRefused() throws IOException {
        Path one = issue("one").folder();
        NodeKeys two = NodeKeys.load(issue("two").folder(), CLOCK);
        Admission admission = NodeKeys.load(one, CLOCK).admission();
        assertThat(admission.admit(two.certificate())).isEqualTo(two.identity());

        MeshAuthority strangers = MeshAuthority.init(folder.resolve("strangers"), "harbour", CLOCK);
        NodeKeys stranger = NodeKeys.load(strangers.issue("two", YEAR, false).folder(), CLOCK);
        assertThatThrownBy(() -> admission.admit(stranger.certificate()))
                .hasMessage(
                        "not a certificate of mesh '" + authority.mesh() + "' in force: it is of another authority");
        assertThatThrownBy(() -> admission.admit(admission.authority()))
                .as("the authority is no node")
                .isInstanceOf(KeysException.class);

        InstantSource later = InstantSource.fixed(CLOCK.instant().plus(YEAR).plusSeconds(1));
        Admission afterwards = new Admission(admission.authority(), one.resolve("revoked.pem"), later);
        assertThatThrownBy(() -> afterwards.admit(two.certificate()))
                .isInstanceOf(KeysException.class)
                .hasMessageEndingWith(" in force: it ended at "
                        + CLOCK.instant().plus(YEAR) + ", and the clock here says " + later.instant());
        InstantSource earlier = InstantSource.fixed(CLOCK.instant().minus(YEAR));
        Admission before = new Admission(admission.authority(), one.resolve("revoked.pem"), earlier);
        assertThatThrownBy(() -> before.admit(two.certificate()))
                .hasMessageContaining(" in force: it begins at ")
                .hasMessageEndingWith(", and the clock here says " + earlier.instant());

        assertThat(admission.reload()).isFalse();
        replace(authority.revoke("two"), one.resolve("revoked.pem"), 1);
        assertThat(admission.reload()).isTrue();
        assertThatThrownBy(() -> admission.admit(two.certificate()))
                .hasMessage("the certificate of " + two.identity() + " was revoked");
    }

    @Test
    void aListThatIsBrokenForgedOrGoneChangesNothing() throws IOException {
        Path one = issue("one").folder();
        NodeKeys two = NodeKeys.load(issue("two").folder(), CLOCK);
        Path list = one.resolve("revoked.pem");
        Admission admission = NodeKeys.load(one, CLOCK).admission();
        replace(authority.revoke("two"), list, 1);
        admission.reload();

        MeshAuthority strangers = MeshAuthority.init(folder.resolve("strangers"), "harbour", CLOCK);
        for (String name : List.of("three", "four", "five")) { // so that theirs is a later list
            strangers.issue(name, Duration.ofDays(1), false);
            strangers.revoke(name);
        }
        replace(folder.resolve("strangers/revoked.pem"), list, 2);
        assertThat(admission.reload()).isFalse();
        Files.writeString(list, "nonsense");
        Files.setLastModifiedTime(list, FileTime.from(CLOCK.instant().plusSeconds(3)));
        assertThat(admission.reload()).isFalse();
        Files.delete(list);
        assertThat(admission.reload()).isFalse();
        assertThatThrownBy(() -> admission.admit(two.certificate())).hasMessageEndingWith("was revoked");
        assertThatThrownBy(() -> NodeKeys.load(one, CLOCK)).hasMessageContaining("revoked.pem");
    }

    @Test
    void anOlderListIsRefused() throws IOException {
        Path one = issue("one").folder();
        NodeKeys two = NodeKeys.load(issue("two").folder(), CLOCK);
        Path list = one.resolve("revoked.pem");
        String older = Files.readString(list);
        Admission admission = NodeKeys.load(one, CLOCK).admission();
        replace(authority.revoke("two"), list, 1); // in the same second, by the authority's clock
        assertThat(admission.reload()).isTrue();
        Files.writeString(list, older);
        Files.setLastModifiedTime(list, FileTime.from(CLOCK.instant().plusSeconds(2)));
        assertThat(admission.reload()).isFalse();
        assertThatThrownBy(() -> admission.admit(two.certificate())).hasMessageEndingWith("was revoked");
    }

    @Test
    void theEndOfACertificateIsToldWeeksBefore() {
        AtomicReference<Instant> now = new AtomicReference<>(CLOCK.instant());
        NodeKeys loaded = NodeKeys.load(issue("one").folder(), now::get);
        assertThat(loaded.warning()).isNull();
        now.set(loaded.ends().minus(Duration.ofDays(20)));
        assertThat(loaded.warning())
                .isEqualTo("the certificate of one ends in 20 days, at " + loaded.ends()
                        + "; './meshlock keys issue one --renew' makes a new one");
        assertThat(loaded.warning()).as("once a day").isNull();
        now.set(loaded.ends().minus(Duration.ofDays(19)));
        assertThat(loaded.warning()).contains("in 19 days");
        now.set(loaded.ends().plus(Duration.ofDays(1)));
        assertThat(loaded.warning()).contains("ended at " + loaded.ends());
    }

    @Test
    void renewedKeysAreTakenOnceTheyBelongTogether() throws IOException {
        Path one = issue("one").folder();
        NodeKeys loaded = NodeKeys.load(one, CLOCK);
        assertThat(loaded.reload()).isFalse();
        String oldKey = Files.readString(one.resolve("node.key"));
        authority.issue("one", YEAR, true);
        String newKey = Files.readString(one.resolve("node.key"));
        PemFiles.write(one.resolve("node.key"), oldKey);
        assertThat(loaded.reload()).as("the new certificate with the old key").isFalse();
        PemFiles.write(one.resolve("node.key"), newKey);
        assertThat(loaded.reload()).isTrue();

        Path two = issue("two").folder();
        PemFiles.write(one.resolve("node.key"), Files.readString(two.resolve("node.key")));
        PemFiles.write(one.resolve("node.pem"), Files.readString(two.resolve("node.pem")));
        assertThat(loaded.reload()).as("another node's keys").isFalse();
        assertThat(loaded.identity().name()).isEqualTo("one");
        assertThat(MeshIdentity.of(loaded.certificate())).isEqualTo(loaded.identity());
    }

    @Test
    void keysThatOthersCanReadAreRefused() throws IOException {
        Path one = issue("one").folder();
        Path key = one.resolve("node.key");
        for (String rights : List.of("rw-r--r--", "rw-----w-", "rw--w----")) {
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(rights));
            assertThatThrownBy(() -> NodeKeys.load(one, CLOCK))
                    .hasMessage(key + ": others can use it (" + rights + "); expected 'chmod 600 " + key + "'");
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        assertThat(NodeKeys.load(one, CLOCK).identity().name()).isEqualTo("one");
        Path authoritys = keys.resolve("authority.key");
        Files.setPosixFilePermissions(authoritys, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> MeshAuthority.open(keys, CLOCK)).hasMessageContaining("chmod 600");
    }

    private static void replace(Path from, Path to, int second) throws IOException {
        Files.writeString(to, Files.readString(from));
        Files.setLastModifiedTime(to, FileTime.from(CLOCK.instant().plusSeconds(second)));
    }

    // ---- mistakes ---------------------------------------------------------------------------------------------------

    @Test
    void mistakesAreNamed() throws IOException {
        issue("one");
        assertThatThrownBy(() -> issue("one")).hasMessage("node 'one' has a certificate; --renew makes a new one");
        assertThatThrownBy(() -> authority.issue("two", YEAR, true))
                .hasMessage("node 'two' has no certificate that could be renewed");
        assertThatThrownBy(() -> authority.revoke("two")).hasMessage("node 'two' has no certificate here");
        assertThatThrownBy(() -> MeshAuthority.init(keys, "x", CLOCK)).hasMessageContaining("has an authority already");
        assertThatThrownBy(() -> MeshAuthority.open(folder, CLOCK)).hasMessageContaining("no authority here");
        for (String bad : List.of("", "../x", "a b", "x".repeat(64), "-x")) {
            assertThatThrownBy(() -> issue(bad)).hasMessageContaining("a node's name has 1 to 63");
        }
        Files.writeString(keys.resolve("ledger.tsv"), "number\tname\tserial\tstate\nseven\tx\t1\tvalid\n");
        assertThatThrownBy(() -> authority.list())
                .hasMessageEndingWith(
                        "ledger.tsv:2: expected number, name, serial, state and date, not 'seven\tx\t1\tvalid'");
    }

    @Test
    void keysThatDoNotBelongTogetherAreRefused() throws IOException {
        Path one = issue("one").folder();
        Path two = issue("two").folder();
        Files.writeString(one.resolve("node.key"), Files.readString(two.resolve("node.key")));
        assertThatThrownBy(() -> NodeKeys.load(one, CLOCK)).hasMessageEndingWith("not the key of node.pem beside it");
        Files.writeString(one.resolve("node.key"), "nonsense");
        assertThatThrownBy(() -> NodeKeys.load(one, CLOCK)).hasMessageContaining("no private key");
        Files.writeString(one.resolve("node.pem"), "nonsense");
        assertThatThrownBy(() -> NodeKeys.load(one, CLOCK)).hasMessageContaining("not a certificate in PEM form");
        Files.delete(one.resolve("node.pem"));
        assertThatThrownBy(() -> NodeKeys.load(one, CLOCK)).hasMessageContaining("no such file");
    }
}
