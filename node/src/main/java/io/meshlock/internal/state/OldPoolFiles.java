package io.meshlock.internal.state;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Promises as folders had them before they were kept in one file: a file for each pool, and one for its settings. */
final class OldPoolFiles {

    private static final Logger LOG = LoggerFactory.getLogger(OldPoolFiles.class);
    private static final String PROMISE = "meshlock pool 3";
    private static final List<String> FIELDS =
            List.of("name ", "folder ", "instance ", "incarnation ", "seat ", "promised ", "seen ", "view ");
    private static final String SETTINGS = "meshlock settings 1";
    private static final String TERMS = "terms ";
    private static final String HASH = "[0-9a-f]{32}";

    private final Path pools;
    private final String owner;

    /** @param owner the id of the folder: a file that was copied from elsewhere says nothing */
    OldPoolFiles(Path pools, String owner) {
        this.pools = pools;
        this.owner = owner;
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(pools)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches(".*\\." + HASH + ending))
                    .sorted()
                    .toList();
        }
    }

    /** What the files say that is not known, or is older than what they say. Those that cannot be read are set aside. */
    Map<String, String> newerThan(Map<String, String> known) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Path file : files("")) {
            try {
                take(file, known, found);
            } catch (CheckedFile.Damaged e) {
                LOG.error(
                        "{} cannot be read ({}): this node is a new member in that pool. The file is kept as {}",
                        file,
                        e.getMessage(),
                        StateFolder.setAside(file));
            }
        }
        return found;
    }

    private void take(Path file, Map<String, String> known, Map<String, String> found) throws IOException {
        List<String> lines = CheckedFile.read(file);
        if (lines.size() != FIELDS.size() + 1 || !lines.get(0).equals(PROMISE)) {
            throw new CheckedFile.Damaged("it is not a '" + PROMISE + "' file");
        }
        String[] values = new String[FIELDS.size()];
        for (int i = 0; i < values.length; i++) {
            if (!lines.get(i + 1).startsWith(FIELDS.get(i))) {
                throw new CheckedFile.Damaged("expected '" + FIELDS.get(i) + "', not '" + lines.get(i + 1) + "'");
            }
            values[i] = lines.get(i + 1).substring(FIELDS.get(i).length());
        }
        String pool = URLDecoder.decode(values[0], StandardCharsets.UTF_8);
        String hash =
                UUID.nameUUIDFromBytes(pool.getBytes(StandardCharsets.UTF_8)).toString();
        if (!file.toString().endsWith("." + hash.replace("-", "")) || !values[1].equals(owner)) {
            throw new CheckedFile.Damaged("it is about pool '" + pool + "', or was written in another folder");
        }
        PoolRecord record = PoolRecord.parse(String.join(" ", List.of(values).subList(2, values.length)));
        String before = known.get(PoolPromises.promiseKey(pool));
        if (before == null
                || PoolRecord.parse(before).durable().incarnation()
                        < record.durable().incarnation()) {
            found.put(PoolPromises.promiseKey(pool), record.text());
            String settings = settings(file.resolveSibling(file.getFileName() + ".settings"));
            found.put(PoolPromises.settingsKey(pool), settings == null ? "" : settings);
        }
    }

    /** The settings; null if there are none, or they cannot be read. Nothing that is promised depends on them. */
    private static @Nullable String settings(Path file) throws IOException {
        if (Files.exists(file)) {
            try {
                List<String> lines = CheckedFile.read(file);
                if (lines.size() == 2
                        && lines.get(0).equals(SETTINGS)
                        && lines.get(1).startsWith(TERMS)) {
                    return lines.get(1).substring(TERMS.length());
                }
                LOG.warn("{} is not a '{}' file, and is not used", file, SETTINGS);
            } catch (CheckedFile.Damaged e) {
                LOG.warn("{} cannot be read ({}), and is not used", file, e.getMessage());
            }
        }
        return null;
    }

    /** Deletes the files, after what they say was kept elsewhere. */
    void delete() throws IOException {
        for (Path file : files("(|\\.settings|\\.new)")) {
            Files.delete(file);
        }
    }
}
