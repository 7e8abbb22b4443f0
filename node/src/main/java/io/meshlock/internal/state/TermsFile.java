package io.meshlock.internal.state;

import io.meshlock.link.wire.MalformedFrameException;
import io.meshlock.link.wire.PoolFrame;
import io.meshlock.link.wire.PoolFrames;
import io.meshlock.link.wire.PoolTerms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file with the settings of a pool in which this node has promised something, beside the promises. A node that is
 * started with other settings notices by this, even if it is alone. The settings are in the form in which they are sent
 * to neighbours.
 */
final class TermsFile {

    private static final Logger LOG = LoggerFactory.getLogger(TermsFile.class);
    private static final String FORMAT = "meshlock settings 1";
    private static final String TERMS = "terms ";

    private TermsFile() {}

    static void write(Path file, PoolTerms terms) throws IOException {
        byte[] frame = PoolFrames.write(new PoolFrame.Open(0, 0, terms));
        CheckedFile.write(file, List.of(FORMAT, TERMS + Base64.getEncoder().encodeToString(frame)));
    }

    /** The settings; null if there are none, or they cannot be read. Nothing that is promised depends on them. */
    static @Nullable PoolTerms read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            List<String> lines = CheckedFile.read(file);
            if (lines.size() == 2 && lines.get(0).equals(FORMAT) && lines.get(1).startsWith(TERMS)) {
                byte[] frame = Base64.getDecoder().decode(lines.get(1).substring(TERMS.length()));
                if (PoolFrames.read(frame, 0, frame.length) instanceof PoolFrame.Open open) {
                    return open.terms();
                }
            }
            LOG.warn("{} is not a '{}' file, and is not used", file, FORMAT);
        } catch (CheckedFile.Damaged | MalformedFrameException | IllegalArgumentException e) {
            LOG.warn("{} cannot be read ({}), and is not used", file, e.getMessage());
        }
        return null;
    }
}
