package io.meshlock.daemon.page;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page's own files: few, small, and part of the program. */
final class PageFiles {

    private static final Map<String, String> TYPES = Map.of(
            "index.html", "text/html; charset=utf-8",
            "page.js", "text/javascript; charset=utf-8",
            "page.css", "text/css; charset=utf-8",
            "icon.svg", "image/svg+xml");

    /** Nothing from elsewhere, nothing inline, and nobody puts the page into a frame. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private PageFiles() {}

    /** Whether this program was built with the page. */
    static boolean areThere() {
        return PageFiles.class.getResource("web/index.html") != null;
    }

    static void serve(Context ctx, String name) {
        String type = TYPES.get(name);
        byte[] bytes = type == null ? null : load(name);
        if (type == null || bytes == null) {
            ctx.status(HttpStatus.NOT_FOUND)
                    .contentType("text/plain; charset=utf-8")
                    .result(
                            areThere()
                                    ? "no such file\n"
                                    : "this Meshlock was built without its page: Node.js and npm were missing\n");
            return;
        }
        secure(ctx);
        ctx.contentType(type).header("Cache-Control", "no-cache").result(bytes);
    }

    static void secure(Context ctx) {
        ctx.header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer");
    }

    private static byte @Nullable [] load(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream("web/" + name)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
