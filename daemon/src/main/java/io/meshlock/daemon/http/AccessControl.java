package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.meshlock.daemon.http.Caller.Role;
import io.meshlock.daemon.local.LocalPeer;
import io.meshlock.daemon.local.UnixConnector;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks who calls, and what it may do.
 *
 * <p>At the Unix socket the kernel says which user calls: the node's own user and root are operators, others that the
 * socket lets in are clients. Over TCP the token makes an operator; without it a program on the same machine may look
 * and change nothing, unless the daemon's settings name a token, which is then needed for everything.
 *
 * <p>Web pages in a browser on this machine can reach a loopback address, too. Therefore the Host header must name this
 * machine (this stops DNS rebinding), calls with a foreign Origin are refused, and calls that change something must be
 * JSON, which a foreign page cannot send without a preflight request.
 */
final class AccessControl {

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<HandlerType> LOOKING = Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS);

    /** DELETE is not checked: a page of another site cannot send it without a preflight request. */
    private static final Set<HandlerType> WITH_BODY = Set.of(HandlerType.POST, HandlerType.PUT, HandlerType.PATCH);

    private static final long LONGEST_START_SECONDS = 10;

    /** What load balancers and supervisors ask; they have no token. */
    private static final String HEALTH = "/api/v1/health";

    private final boolean loopback;
    private final String host;
    private final Set<String> openPaths;
    private final RateLimit rate;
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile boolean tokenToLook;
    private volatile byte[] token;
    private volatile String whereTheTokenIs = "";

    /** @param ownToken that of the daemon, if its settings name none */
    AccessControl(HttpSettings settings, String ownToken, Set<String> openPaths, RateLimit rate) {
        this.loopback = settings.isLoopback();
        this.host = settings.host().toLowerCase(Locale.ROOT);
        this.openPaths = openPaths;
        this.rate = rate;
        this.token = digest(ownToken);
        token(settings.token(), ownToken);
    }

    /** Replaces the token. */
    void token(@Nullable String value, String otherwise) {
        token = digest(value == null ? otherwise : value);
        tokenToLook = value != null;
    }

    /** Lets calls in: socket and token are in place. Calls that came earlier have waited. */
    void open(String tokenFile) {
        whereTheTokenIs = tokenFile;
        opened.countDown();
    }

    /** Throws a {@link Problem} if the call is not allowed. */
    void check(Context ctx) throws InterruptedException {
        ctx.header("X-Content-Type-Options", "nosniff");
        if (!opened.await(LONGEST_START_SECONDS, TimeUnit.SECONDS)) {
            throw Problem.unavailable("this node is starting");
        }
        Caller caller = caller(ctx);
        // A renewal that is held back loses permits, and costs next to nothing: it is never counted.
        if (!isRenewal(ctx.path()) && !rate.allows(caller.share())) {
            throw Problem.tooMany("this client calls too often; expected fewer calls a second");
        }
        checkHost(ctx);
        checkOrigin(ctx);
        checkRole(ctx, caller);
        checkContentType(ctx);
        caller.attachTo(ctx);
    }

    static boolean isRenewal(String path) {
        return path.startsWith("/api/v1/requests/") && path.endsWith("/renew");
    }

    /** Throws a {@link Problem} if a call needs a role that its caller has not. */
    static void require(Context ctx, Role role) {
        Caller caller = Caller.of(ctx);
        if (!caller.mayActAs(role)) {
            throw Problem.forbidden(
                    "user " + caller.name() + ": may ask for permits here; expected the node's own user or root");
        }
    }

    private Caller caller(Context ctx) {
        if (ctx.req().getAttribute(UnixConnector.PEER) instanceof LocalPeer peer) {
            return new Caller(peer.user(), peer.isOperator() ? Role.OPERATOR : Role.CLIENT);
        }
        boolean knowsToken = showsToken(ctx);
        return new Caller(ctx.ip(), knowsToken ? Role.OPERATOR : tokenToLook ? Role.PROBE : Role.READER);
    }

    /** Digests of equal length, compared in constant time: the time of an answer reveals nothing about the token. */
    private boolean showsToken(Context ctx) {
        String header = ctx.header("Authorization");
        if (header == null) {
            return false;
        }
        boolean bearer = header.regionMatches(true, 0, "Bearer ", 0, 7);
        boolean right = bearer
                && MessageDigest.isEqual(token, digest(header.substring(7).trim()));
        if (!right && !isOpen(ctx.path())) {
            throw unauthorized("Authorization: is not this daemon's token");
        }
        return right;
    }

    private void checkRole(Context ctx, Caller caller) {
        if (caller.mayActAs(Role.CLIENT)) {
            return;
        }
        boolean looks = LOOKING.contains(ctx.method());
        if (looks && (!tokenToLook || isOpen(ctx.path()))) {
            return;
        }
        throw unauthorized(
                looks
                        ? "Authorization: missing"
                        : "Authorization: missing; over TCP, changing something needs the node's token");
    }

    private Problem unauthorized(String what) {
        String where = !loopback || whereTheTokenIs.isEmpty() ? "" : ", which is in '" + whereTheTokenIs + "'";
        return Problem.unauthorized(what + "; expected 'Bearer' and the token of this daemon" + where);
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

    /** A proxy with TLS in front sends pages of its own under https. */
    private static void checkOrigin(Context ctx) {
        String origin = ctx.header("Origin");
        boolean foreign =
                origin != null && !origin.equals("http://" + ctx.host()) && !origin.equals("https://" + ctx.host());
        String site = ctx.header("Sec-Fetch-Site");
        if (foreign || "cross-site".equals(site) || "same-site".equals(site)) {
            throw Problem.forbidden("Origin: pages of other sites may not call this");
        }
    }

    private boolean isOpen(String path) {
        return path.equals(HEALTH)
                || openPaths.stream().anyMatch(open -> path.equals(open) || path.startsWith(open + "/"));
    }

    /** A call without a body needs no type if it has a header that no foreign page can send without a preflight. */
    private static void checkContentType(Context ctx) {
        boolean noPage = ctx.header(RequestRoutes.SECRET) != null || ctx.header("Authorization") != null;
        if (!WITH_BODY.contains(ctx.method()) || (noPage && ctx.contentType() == null && isEmpty(ctx))) {
            return;
        }
        String type = ctx.contentType();
        String plain = type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        if (!plain.equals(Json.TYPE)) {
            throw Problem.unsupportedMediaType("Content-Type: expected application/json");
        }
    }

    private static boolean isEmpty(Context ctx) {
        return ctx.contentLength() <= 0 && ctx.header("Transfer-Encoding") == null;
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
