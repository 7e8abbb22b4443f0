package io.meshlock.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's key and certificate, and the rules by which it accepts others. All files are checked when they are loaded: a
 * node does not start with keys that other nodes would refuse. {@link #reload} takes renewed files. Thread-safe.
 */
public final class NodeKeys {

    private static final Pattern COMMON_NAME = Pattern.compile("CN=([^,]+)");

    private static final Logger LOG = LoggerFactory.getLogger(NodeKeys.class);

    /** From when on a node warns that its certificate ends; one for a few days, in the last third of its time. */
    private static final Duration WARNED_BEFORE = Duration.ofDays(30);

    private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);

    private final Path folder;
    private final InstantSource clock;
    private final MeshIdentity identity;
    private final Admission admission;
    private final List<Integer> voters;
    private volatile Pair pair;
    private Versions versions;
    private @Nullable Instant warnedAt;

    /** A key and its certificate. */
    private record Pair(PrivateKey key, X509Certificate certificate) {}

    /** What the files were when they were last read: other files, other times, or other lengths mean new content. */
    private record Versions(Object key, Object certificate) {}

    private NodeKeys(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
        versions = versions();
        X509Certificate authority = PemFiles.certificate(folder.resolve(MeshAuthority.CA));
        admission = new Admission(authority, folder.resolve(MeshAuthority.REVOKED), clock);
        pair = read();
        identity = MeshIdentity.of(pair.certificate());
        voters = FirstVoters.read(folder.resolve(MeshAuthority.VOTERS), authority);
    }

    /** Loads the files that {@code meshlock keys issue} made. */
    public static NodeKeys load(Path folder, InstantSource clock) {
        return new NodeKeys(folder, clock);
    }

    private Pair read() {
        Path certificateFile = folder.resolve(MeshAuthority.NODE);
        X509Certificate certificate = PemFiles.certificate(certificateFile);
        PrivateKey key = PemFiles.privateKey(folder.resolve(MeshAuthority.NODE_KEY));
        try {
            admission.admit(certificate);
        } catch (KeysException e) {
            throw new KeysException(certificateFile + ": " + e.getMessage(), e);
        }
        if (!belongTogether(key, certificate)) {
            throw new KeysException(
                    folder.resolve(MeshAuthority.NODE_KEY) + ": not the key of " + MeshAuthority.NODE + " beside it");
        }
        return new Pair(key, certificate);
    }

    /**
     * Reads key and certificate again if their files have changed. Files that do not belong together (one of them may
     * be under way), that others would refuse, or that are another node's change nothing: that is logged, and the old
     * ones stay in use.
     *
     * @return true if there are new ones
     */
    public synchronized boolean reload() {
        Versions now = versions();
        if (now.equals(versions)) {
            return false;
        }
        versions = now;
        try {
            Pair fresh = read();
            MeshIdentity theirs = MeshIdentity.of(fresh.certificate());
            if (!theirs.equals(identity)) {
                throw new KeysException(folder + ": keys of " + theirs + ", not of " + identity);
            }
            pair = fresh;
            LOG.info("{}: renewed keys are in use, good until {}", identity.name(), ends());
            return true;
        } catch (KeysException e) {
            LOG.warn("the old keys stay in use: {}", e.getMessage());
            return false;
        }
    }

    private Versions versions() {
        return new Versions(
                version(folder.resolve(MeshAuthority.NODE_KEY)), version(folder.resolve(MeshAuthority.NODE)));
    }

    /** Equal as long as a file is the same. */
    static Object version(Path file) {
        record Version(@Nullable Object key, Object time, long size) {}
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Version(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
        } catch (IOException e) {
            return "gone";
        }
    }

    /** When the certificate ends. */
    public Instant ends() {
        return certificate().getNotAfter().toInstant();
    }

    /**
     * What is to be said about the certificate's end: once a day in its last thirty days, and when it is over.
     *
     * @return the warning, or null if there is none now
     */
    public synchronized @Nullable String warning() {
        Instant now = clock.instant();
        if (now.isBefore(ends().minus(warnedBefore()))
                || (warnedAt != null && now.isBefore(warnedAt.plus(BETWEEN_WARNINGS)))) {
            return null;
        }
        warnedAt = now;
        String remedy = "; './meshlock keys issue " + identity.name() + " --renew' makes a new one";
        long days = Duration.between(now, ends()).toDays();
        return now.isBefore(ends())
                ? "the certificate of " + identity.name() + " ends in " + days
                        + (days == 1 ? " day, at " : " days, at ") + ends() + remedy
                : "the certificate of " + identity.name() + " ended at " + ends() + ": no node accepts it" + remedy;
    }

    private Duration warnedBefore() {
        Instant begins = certificate().getNotBefore().toInstant();
        Duration third = Duration.between(begins, ends()).dividedBy(3);
        return third.compareTo(WARNED_BEFORE) < 0 ? third : WARNED_BEFORE;
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) {
        try {
            byte[] text = certificate.getSerialNumber().toByteArray();
            Signature signer = Signature.getInstance("SHA256withECDSA");
            signer.initSign(key);
            signer.update(text);
            byte[] signature = signer.sign();
            signer.initVerify(certificate.getPublicKey());
            signer.update(text);
            return signer.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The mesh's id, which is the common name of the authority. */
    static String meshOf(X509Certificate authority) {
        Matcher name = COMMON_NAME.matcher(authority.getSubjectX500Principal().getName());
        if (!name.find()) {
            throw new KeysException("an authority without a name: " + authority.getSubjectX500Principal());
        }
        return name.group(1);
    }

    public MeshIdentity identity() {
        return identity;
    }

    public PrivateKey key() {
        return pair.key();
    }

    public X509Certificate certificate() {
        return pair.certificate();
    }

    /** The first voters of the mesh's pools, as its authority has signed them; empty if it has named none. */
    public List<Integer> voters() {
        return voters;
    }

    public Admission admission() {
        return admission;
    }
}
