package io.meshlock.daemon.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON in and out. */
public final class Json {

    static final String TYPE = "application/json";

    static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** A document as text; its properties that are null are left out. */
    public static String write(Object document) {
        return MAPPER.writeValueAsString(document);
    }

    /** Answers with a document. */
    static void answer(Context ctx, int status, Object document) {
        ctx.status(status).contentType(TYPE).result(MAPPER.writeValueAsBytes(document));
    }

    /** Answers with a document, and flushes it before returning. */
    static void answerAtOnce(Context ctx, int status, Object document) {
        byte[] bytes = MAPPER.writeValueAsBytes(document);
        ctx.status(status).contentType(TYPE);
        ctx.res().setContentLength(bytes.length);
        try {
            ctx.res().getOutputStream().write(bytes);
            ctx.res().flushBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void answer(Context ctx, Problem problem) {
        if (problem.retryAfterSeconds() > 0) {
            ctx.header("Retry-After", Integer.toString(problem.retryAfterSeconds()));
        }
        if (problem.status() == 401) {
            ctx.header("WWW-Authenticate", "Bearer");
        }
        ctx.status(problem.status()).contentType(Problem.TYPE).result(MAPPER.writeValueAsBytes(problem.document()));
    }
}
