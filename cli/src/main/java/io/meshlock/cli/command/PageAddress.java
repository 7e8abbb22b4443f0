package io.meshlock.cli.command;

import io.javalin.util.JavalinBindException;
import io.meshlock.cli.terminal.Logging;
import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.daemon.page.Page;
import io.meshlock.daemon.page.PageServer;
import org.jspecify.annotations.Nullable;

/** Chooses the port of a page. */
public final class PageAddress {

    private static final int ANY = 0;
    private static final int HIGHEST = 65_535;

    private PageAddress() {}

    /** Serves it at this port, or at the usual one if that is free, or at any. */
    public static PageServer serve(Page page, @Nullable Integer port) {
        Logging.silence("io.javalin"); // a port that is taken is reported below
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

    /** A hint if this build has no page; empty if it has. */
    public static String warning() {
        return Page.isBuilt()
                ? ""
                : "(this Meshlock was built without its page: install Node.js and npm, then touch pom.xml and try again)";
    }
}
