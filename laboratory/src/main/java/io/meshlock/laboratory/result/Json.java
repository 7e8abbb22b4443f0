package io.meshlock.laboratory.result;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Writes maps, lists, texts and numbers as JSON, with the same bytes on every machine and every JDK. */
public final class Json {

    private static final ObjectWriter WRITER = writer();

    private Json() {}

    /** One document, indented, ending with a line feed. */
    public static String write(Object document) {
        return WRITER.writeValueAsString(document) + "\n";
    }

    private static ObjectWriter writer() {
        // Double.toString changed with JDK 19; Jackson's own writer prints the shortest form on all of them.
        JsonMapper mapper = JsonMapper.builder()
                .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                .build();
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        return mapper.writer().with(printer);
    }
}
