package io.meshlock.keys;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node's key and certificate, and the rules by which it accepts others. All files are checked when they are loaded: a
 * node does not start with keys that other nodes would refuse.
 */
public final class NodeKeys {

    private static final Pattern COMMON_NAME = Pattern.compile("CN=([^,]+)");

    private final MeshIdentity identity;
    private final PrivateKey key;
    private final X509Certificate certificate;
    private final Admission admission;
    private final List<Integer> voters;

    private NodeKeys(
            MeshIdentity identity,
            PrivateKey key,
            X509Certificate certificate,
            Admission admission,
            List<Integer> voters) {
        this.identity = identity;
        this.voters = voters;
        this.key = key;
        this.certificate = certificate;
        this.admission = admission;
    }

    /** Loads the files that {@code meshlock keys issue} made. */
    public static NodeKeys load(Path folder, InstantSource clock) {
        X509Certificate authority = PemFiles.certificate(folder.resolve(MeshAuthority.CA));
        X509Certificate certificate = PemFiles.certificate(folder.resolve(MeshAuthority.NODE));
        PrivateKey key = PemFiles.privateKey(folder.resolve(MeshAuthority.NODE_KEY));
        Admission admission = new Admission(authority, folder.resolve(MeshAuthority.REVOKED), clock);
        MeshIdentity identity;
        try {
            identity = admission.admit(certificate);
        } catch (KeysException e) {
            throw new KeysException(folder.resolve(MeshAuthority.NODE) + ": " + e.getMessage(), e);
        }
        if (!belongTogether(key, certificate)) {
            throw new KeysException(
                    folder.resolve(MeshAuthority.NODE_KEY) + ": not the key of " + MeshAuthority.NODE + " beside it");
        }
        List<Integer> voters = FirstVoters.read(folder.resolve(MeshAuthority.VOTERS), authority);
        return new NodeKeys(identity, key, certificate, admission, voters);
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
        return key;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** The first voters of the mesh's pools, as its authority has signed them; empty if it has named none. */
    public List<Integer> voters() {
        return voters;
    }

    public Admission admission() {
        return admission;
    }
}
