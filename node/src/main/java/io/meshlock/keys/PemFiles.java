package io.meshlock.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes PEM files. Files are written atomically, and only their owner can read them. */
final class PemFiles {

    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);

    private PemFiles() {}

    static String pem(String type, byte[] der) {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
    }

    static void write(Path file, String text) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(folder, file.getFileName().toString(), ".new", attributes("rw-------"));
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, attributes("rwx------"));
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    static X509Certificate certificate(Path file) {
        try (InputStream in = open(file)) {
            return (X509Certificate) factory().generateCertificate(in);
        } catch (IOException | CertificateException e) {
            throw new KeysException(file + ": not a certificate in PEM form (" + e.getMessage() + ")", e);
        }
    }

    static X509CRL revocations(Path file) {
        try (InputStream in = open(file)) {
            return (X509CRL) factory().generateCRL(in);
        } catch (IOException | CertificateException | CRLException e) {
            throw new KeysException(file + ": not a revocation list in PEM form (" + e.getMessage() + ")", e);
        }
    }

    static PrivateKey privateKey(Path file) {
        SecretFile.check(file);
        try (InputStream in = open(file)) {
            Matcher pem = PRIVATE_KEY.matcher(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
            if (!pem.find()) {
                throw new KeysException(file + ": no private key; expected one in PKCS #8 PEM form, not encrypted");
            }
            byte[] der = Base64.getMimeDecoder().decode(pem.group(1));
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new KeysException(file + ": not a private key of an elliptic curve (" + e.getMessage() + ")", e);
        }
    }

    private static InputStream open(Path file) throws IOException {
        try {
            return new ByteArrayInputStream(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new KeysException(file + ": no such file; './meshlock keys issue NAME' makes a node's files", e);
        }
    }

    private static CertificateFactory factory() throws CertificateException {
        return CertificateFactory.getInstance("X.509");
    }
}
