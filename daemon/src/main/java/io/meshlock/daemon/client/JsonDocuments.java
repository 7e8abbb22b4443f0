package io.meshlock.daemon.client;

import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON in and out, token by token. Jackson's mapper can do the same, but it prepares for objects of all kinds first, and
 * commands that call a node should start soon.
 */
final class JsonDocuments {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonDocuments() {}

    /**
     * One document; a missing node if there is nothing.
     *
     * @throws JacksonException if it is not JSON, or if more follows
     */
    static JsonNode read(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return NODES.missingNode();
            }
            JsonNode document = value(parser);
            if (parser.nextToken() != null) {
                throw new StreamReadException(parser, "something follows the document");
            }
            return document;
        }
    }

    /** The value whose first token was just read; nested no deeper than the parser allows. */
    private static JsonNode value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            case VALUE_NUMBER_INT -> integer(parser);
            default -> throw new StreamReadException(parser, "the document ends too soon");
        };
    }

    private static JsonNode integer(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private static JsonNode object(JsonParser parser) {
        ObjectNode object = NODES.objectNode();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            object.set(name, value(parser));
        }
        return object;
    }

    private static JsonNode array(JsonParser parser) {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }

    /** An object of strings, whole numbers and truth values, as text. */
    static String write(Map<String, ?> object) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            generator.writeStartObject();
            object.forEach((name, value) -> write(generator, name, value));
            generator.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, String name, Object value) {
        generator.writeName(name);
        if (value instanceof Integer || value instanceof Long) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value instanceof String string) {
            generator.writeString(string);
        } else {
            throw new IllegalArgumentException(name + " is a " + value.getClass() + "; expected a simple value");
        }
    }
}
