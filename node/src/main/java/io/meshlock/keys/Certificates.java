package io.meshlock.keys;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** Makes keys, certificates and revocation lists: elliptic curve P-256, signed with SHA-256. */
final class Certificates {

    private static final String SIGNATURE = "SHA256withECDSA";

    /** Certificates are valid from this long ago, since clocks of nodes may be behind the authority's. */
    private static final Duration EARLY = Duration.ofDays(1);

    private static final Duration LIST_LIFE = Duration.ofDays(3650);

    private Certificates() {}

    static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new KeysException("this Java runtime cannot make keys: " + e.getMessage(), e);
        }
    }

    static BigInteger newSerial() {
        return new BigInteger(120, new SecureRandom()).setBit(119);
    }

    static X509Certificate authority(KeyPair keys, String mesh, Instant now, Duration life) {
        X500Principal name = new X500Principal("CN=" + mesh + ", OU=Meshlock authority");
        JcaX509v3CertificateBuilder builder = builder(name, name, keys.getPublic(), newSerial(), now, life);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            return sign(builder, keys.getPrivate());
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new KeysException("the authority's certificate could not be made: " + e.getMessage(), e);
        }
    }

    static X509Certificate node(
            X509Certificate authority,
            PrivateKey authorityKey,
            MeshIdentity identity,
            PublicKey key,
            BigInteger serial,
            Instant now,
            Duration life) {
        X500Principal subject = new X500Principal("CN=" + identity.name() + ", OU=Meshlock node");
        JcaX509v3CertificateBuilder builder =
                builder(authority.getSubjectX500Principal(), subject, key, serial, now, life);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            KeyPurposeId[] bothEnds = {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(bothEnds));
            GeneralName urn = new GeneralName(GeneralName.uniformResourceIdentifier, identity.urn());
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(urn));
            return sign(builder, authorityKey);
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new KeysException("the certificate of " + identity + " could not be made: " + e.getMessage(), e);
        }
    }

    /** The revocation list with these serial numbers, DER encoded. */
    static byte[] revocations(
            X509Certificate authority, PrivateKey authorityKey, List<BigInteger> serials, Instant now) {
        JcaX509v2CRLBuilder builder = new JcaX509v2CRLBuilder(authority.getSubjectX500Principal(), Date.from(now));
        builder.setNextUpdate(Date.from(now.plus(LIST_LIFE)));
        for (BigInteger serial : serials) {
            builder.addCRLEntry(serial, Date.from(now), CRLReason.cessationOfOperation);
        }
        try {
            // Nothing is ever taken off the list, so its length numbers it, whatever the authority's clock does.
            builder.addExtension(Extension.cRLNumber, false, new CRLNumber(BigInteger.valueOf(serials.size())));
            return builder.build(new JcaContentSignerBuilder(SIGNATURE).build(authorityKey))
                    .getEncoded();
        } catch (IOException | OperatorCreationException e) {
            throw new KeysException("the revocation list could not be made: " + e.getMessage(), e);
        }
    }

    /** True if a list was made before another one: by their numbers, or by their dates if one of them has no number. */
    static boolean isOlder(X509CRL list, X509CRL than) {
        BigInteger number = number(list);
        BigInteger other = number(than);
        if (number == null || other == null) {
            return list.getThisUpdate()
                    .toInstant()
                    .isBefore(than.getThisUpdate().toInstant());
        }
        return number.compareTo(other) < 0;
    }

    private static @Nullable BigInteger number(X509CRL list) {
        byte[] extension = list.getExtensionValue(Extension.cRLNumber.getId());
        return extension == null
                ? null
                : CRLNumber.getInstance(ASN1OctetString.getInstance(extension).getOctets())
                        .getCRLNumber();
    }

    private static JcaX509v3CertificateBuilder builder(
            X500Principal issuer, X500Principal subject, PublicKey key, BigInteger serial, Instant now, Duration life) {
        return new JcaX509v3CertificateBuilder(
                issuer, serial, Date.from(now.minus(EARLY)), Date.from(now.plus(life)), subject, key);
    }

    private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)));
    }
}
