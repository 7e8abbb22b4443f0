package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.daemon.page.Event.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** Lines of journals, and what the page is told of them. */
class EventParserTest {

    private final EventParser parser = new EventParser();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{'t':12.5,'e':'requested','n':3,'r':7,'h':2,'p':9,'d':99} | {'t':2.5,'e':'requested','n':3,'o':1,'r':7,'h':2,'p':9}",
                "{'t':12.5,'e':'granted','n':3,'r':7,'g':4,'h':2,'slots':[1,3]} | {'t':2.5,'e':'granted','n':3,'o':1,'r':7,'h':2,'g':4,'slots':[1,3]}",
                "{'t':13,'e':'released','n':3,'r':7,'g':4,'h':2} | {'t':3,'e':'released','n':3,'o':1,'r':7,'h':2,'g':4}",
                "{'t':10,'e':'withdrawn','n':3,'r':7} | {'t':0,'e':'withdrawn','n':3,'o':1,'r':7}",
                "{'t':10,'e':'tokens','n':3,'held':0} | {'t':0,'e':'tokens','n':3,'o':1,'held':0}",
                "{'t':10.000001,'e':'linkUp','n':3,'to':4} | {'t':0.000001,'e':'linkUp','n':3,'to':4}",
                "{'t':10,'e':'sent','n':3,'to':4,'m':'TOKEN','bytes':9,'tokens':1,'keys':[[1,2,3,4]],'text':'x'} | {'t':0,'e':'sent','n':3,'to':4,'o':1,'m':'TOKEN','tokens':1}",
                "{'t':11,'e':'ended'} | {'t':1,'e':'ended','o':1}",
            })
    void linesBecomeEvents(String line, String expected) {
        Event event = parser.parse(bytes(line), 1, 10);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonMapper.shared().createGenerator(out)) {
            event.write(json);
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(expected.strip().replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'t':1,'e':'stepped','n':3}",
                "{'t':1,'e':'waiting','n':3,'r':7,'key':[1,2,3,4]}",
                "{'t':1,'e':'decided','n':3,'g':7,'key':[1,2,3,4]}",
                "{'t':1,'e':'delivered','n':3,'to':4,'m':'REQUEST','bytes':9,'text':'x'}"
            })
    void whatNobodySeesIsLeftOut(String line) {
        assertThat(parser.parse(bytes(line), 0, 0)).isNull();
    }

    @Test
    void aTokenThatArrivesIsSeen() {
        Event event = parser.parse(
                bytes("{'t':1,'e':'delivered','n':3,'to':4,'m':'TOKEN','bytes':9,'tokens':1,'text':'x'}"), 0, 0);
        assertThat(event.kind()).isEqualTo(Kind.DELIVERED);
        assertThat(event.tokens()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{'t':1,'e': | is not JSON",
                "[] | not an object",
                "{'t':1} | field 'e' is missing",
                "{'t':1,'e':'jumped'} | unknown event 'jumped'"
            })
    void wrongLinesAreRefused(String line, String reason) {
        assertThatThrownBy(() -> parser.parse(bytes(line), 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(reason);
    }

    private static byte[] bytes(String line) {
        return line.strip().replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
