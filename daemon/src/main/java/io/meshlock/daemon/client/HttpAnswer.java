package io.meshlock.daemon.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node answers to an HTTP/1.1 request. By hand, since commands such as {@code run} live for a moment: loading a
 * library for this took them longer than all the rest (docs/performance.md).
 */
final class HttpAnswer implements AutoCloseable {

    private static final int LONGEST_LINE = 16 * 1024;
    private static final int MOST_HEADERS = 100;
    private static final int HEX = 16;
    private static final int NO_CONTENT = 204;

    private final HttpCall call;
    private final int status;
    private long length = -1;
    private boolean chunked;

    private HttpAnswer(HttpCall call) throws IOException {
        this.call = call;
        this.status = status(call.readLine(LONGEST_LINE));
        readHeaders();
    }

    /**
     * Sends a request and waits for the head of its answer.
     *
     * @param timeout for all of it, the body included
     */
    static HttpAnswer to(
            ApiAddress address,
            String method,
            String path,
            Map<String, String> headers,
            @Nullable String body,
            Duration timeout)
            throws IOException {
        HttpCall call = new HttpCall(address, timeout);
        try {
            byte[] content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
            URI uri = address.uri().resolve(path);
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            StringBuilder head = new StringBuilder(method + " " + uri.getRawPath() + query + " HTTP/1.1\r\nHost: "
                    + uri.getRawAuthority() + "\r\nConnection: close\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            if (body != null) {
                head.append("Content-Type: application/json\r\nContent-Length: ")
                        .append(content.length)
                        .append("\r\n");
            }
            call.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            call.write(content);
            return new HttpAnswer(call);
        } catch (IOException | RuntimeException e) {
            call.close();
            throw e;
        }
    }

    private static int status(String line) throws IOException {
        String[] parts = line.split(" ", 3);
        if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("\\d{3}")) {
            throw new IOException("no HTTP answer");
        }
        return Integer.parseInt(parts[1]);
    }

    private void readHeaders() throws IOException {
        for (int i = 0; i < MOST_HEADERS; i++) {
            String line = call.readLine(LONGEST_LINE);
            if (line.isEmpty()) {
                return;
            }
            int colon = line.indexOf(':');
            String name = line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).trim();
            if (name.equals("content-length")) {
                length = number(value, 10);
            } else if (name.equals("transfer-encoding")) {
                chunked = value.equalsIgnoreCase("chunked");
            }
        }
        throw new IOException("more than " + MOST_HEADERS + " headers");
    }

    private static long number(String text, int radix) throws IOException {
        try {
            return Long.parseLong(text, radix);
        } catch (NumberFormatException e) {
            throw new IOException("'" + text + "' is no number", e);
        }
    }

    int status() {
        return status;
    }

    /** The rest may take as long as it takes. */
    void endLimit() {
        call.endLimit();
    }

    /** The body, as it comes. */
    InputStream body() {
        return new Body(status == NO_CONTENT ? 0 : length);
    }

    @Override
    public void close() throws IOException {
        call.close();
    }

    /** Ends after its length or its last chunk; without either, with the connection. */
    private final class Body extends InputStream {

        /** How much is left of the body, or of the chunk; negative if nobody knows. */
        private long left;

        private boolean isFirst = true;
        private boolean isOver;

        Body(long length) {
            left = chunked ? 0 : length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int most) throws IOException {
            if (chunked && left == 0 && !isOver) {
                nextChunk();
            }
            if (isOver || left == 0) {
                return -1;
            }
            int count = call.read(target, offset, left < 0 ? most : (int) Math.min(most, left));
            if (count < 0 && left > 0) {
                throw new IOException("the connection ended in the answer");
            }
            left -= left > 0 ? count : 0;
            return count;
        }

        private void nextChunk() throws IOException {
            if (!isFirst) {
                call.readLine(LONGEST_LINE);
            }
            isFirst = false;
            String size = call.readLine(LONGEST_LINE);
            int semicolon = size.indexOf(';');
            left = number((semicolon < 0 ? size : size.substring(0, semicolon)).trim(), HEX);
            isOver = left <= 0;
        }
    }
}
