package io.meshlock.keys;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identity of a node: in its certificate, the subject alternative name {@code urn:meshlock:MESH:NUMBER:NAME}.
 *
 * @param mesh the mesh's id
 * @param number the node's number, given by the authority
 * @param name the node's name
 */
public record MeshIdentity(String mesh, int number, String name) {

    /** Letters, digits, dot, underscore and hyphen; 1 to 63 of them. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private static final Pattern URN = Pattern.compile("urn:meshlock:([^:]+):([0-9]{1,10}):([^:]+)");

    private static final int SAN_URI = 6;

    public MeshIdentity {
        checkName("mesh", mesh);
        checkName("node", name);
        if (number < 0) {
            throw new IllegalArgumentException("a node's number is not negative: " + number);
        }
    }

    /** True for names that nodes and meshes may have: they are printed as they are. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** @throws IllegalArgumentException if this is not a valid name of a node or a mesh */
    public static void checkName(String what, String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException("a " + what + "'s name has 1 to 63 letters, digits, '.', '_' or '-', "
                    + "and begins with a letter or digit; not '" + name + "'");
        }
    }

    String urn() {
        return "urn:meshlock:" + mesh + ":" + number + ":" + name;
    }

    /** The identity in a certificate. Does not check the certificate: see {@link Admission}. */
    public static MeshIdentity of(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            for (List<?> entry : names == null ? List.<List<?>>of() : names) {
                if (entry.size() >= 2 && Integer.valueOf(SAN_URI).equals(entry.get(0))) {
                    Matcher urn = URN.matcher(String.valueOf(entry.get(1)));
                    if (urn.matches()) {
                        return new MeshIdentity(urn.group(1), Integer.parseInt(urn.group(2)), urn.group(3));
                    }
                }
            }
        } catch (CertificateParsingException | IllegalArgumentException e) {
            throw new KeysException("a certificate that names no node: " + e.getMessage(), e);
        }
        throw new KeysException("a certificate that names no node of a mesh: " + certificate.getSubjectX500Principal());
    }

    /** As {@code drone-7(7) of harbour}. */
    @Override
    public String toString() {
        return name + "(" + number + ") of " + mesh;
    }
}
