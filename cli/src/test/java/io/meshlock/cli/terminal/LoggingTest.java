package io.meshlock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code --log-format} makes of a line. */
@DisplayName("The log")
class LoggingTest {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    @AfterEach
    void asItWas() {
        Logging.format("text");
    }

    private String line(Exception failure) {
        LoggingEvent event = new LoggingEvent(
                "",
                root.getLoggerContext().getLogger("io.meshlock.internal.PoolWatch"),
                Level.WARN,
                "pool '{}' grants nothing:\n\"quoted\"",
                failure,
                new Object[] {"docks"});
        event.setInstant(Instant.parse("2026-11-16T05:00:00.250Z"));
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>) root.getAppender("console");
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }

    @Test
    void isOneDocumentPerLineInJson() {
        Logging.format("json");
        String line = line(null);
        assertThat(line).hasLineCount(1).endsWith("}\n");
        JsonNode document = JsonMapper.shared().readTree(line);
        assertThat(document)
                .hasToString("{\"time\":\"2026-11-16T05:00:00.250Z\",\"level\":\"WARN\",\"logger\":\"PoolWatch\","
                        + "\"message\":\"pool 'docks' grants nothing:\\n\\\"quoted\\\"\"}");
    }

    @Test
    void hasErrorsInTheSameDocument() {
        Logging.format("json");
        String line = line(new IllegalStateException("broken"));
        assertThat(line).hasLineCount(1);
        assertThat(JsonMapper.shared().readTree(line).get("error").asString())
                .startsWith("java.lang.IllegalStateException: broken\n");
    }

    @Test
    void isTextAgainWithTheTimesZone() {
        Logging.format("json");
        Logging.format("text");
        String line = line(null);
        assertThat(line).contains(" WARN  PoolWatch: pool 'docks' grants nothing:");
        assertThat(OffsetDateTime.parse(line.substring(0, line.indexOf(' '))).toInstant())
                .isEqualTo(Instant.parse("2026-11-16T05:00:00.250Z"));
    }
}
