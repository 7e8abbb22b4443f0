package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.meshlock.daemon.time.Durations;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The body of a call: one JSON object with known keys only. An error message names the key and what was expected. */
final class Body {

    /** More than any call needs. */
    static final int MAX_BYTES = 16 * 1024;

    private final JsonNode object;

    private Body(JsonNode object) {
        this.object = object;
    }

    /**
     * Reads the body; nothing at all stands for an object without keys.
     *
     * @param keys those that may be in it
     */
    static Body of(Context ctx, String... keys) {
        byte[] bytes = bytes(ctx);
        if (bytes.length == 0) {
            return new Body(JsonNodeFactory.instance.objectNode());
        }
        JsonNode node;
        try {
            node = Json.MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw Problem.badRequest("body: is not JSON" + place(e) + "; expected one object");
        }
        if (!node.isObject()) {
            throw Problem.badRequest("body: is " + kind(node) + "; expected an object");
        }
        List<String> known = Arrays.asList(keys);
        for (String key : node.propertyNames()) {
            if (!known.contains(key)) {
                throw Problem.badRequest("'" + shorten(key) + "': is not known here; expected "
                        + (known.isEmpty() ? "no keys" : "some of " + String.join(", ", known)));
            }
        }
        return new Body(node);
    }

    private static String place(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null
                ? " that can be read, or is nested too deeply"
                : " from line " + at.getLineNr() + ", column " + at.getColumnNr() + " on";
    }

    private static byte[] bytes(Context ctx) {
        if (ctx.contentLength() > MAX_BYTES) {
            throw tooLarge();
        }
        try {
            byte[] bytes = ctx.bodyInputStream().readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw tooLarge();
            }
            return bytes;
        } catch (IOException e) {
            throw Problem.badRequest("body: broke off; expected " + ctx.contentLength() + " bytes");
        }
    }

    private static Problem tooLarge() {
        return Problem.tooLarge("body: is too large; expected at most " + MAX_BYTES + " bytes");
    }

    int number(String key, int otherwise, int least, int most) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return otherwise;
        }
        if (!value.isIntegralNumber()) {
            throw wrong(key, value, "a whole number");
        }
        if (!value.canConvertToInt() || value.intValue() < least || value.intValue() > most) {
            throw Problem.badRequest(
                    key + ": " + shorten(value.toString()) + " is out of range; expected " + least + " to " + most);
        }
        return value.intValue();
    }

    boolean flag(String key) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(key, value, "true or false");
        }
        return value.booleanValue();
    }

    @Nullable
    String text(String key, int longest) {
        JsonNode value = object.get(key);
        if (isAbsent(value)) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(key, value, "a text");
        }
        if (value.stringValue().length() > longest) {
            throw Problem.badRequest(key + ": is too long; expected at most " + longest + " characters");
        }
        if (!value.stringValue().codePoints().allMatch(Body::isPrintable)) {
            throw Problem.badRequest(key + ": has characters that cannot be printed; expected a line of text");
        }
        return value.stringValue();
    }

    @Nullable
    Duration duration(String key, Duration least, Duration most) {
        String text = text(key, 40);
        return text == null ? null : duration(key, text, least, most);
    }

    static Duration duration(String key, String text, Duration least, Duration most) {
        Duration value;
        try {
            value = Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(key + ": '" + shorten(text) + "' is no duration; expected " + Durations.EXPECTED);
        }
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw Problem.badRequest(key + ": " + text + " is out of range; expected " + Durations.text(least) + " to "
                    + Durations.text(most));
        }
        return value;
    }

    /** A moment: a time of day with its offset, as {@code 2026-11-15T10:00:00Z}. */
    @Nullable
    Instant moment(String key) {
        String text = text(key, 40);
        if (text == null) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
        } catch (DateTimeParseException e) {
            throw Problem.badRequest(
                    key + ": '" + shorten(text) + "' is no moment; expected one such as 2026-11-15T10:00:00Z");
        }
    }

    /** Texts are shown in logs, terminals and pages: no line ends, escape sequences or marks that change directions. */
    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static boolean isAbsent(@Nullable JsonNode value) {
        return value == null || value.isNull();
    }

    private static Problem wrong(String key, JsonNode value, String expected) {
        return Problem.badRequest(key + ": is " + kind(value) + "; expected " + expected);
    }

    private static String kind(JsonNode value) {
        if (value.isString()) {
            return "the text '" + shorten(value.stringValue()) + "'";
        }
        if (value.isArray()) {
            return "a list";
        }
        return value.isObject() ? "an object" : shorten(value.toString());
    }

    private static String shorten(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
