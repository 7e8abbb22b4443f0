package io.meshlock.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Commands print their results; what libraries have to say goes to standard error, if it matters. {@code node} says
 * more. Logback finds this class by its name; reading the same from a file of XML would hold up the start of a node.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_LOW_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {

    /** What whoever debugs a library says on the JVM's command line. */
    private static final String FILE = "logback.configurationFile";

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        if (System.getProperty(FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(loggers);
        console.setName(Logging.APPENDER);
        console.setTarget("System.err");
        console.setEncoder(Logging.text(loggers));
        console.start();
        loggers.getLogger("org.eclipse.jetty").setLevel(Level.WARN);
        loggers.getLogger("io.javalin").setLevel(Level.WARN);
        Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
