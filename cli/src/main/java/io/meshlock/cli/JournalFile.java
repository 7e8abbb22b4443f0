package io.meshlock.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A journal on disk, read line by line; it may be larger than memory. */
final class JournalFile {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final Path file;

    private JournalFile(Path file) {
        this.file = file;
    }

    /** The journal itself, or the only one in a folder of {@code sim --out}. */
    static JournalFile find(Path run) throws IOException {
        if (!Files.exists(run)) {
            throw new UsageException(run + ": does not exist; expected a folder of 'sim --out' or a journal");
        }
        if (!Files.isDirectory(run)) {
            return new JournalFile(run);
        }
        try (Stream<Path> files = Files.list(run)) {
            List<Path> journals = files.filter(
                            file -> file.getFileName().toString().matches(".*\\.jsonl(\\.gz)?"))
                    .sorted()
                    .toList();
            if (journals.size() != 1) {
                throw new UsageException(run + ": holds " + journals.size() + " journals; expected one"
                        + (journals.isEmpty() ? "" : ", or the name of one of them, as " + journals.get(0)));
            }
            return new JournalFile(journals.get(0));
        }
    }

    /** The scenario that was kept beside the journal. */
    Path scenario() {
        Path scenario = file.resolveSibling("scenario.yaml");
        if (!Files.exists(scenario)) {
            throw new UsageException(
                    file + ": no scenario.yaml beside it; expected one, as 'sim --out' keeps it, to know the rules");
        }
        return scenario;
    }

    /** Shows every event to the reader until it has seen enough and says false; returns how many it was shown. */
    long read(Predicate<JournalEvent> reader) throws IOException {
        long number = 0;
        try (BufferedReader lines = open()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!reader.test(parse(line))) {
                    break;
                }
            }
        } catch (ZipException | JacksonException | IllegalArgumentException | ArithmeticException e) {
            throw wrong(number, e);
        } catch (java.io.EOFException e) {
            throw wrong(number + 1, e);
        }
        return number;
    }

    private static JournalEvent parse(String line) {
        JsonNode node = MAPPER.readTree(line);
        if (!node.isObject()) {
            throw new IllegalArgumentException("not an object");
        }
        return new JournalEvent(node);
    }

    private BufferedReader open() throws IOException {
        try {
            InputStream bytes = Files.newInputStream(file);
            InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
            return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new UsageException(file + ": does not exist; expected a journal");
        }
    }

    private UsageException wrong(long line, Exception cause) {
        String reason = cause instanceof JacksonException ? "is not JSON" : String.valueOf(cause.getMessage());
        return new UsageException(
                file + ":" + Math.max(1, line) + ": " + reason + "; expected a journal that Meshlock wrote");
    }
}
