package io.meshlock.laboratory.result;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Writes maps, lists, texts, numbers and records as JSON, with the same bytes on every platform and JDK. */
public final class Json {

    // Double.toString changed with JDK 19; Jackson's own writer prints the shortest form on all of them.
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectWriter DOCUMENTS =
            MAPPER.writer().with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    /** One document, indented, ending with a line feed. */
    public static String write(Object document) {
        return DOCUMENTS.writeValueAsString(document) + "\n";
    }

    /** The same on one line, without a line feed. */
    public static String line(Object document) {
        return MAPPER.writeValueAsString(document);
    }

    /**
     * Reads what {@link #write} or {@link #line} wrote; numbers come back exactly.
     *
     * @throws tools.jackson.core.JacksonException if it is something else
     */
    public static <T> T read(String json, Class<T> type) {
        return MAPPER.readValue(json, type);
    }
}
