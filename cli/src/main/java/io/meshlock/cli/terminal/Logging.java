package io.meshlock.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/** Log levels. Logs go to standard error. */
public final class Logging {

    /** What writes to standard error. */
    static final String APPENDER = "console";

    /** Times with their zone. */
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}: %msg%n";

    private Logging() {}

    /** Sets the level of Meshlock's own loggers; libraries stay quiet. */
    public static void level(String level) {
        if (LoggerFactory.getLogger("io.meshlock") instanceof Logger logger) { // tests have another one
            logger.setLevel(Level.toLevel(level));
        }
    }

    /** Sets how lines are written: {@code text} or {@code json}. */
    public static void format(String format) {
        if (!(LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root)
                || !(root.getAppender(APPENDER) instanceof ConsoleAppender<ILoggingEvent> console)) {
            return; // tests have another one
        }
        boolean isJson = console.getEncoder() instanceof JsonLines;
        if (isJson != format.equals("json")) {
            console.setEncoder(isJson ? text(root.getLoggerContext()) : json(root.getLoggerContext()));
        }
    }

    /** Lines for people. */
    static Encoder<ILoggingEvent> text(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> json(LoggerContext context) {
        Encoder<ILoggingEvent> encoder = new JsonLines();
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }

    /** Limits a logger to errors. */
    public static void quieten(String name) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(Level.ERROR);
        }
    }

    /** Switches a logger off: its caller reports the errors. */
    public static void silence(String name) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(Level.OFF);
        }
    }
}
