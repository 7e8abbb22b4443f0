package io.meshlock.keys;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The authority's list of certificates, one line each, oldest first. A name keeps its number for ever. */
final class AuthorityLedger {

    private static final String HEAD = "number\tname\tserial\tstate\texpires";

    private final Path file;
    private final List<Entry> entries = new ArrayList<>();

    /** A certificate that was issued. */
    record Entry(
            int number,
            String name,
            BigInteger serial,
            boolean revoked,
            @Nullable Instant expires) {
        String line() {
            return number + "\t" + name + "\t" + serial.toString(16) + "\t" + (revoked ? "revoked" : "valid")
                    + (expires == null ? "" : "\t" + expires);
        }
    }

    private AuthorityLedger(Path file) {
        this.file = file;
    }

    static AuthorityLedger create(Path file) throws IOException {
        AuthorityLedger ledger = new AuthorityLedger(file);
        ledger.save();
        return ledger;
    }

    static AuthorityLedger read(Path file) throws IOException {
        AuthorityLedger ledger = new AuthorityLedger(file);
        List<String> lines = Files.readAllLines(file);
        for (int i = 1; i < lines.size(); i++) {
            ledger.entries.add(ledger.parse(lines.get(i), i + 1));
        }
        return ledger;
    }

    private Entry parse(String line, int at) {
        String[] parts = line.split("\t", -1);
        try {
            if (parts.length == 4 || parts.length == 5) { // those of earlier versions have no date
                return new Entry(
                        Integer.parseInt(parts[0]),
                        parts[1],
                        new BigInteger(parts[2], 16),
                        parts[3].equals("revoked"),
                        parts.length == 4 ? null : Instant.parse(parts[4]));
            }
        } catch (NumberFormatException | DateTimeParseException e) {
            // reported below
        }
        throw new KeysException(
                file + ":" + at + ": expected number, name, serial, state and date, not '" + line + "'");
    }

    void save() throws IOException {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        entries.forEach(entry -> text.append(entry.line()).append('\n'));
        PemFiles.write(file, text.toString());
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** The newest certificate of a node. */
    @Nullable
    Entry newest(String name) {
        Entry newest = null;
        for (Entry entry : entries) {
            if (entry.name().equals(name)) {
                newest = entry;
            }
        }
        return newest;
    }

    /** The number of a name; a new name gets a number that was never used. */
    int numberOf(String name) {
        int next = 1;
        for (Entry entry : entries) {
            if (entry.name().equals(name)) {
                return entry.number();
            }
            next = Math.max(next, entry.number() + 1);
        }
        return next;
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    /** Marks all certificates of a node as revoked. */
    void revoke(String name) {
        entries.replaceAll(entry -> entry.name().equals(name)
                ? new Entry(entry.number(), name, entry.serial(), true, entry.expires())
                : entry);
    }
}
