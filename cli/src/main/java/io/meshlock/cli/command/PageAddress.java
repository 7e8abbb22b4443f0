package io.meshlock.cli.command;

import io.javalin.util.JavalinBindException;
import io.meshlock.cli.terminal.Logging;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.daemon.page.Page;
import io.meshlock.daemon.page.PageServer;
import org.jspecify.annotations.Nullable;

/** Finds a place for a page. */
public final class PageAddress {

    private static final int ANY = 0;
    private static final int HIGHEST = 65_535;

    private PageAddress() {}

    /** Serves it at this port, or at the usual one if that is free, or at any. */
    public static PageServer serve(Page page, @Nullable Integer port) {
        Logging.silence("io.javalin"); // a port that is taken is told below
        if (port == null) {
            try {
                return PageServer.start(page, HttpSettings.DEFAULT_PORT);
            } catch (JavalinBindException e) {
                return PageServer.start(page, ANY);
            }
        }
        if (port < 0 || port > HIGHEST) {
            throw new UsageException("--port: " + port + "; expected a number from 0 (any) to " + HIGHEST);
        }
        try {
            return PageServer.start(page, port);
        } catch (JavalinBindException e) {
            throw new UsageException("--port: " + port + " is taken; expected a free one, or 0 for any");
        }
    }

    /** What to say if there is nothing to look at; nothing if there is. */
    public static String warning() {
        return Page.isBuilt()
                ? ""
                : "(this Meshlock was built without its page: install Node.js and npm, then touch pom.xml and try again)";
    }
}
