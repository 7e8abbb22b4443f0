package io.meshlock.daemon.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a call failed, as the client sees it: {@code application/problem+json}. */
public final class Problem extends RuntimeException {

    /** The content type of problems. */
    public static final String TYPE = "application/problem+json";

    private static final long serialVersionUID = 1;

    private final int status;
    private final String title;
    private final int retryAfterSeconds;
    private @Nullable Long remainingMillis;

    private Problem(int status, String title, String detail, int retryAfterSeconds) {
        super(detail, null, false, false); // it is an answer, not a bug: no stack trace
        this.status = status;
        this.title = title;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    static Problem badRequest(String detail) {
        return new Problem(400, "bad request", detail, 0);
    }

    static Problem unauthorized(String detail) {
        return new Problem(401, "unauthorized", detail, 0);
    }

    static Problem forbidden(String detail) {
        return new Problem(403, "forbidden", detail, 0);
    }

    static Problem notFound(String detail) {
        return new Problem(404, "not found", detail, 0);
    }

    static Problem conflict(String detail) {
        return new Problem(409, "conflict", detail, 0);
    }

    static Problem tooLarge(String detail) {
        return new Problem(413, "too large", detail, 0);
    }

    static Problem unsupportedMediaType(String detail) {
        return new Problem(415, "unsupported media type", detail, 0);
    }

    /** The call is well-formed, but cannot be done. */
    static Problem unprocessable(String detail) {
        return new Problem(422, "unprocessable", detail, 0);
    }

    static Problem tooMany(String detail) {
        return new Problem(429, "too many calls", detail, 1);
    }

    static Problem unavailable(String detail) {
        return new Problem(503, "unavailable", detail, 1);
    }

    /** What the server itself answers: one title per status, whoever finds the mistake. */
    static Problem other(int status, String detail) {
        String title = switch (status) {
            case 400 -> "bad request";
            case 404 -> "not found";
            case 405 -> "method not allowed";
            case 413 -> "too large";
            default -> status >= 500 ? "internal error" : "refused";
        };
        return new Problem(status, title, detail, 0);
    }

    /** For a grant that is not renewed any more, and held still for this time. */
    Problem remaining(@Nullable Long millis) {
        remainingMillis = millis;
        return this;
    }

    int status() {
        return status;
    }

    /** After how many seconds the client may try again; 0 if that would not help. */
    int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", title);
        document.put("status", status);
        document.put("detail", String.valueOf(getMessage()));
        if (remainingMillis != null) {
            document.put("remainingMillis", remainingMillis);
        }
        return document;
    }
}
