package io.meshlock.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** How much a node says about itself, on standard error. */
public final class Logging {

    private Logging() {}

    /** Sets the level of Meshlock's own loggers; libraries stay quiet. */
    public static void level(String level) {
        if (LoggerFactory.getLogger("io.meshlock") instanceof Logger logger) { // tests have another one
            logger.setLevel(Level.toLevel(level));
        }
    }

    /** Lets a part of the program tell of errors only. */
    public static void quieten(String name) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(Level.ERROR);
        }
    }

    /** Lets a part of the program say nothing: whoever uses it tells people what went wrong. */
    public static void silence(String name) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(Level.OFF);
        }
    }
}
