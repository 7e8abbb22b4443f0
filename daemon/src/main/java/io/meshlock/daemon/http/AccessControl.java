package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks who may call. Programs that can reach a loopback address are trusted, but so can web pages in a browser on the
 * same machine. Therefore the Host header must name this machine (this stops DNS rebinding), calls with a foreign Origin are
 * refused, and calls that change something must be JSON, which a foreign page cannot send without a preflight request.
 */
final class AccessControl {

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** DELETE is not checked: a page of another site cannot send it without a preflight request. */
    private static final Set<HandlerType> CHANGING = Set.of(HandlerType.POST, HandlerType.PUT, HandlerType.PATCH);

    private final boolean loopback;
    private final String host;
    private final Set<String> openPaths;
    private final RateLimit rate;
    private volatile byte @Nullable [] token;

    AccessControl(HttpSettings settings, Set<String> openPaths, RateLimit rate) {
        this.loopback = settings.isLoopback();
        this.host = settings.host().toLowerCase(Locale.ROOT);
        this.openPaths = openPaths;
        this.rate = rate;
        token(settings.token());
    }

    /** Replaces the token. */
    void token(@Nullable String value) {
        token = value == null ? null : digest(value);
    }

    /** Throws a {@link Problem} if the call is not allowed. */
    void check(Context ctx) {
        if (!rate.allows(ctx.ip())) {
            throw Problem.tooMany("this client calls too often; expected fewer calls a second");
        }
        checkHost(ctx);
        checkOrigin(ctx);
        checkToken(ctx);
        checkContentType(ctx);
    }

    private void checkHost(Context ctx) {
        if (!loopback) {
            return; // then a token is required, which no foreign page has
        }
        String name = withoutPort(ctx.host());
        if (!LOOPBACK_NAMES.contains(name) && !name.equals(host)) {
            throw Problem.forbidden("Host: '" + name + "' is not this machine; expected localhost or 127.0.0.1");
        }
    }

    private static void checkOrigin(Context ctx) {
        String origin = ctx.header("Origin");
        boolean foreign = origin != null && !origin.equals("http://" + ctx.host());
        if (foreign || "cross-site".equals(ctx.header("Sec-Fetch-Site"))) {
            throw Problem.forbidden("Origin: pages of other sites may not call this");
        }
    }

    private void checkToken(Context ctx) {
        byte[] expected = token;
        if (expected == null || isOpen(ctx.path())) {
            return;
        }
        String header = ctx.header("Authorization");
        boolean bearer = header != null && header.regionMatches(true, 0, "Bearer ", 0, 7);
        // Digests of equal length, compared in constant time: the time of an answer reveals nothing about the token.
        if (!bearer
                || !MessageDigest.isEqual(expected, digest(header.substring(7).trim()))) {
            throw Problem.unauthorized("Authorization: expected 'Bearer' and the token of this daemon");
        }
    }

    private boolean isOpen(String path) {
        return openPaths.stream().anyMatch(open -> path.equals(open) || path.startsWith(open + "/"));
    }

    private static void checkContentType(Context ctx) {
        if (!CHANGING.contains(ctx.method())) {
            return;
        }
        String type = ctx.contentType();
        String plain = type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        if (!plain.equals(Json.TYPE)) {
            throw Problem.unsupportedMediaType("Content-Type: expected application/json");
        }
    }

    private static String withoutPort(@Nullable String value) {
        String name = value == null ? "" : value.toLowerCase(Locale.ROOT);
        int colon = name.lastIndexOf(':');
        return colon > name.lastIndexOf(']') ? name.substring(0, colon) : name;
    }

    private static byte[] digest(String value) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
