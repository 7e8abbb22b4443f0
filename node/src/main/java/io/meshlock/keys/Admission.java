package io.meshlock.keys;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.PKIXReason;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which certificates a node accepts: those that the mesh's authority signed, that name a node of this mesh,
 * that are in force, and that were not revoked. Thread-safe.
 */
public final class Admission {

    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

    private final X509Certificate authority;
    private final String mesh;
    private final Path listFile;
    private final InstantSource clock;
    private volatile X509CRL revoked;
    private Object listVersion;

    Admission(X509Certificate authority, Path listFile, InstantSource clock) {
        this.authority = authority;
        this.mesh = NodeKeys.meshOf(authority);
        this.listFile = listFile;
        this.clock = clock;
        listVersion = NodeKeys.version(listFile);
        revoked = readList();
        if (revoked.getNextUpdate() != null
                && revoked.getNextUpdate().toInstant().isBefore(clock.instant())) {
            LOG.warn(
                    "{}: overdue since {}; expected a newer one",
                    listFile,
                    revoked.getNextUpdate().toInstant());
        }
    }

    /** The id of the mesh. */
    public String mesh() {
        return mesh;
    }

    /** The authority's certificate. */
    public X509Certificate authority() {
        return authority;
    }

    /**
     * The identity in a certificate that is accepted.
     *
     * @throws KeysException if it is not accepted; the message says why
     */
    public MeshIdentity admit(X509Certificate certificate) {
        try {
            PKIXParameters rules = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
            rules.setRevocationEnabled(false); // our own list is checked below; the JDK would also accept other sources
            rules.setDate(Date.from(clock.instant()));
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), rules);
        } catch (GeneralSecurityException e) {
            throw new KeysException("not a certificate of mesh '" + mesh + "' in force: " + why(e, certificate), e);
        }
        MeshIdentity identity = MeshIdentity.of(certificate);
        if (!identity.mesh().equals(mesh)) {
            throw new KeysException("a certificate of mesh '" + identity.mesh() + "', not of '" + mesh + "'");
        }
        if (isRevoked(certificate)) {
            throw new KeysException("the certificate of " + identity + " was revoked");
        }
        return identity;
    }

    /** What a person can do something about: the dates, with this machine's clock beside them, and the authority. */
    private String why(GeneralSecurityException e, X509Certificate certificate) {
        Instant now = clock.instant();
        if (now.isAfter(certificate.getNotAfter().toInstant())) {
            return "it ended at " + certificate.getNotAfter().toInstant() + ", and the clock here says " + now;
        }
        if (now.isBefore(certificate.getNotBefore().toInstant())) {
            return "it begins at " + certificate.getNotBefore().toInstant() + ", and the clock here says " + now;
        }
        boolean foreign = e instanceof CertPathValidatorException path
                && (path.getReason() == PKIXReason.NO_TRUST_ANCHOR
                        || path.getReason() == BasicReason.INVALID_SIGNATURE);
        return foreign ? "it is of another authority" : String.valueOf(e.getMessage());
    }

    /** True while a certificate, which was admitted before, has not ended. */
    public boolean isInForce(X509Certificate certificate) {
        return !clock.instant().isAfter(certificate.getNotAfter().toInstant());
    }

    /** True if a certificate is on the list. */
    public boolean isRevoked(X509Certificate certificate) {
        return revoked.isRevoked(certificate);
    }

    /**
     * Reads the revocation list again if its file has changed. If it cannot be read, or is older than the one in force,
     * that is logged, and the old list stays in force.
     *
     * @return true if there is a new list
     */
    public synchronized boolean reload() {
        Object now = NodeKeys.version(listFile);
        if (now.equals(listVersion)) {
            return false;
        }
        listVersion = now;
        if (!Files.exists(listFile)) {
            LOG.warn("{}: gone; the old revocation list stays in force", listFile);
            return false;
        }
        try {
            X509CRL fresh = readList();
            if (Certificates.isOlder(fresh, revoked)) {
                throw new KeysException(
                        listFile + ": of " + fresh.getThisUpdate().toInstant() + ", older than the list of "
                                + revoked.getThisUpdate().toInstant());
            }
            revoked = fresh;
            return true;
        } catch (KeysException e) {
            LOG.warn("the old revocation list stays in force: {}", e.getMessage());
            return false;
        }
    }

    private X509CRL readList() {
        if (!Files.exists(listFile)) {
            throw new KeysException(
                    listFile + ": no revocation list; the authority has it beside its " + MeshAuthority.CA);
        }
        X509CRL list = PemFiles.revocations(listFile);
        try {
            list.verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new KeysException(listFile + ": not signed by the authority of mesh '" + mesh + "'", e);
        }
        return list;
    }
}
