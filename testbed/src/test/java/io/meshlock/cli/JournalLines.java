package io.meshlock.cli;

import io.meshlock.journal.Journal;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The reader behind {@code meshlock replay}, for tests of other packages: real journals are read by the same code. */
public final class JournalLines {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JournalLines() {}

    /** Tells a journal what a line says. */
    public static void tell(String line, Journal journal) {
        new JournalEvent(MAPPER.readTree(line)).tell(journal);
    }
}
