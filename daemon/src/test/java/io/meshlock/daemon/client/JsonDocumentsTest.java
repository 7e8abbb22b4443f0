package io.meshlock.daemon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Documents of a client, read and written token by token; Jackson's mapper is the judge. */
@DisplayName("JSON documents")
class JsonDocumentsTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "\"é \\u0041 \\n\"",
                "{\"a\":{\"b\":[1,2.5,-3,true,false,null,\"x\",{}]},\"c\":9007199254740993,\"d\":123456789012345678901234567890}",
                " [ [ [ ] ] ] ",
                "{\"fencingToken\":4294967296,\"fence\":\"1:4294967296\"}"
            })
    void areReadAsTheMapperReadsThem(String text) {
        assertThat(JsonDocuments.read(bytes(text)))
                .isEqualTo(JsonMapper.shared().readTree(bytes(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{\"a\":}", "{\"a\":1", "[1,", "[", "{} {}", "nope", "{\"a\" 1}", "]", "\"open"})
    void areRefusedIfTheyAreNone(String text) {
        assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> JsonDocuments.read(bytes(text)));
    }

    @Test
    void areNotReadIfTheyAreNestedForEver() {
        byte[] deep = bytes("[".repeat(1_000_000));
        assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> JsonDocuments.read(deep));
    }

    @Test
    void areWrittenAsTheMapperWritesThem() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("permits", 2);
        object.put("priority", -1L);
        object.put("client", "a \"quoted\" é\n");
        object.put("confirm", true);
        assertThat(JsonDocuments.write(object)).isEqualTo(JsonMapper.shared().writeValueAsString(object));
        assertThat(JsonDocuments.write(Map.of())).isEqualTo("{}");
    }

    @Test
    void haveSimpleValuesOnly() {
        Map<String, Object> object = Map.of("slots", List.of(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonDocuments.write(object))
                .withMessageContaining("slots");
    }
}
