package io.meshlock.keys;

import io.meshlock.protocol.PoolBounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certificate authority of one mesh: issues and revokes the certificates of its nodes. Anybody who has its folder
 * can add nodes to the mesh, so keep the folder off the nodes.
 *
 * <pre>{@code
 * MeshAuthority authority = MeshAuthority.init(Path.of("keys"), "harbour", InstantSource.system());
 * MeshAuthority.Issued node = authority.issue("drone-7", Duration.ofDays(825), false);
 * // Copy node.folder() to the node.
 * authority.revoke("drone-7");
 * // Copy revoked.pem to all nodes: they drop drone-7 at once.
 * }</pre>
 */
public final class MeshAuthority {

    private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
    private static final int FINGERPRINT_BYTES = 6;

    static final String CA = "ca.pem";
    static final String REVOKED = "revoked.pem";
    static final String NODE = "node.pem";
    static final String NODE_KEY = "node.key";
    static final String VOTERS = "voters.txt";

    /** The folder below the authority's that has a folder for each node. */
    public static final String NODES = "nodes";

    private static final String KEY = "authority.key";
    private static final String LEDGER = "ledger.tsv";

    private final Path folder;
    private final InstantSource clock;
    private final X509Certificate certificate;
    private final PrivateKey key;

    private MeshAuthority(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
        certificate = PemFiles.certificate(folder.resolve(CA));
        key = PemFiles.privateKey(folder.resolve(KEY));
    }

    /** A node's certificate and where its files are. */
    public record Issued(MeshIdentity identity, Path folder) {}

    /**
     * A line of the ledger.
     *
     * @param expires when the certificate ends; null if it was issued by a version that did not note it
     */
    public record Known(
            int number,
            String name,
            boolean revoked,
            @Nullable Instant expires) {}

    /** Makes an authority in a folder that has none. The mesh's id is the name and a fingerprint of the public key. */
    public static MeshAuthority init(Path folder, String meshName, InstantSource clock) {
        MeshIdentity.checkName("mesh", meshName);
        if (Files.exists(folder.resolve(KEY)) || Files.exists(folder.resolve(CA))) {
            throw new KeysException(folder + ": has an authority already; a second one would shut all its nodes out");
        }
        try {
            PemFiles.createFolder(folder);
            KeyPair keys = Certificates.newKeys();
            String mesh = meshName + "-" + fingerprint(keys);
            MeshIdentity.checkName("mesh", mesh);
            X509Certificate certificate = Certificates.authority(keys, mesh, clock.instant(), AUTHORITY_LIFE);
            PemFiles.write(
                    folder.resolve(KEY),
                    PemFiles.pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
            PemFiles.write(folder.resolve(CA), PemFiles.pem("CERTIFICATE", certificate.getEncoded()));
            AuthorityLedger.create(folder.resolve(LEDGER));
            MeshAuthority authority = new MeshAuthority(folder, clock);
            authority.writeRevocations(List.of());
            return authority;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new KeysException("the authority's certificate could not be written: " + e.getMessage(), e);
        }
    }

    /** The authority in this folder. */
    public static MeshAuthority open(Path folder, InstantSource clock) {
        if (!Files.exists(folder.resolve(KEY))) {
            throw new KeysException(folder + ": no authority here; './meshlock keys init' makes one");
        }
        return new MeshAuthority(folder, clock);
    }

    private static String fingerprint(KeyPair keys) throws GeneralSecurityException {
        byte[] hash =
                MessageDigest.getInstance("SHA-256").digest(keys.getPublic().getEncoded());
        return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
    }

    /** The mesh's id. */
    public String mesh() {
        return NodeKeys.meshOf(certificate);
    }

    /**
     * Makes a node's key and certificate.
     *
     * @param renew true to issue a new certificate with the old number for a node that has one, revoked or not
     */
    public Issued issue(String name, Duration life, boolean renew) {
        MeshIdentity.checkName("node", name);
        return locked(ledger -> {
            AuthorityLedger.Entry before = ledger.newest(name);
            if (before != null && !renew) {
                throw new KeysException("node '" + name + "' has a certificate"
                        + (before.revoked() ? " that was revoked" : "") + "; --renew makes a new one");
            }
            if (before == null && renew) {
                throw new KeysException("node '" + name + "' has no certificate that could be renewed");
            }
            MeshIdentity identity = new MeshIdentity(mesh(), ledger.numberOf(name), name);
            BigInteger serial = Certificates.newSerial();
            KeyPair keys = Certificates.newKeys();
            X509Certificate issued =
                    Certificates.node(certificate, key, identity, keys.getPublic(), serial, clock.instant(), life);
            // First the ledger, then the files: an unused number is better than one issued twice.
            ledger.add(new AuthorityLedger.Entry(
                    identity.number(), name, serial, false, issued.getNotAfter().toInstant()));
            ledger.save();
            return new Issued(identity, writeNode(name, issued, keys.getPrivate()));
        });
    }

    private Path writeNode(String name, X509Certificate issued, PrivateKey nodeKey)
            throws IOException, GeneralSecurityException {
        Path node = folder.resolve(NODES).resolve(name);
        PemFiles.createFolder(node);
        if (Files.exists(folder.resolve(VOTERS))) {
            PemFiles.write(node.resolve(VOTERS), Files.readString(folder.resolve(VOTERS)));
        }
        PemFiles.write(node.resolve(NODE_KEY), PemFiles.pem("PRIVATE KEY", nodeKey.getEncoded()));
        PemFiles.write(node.resolve(NODE), PemFiles.pem("CERTIFICATE", issued.getEncoded()));
        PemFiles.write(node.resolve(CA), Files.readString(folder.resolve(CA)));
        PemFiles.write(node.resolve(REVOKED), Files.readString(folder.resolve(REVOKED)));
        return node;
    }

    /**
     * Names the first voters of the mesh's pools, once: a second list could begin the pools a second time. It is written
     * to the authority's folder and to those of all nodes in it.
     *
     * @param names an odd number of nodes that have certificates
     * @return the file, which must be copied to the keys of nodes that have theirs already
     */
    public Path nameVoters(List<String> names) {
        return locked(ledger -> {
            Path list = folder.resolve(VOTERS);
            if (Files.exists(list)) {
                throw new KeysException(list + ": the first voters were named already; naming others could begin the"
                        + " mesh's pools a second time");
            }
            List<Integer> numbers = new ArrayList<>();
            for (String name : names) {
                AuthorityLedger.Entry known = ledger.newest(name);
                if (known == null || known.revoked()) {
                    throw new KeysException("node '" + name + "' has no certificate in force; './meshlock keys issue "
                            + name + "' makes one");
                }
                numbers.add(known.number());
            }
            if (numbers.size() % 2 == 0
                    || numbers.size() > PoolBounds.MAX_VOTERS
                    || numbers.stream().distinct().count() < numbers.size()) {
                throw new KeysException("voters: " + names + "; expected an odd number of different nodes, at most "
                        + PoolBounds.MAX_VOTERS);
            }
            String text = FirstVoters.write(mesh(), numbers, key);
            for (AuthorityLedger.Entry entry : ledger.entries()) {
                Path node = folder.resolve(NODES).resolve(entry.name());
                if (Files.isDirectory(node)) {
                    PemFiles.write(node.resolve(VOTERS), text);
                }
            }
            PemFiles.write(list, text);
            return list;
        });
    }

    /** Revokes all certificates of a node. Returns the new revocation list, which must be copied to all nodes. */
    public Path revoke(String name) {
        return locked(ledger -> {
            if (ledger.newest(name) == null) {
                throw new KeysException("node '" + name + "' has no certificate here");
            }
            ledger.revoke(name);
            ledger.save();
            writeRevocations(ledger.entries().stream()
                    .filter(AuthorityLedger.Entry::revoked)
                    .map(AuthorityLedger.Entry::serial)
                    .toList());
            return folder.resolve(REVOKED);
        });
    }

    /** All certificates ever issued, oldest first. */
    public List<Known> list() {
        return locked(ledger -> ledger.entries().stream()
                .map(entry -> new Known(entry.number(), entry.name(), entry.revoked(), entry.expires()))
                .toList());
    }

    private void writeRevocations(List<BigInteger> serials) throws IOException {
        byte[] list = Certificates.revocations(certificate, key, serials, clock.instant());
        PemFiles.write(folder.resolve(REVOKED), PemFiles.pem("X509 CRL", list));
    }

    /** An operation on the ledger. */
    private interface Work<T> {
        T with(AuthorityLedger ledger) throws IOException, GeneralSecurityException;
    }

    /** Runs an operation under a file lock, so that two commands cannot issue the same number. */
    private <T> T locked(Work<T> work) {
        Path lock = folder.resolve(LEDGER + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // released with the channel
            return work.with(AuthorityLedger.read(folder.resolve(LEDGER)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new KeysException(folder + ": " + e.getMessage(), e);
        }
    }
}
