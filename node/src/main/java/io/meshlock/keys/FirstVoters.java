package io.meshlock.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The file that names the first voters of a mesh's pools, signed by its authority. */
final class FirstVoters {

    private static final String FORMAT = "meshlock first voters 1";
    private static final String MESH = "mesh ";
    private static final String VOTERS = "voters ";
    private static final String SIGNATURE = "signature ";
    private static final String ALGORITHM = "SHA256withECDSA";
    private static final int LINES = 4;

    private FirstVoters() {}

    static String write(String mesh, List<Integer> numbers, PrivateKey authority) throws GeneralSecurityException {
        String signed = FORMAT + "\n" + MESH + mesh + "\n" + VOTERS
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n";
        Signature signer = Signature.getInstance(ALGORITHM);
        signer.initSign(authority);
        signer.update(signed.getBytes(StandardCharsets.UTF_8));
        return signed + SIGNATURE + Base64.getEncoder().encodeToString(signer.sign()) + "\n";
    }

    /** The voters' numbers; empty if there is no such file: the mesh has a bootstrap node. */
    static List<Integer> read(Path file, X509Certificate authority) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file);
            List<String> lines = text.lines().toList();
            boolean complete = lines.size() == LINES
                    && lines.get(0).equals(FORMAT)
                    && lines.get(1).equals(MESH + NodeKeys.meshOf(authority))
                    && lines.get(2).startsWith(VOTERS)
                    && lines.get(3).startsWith(SIGNATURE);
            if (!complete || !isSigned(text, lines.get(3), authority)) {
                throw new KeysException(file + ": not a list of voters that the authority of mesh '"
                        + NodeKeys.meshOf(authority) + "' has signed");
            }
            return Arrays.stream(lines.get(2).substring(VOTERS.length()).split(" ", -1))
                    .map(Integer::valueOf)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSigned(String text, String last, X509Certificate authority) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(authority.getPublicKey());
            verifier.update(text.substring(0, text.lastIndexOf(last)).getBytes(StandardCharsets.UTF_8));
            return verifier.verify(Base64.getDecoder().decode(last.substring(SIGNATURE.length())));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }
}
