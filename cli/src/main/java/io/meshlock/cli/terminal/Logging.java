package io.meshlock.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Log levels. Logs go to standard error. */
public final class Logging {

    private Logging() {}

    /** Sets the level of Meshlock's own loggers; libraries stay quiet. */
    public static void level(String level) {
        if (LoggerFactory.getLogger("io.meshlock") instanceof Logger logger) { // tests have another one
            logger.setLevel(Level.toLevel(level));
        }
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
