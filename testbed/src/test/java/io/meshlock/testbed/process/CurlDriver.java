package io.meshlock.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API as it is, by curl: what docs/guide/http.md tells a client to do, and nothing else. */
final class CurlDriver extends ThreadedDriver {

    private static final double RENEWALS_PER_LEASE = 4;

    private final String socket;

    CurlDriver(String api) {
        socket = api.substring("unix:".length());
    }

    @Override
    void hold(String name, JsonNode step) throws InterruptedException {
        long sent = System.nanoTime();
        JsonNode request = call("POST", path(step), body(step), 5, "Idempotency-Key: " + UUID.randomUUID());
        if (!request.has("id")) {
            tell(name, Outcome.WAITING.become("refused", request.path("detail").asString()));
            return;
        }
        String self = "/api/v1/requests/" + request.get("id").asString();
        String secret = "Meshlock-Secret: " + request.get("secret").asString();
        try {
            while (request.path("state").asString().equals("waiting")) {
                sent = System.nanoTime();
                request = call("GET", self + "?wait=1s", "", 5, secret);
            }
            if (!request.path("state").asString().equals("granted")) {
                tell(
                        name,
                        Outcome.WAITING.become("refused", request.path("reason").asString()));
                return;
            }
            List<Integer> slots = new ArrayList<>();
            request.get("slots").forEach(slot -> slots.add(slot.asInt()));
            Outcome granted =
                    new Outcome("granted", "", request.get("fencingToken").asLong(), slots);
            tell(name, granted);
            tell(name, granted.become("lost", keep(self, secret, request, sent)));
        } catch (InterruptedException e) {
            boolean unused = Thread.interrupted();
            call("DELETE", self, "", 5, secret);
            throw e;
        }
    }

    /** Renews until the lease, counted from the sending of the last good renewal, is over: why. */
    private String keep(String self, String secret, JsonNode granted, long sent) throws InterruptedException {
        double seconds = granted.get("leaseMillis").asDouble() / 1_000 / RENEWALS_PER_LEASE;
        long until = sent
                + TimeUnit.MILLISECONDS.toNanos(granted.get("remainingMillis").asLong());
        CountDownLatch never = new CountDownLatch(1);
        String trouble = "";
        while (System.nanoTime() - until < 0) {
            never.await(Math.round((trouble.isEmpty() ? seconds : seconds / 4) * 1_000), TimeUnit.MILLISECONDS);
            long at = System.nanoTime();
            double left = TimeUnit.NANOSECONDS.toMillis(until - at) / 1_000.0;
            JsonNode renewed = call("POST", self + "/renew", "{}", Math.max(0.1, Math.min(seconds, left)), secret);
            if (renewed.has("remainingMillis")) {
                until = at
                        + TimeUnit.MILLISECONDS.toNanos(
                                renewed.get("remainingMillis").asLong());
                trouble = "";
            } else {
                trouble = renewed.path("detail").asString("no answer");
                int status = renewed.path("status").asInt();
                if (status == 404 || status == 409) {
                    return trouble;
                }
            }
        }
        return trouble;
    }

    private static String path(JsonNode step) {
        String pool = URLEncoder.encode(step.get("pool").asString(), StandardCharsets.UTF_8)
                .replace("+", "%20");
        return "/api/v1/pools/" + pool + "/requests";
    }

    private static String body(JsonNode step) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("permits", step.path("permits").asInt(1));
        body.put("priority", step.path("priority").asInt(0));
        if (step.has("wait")) {
            body.put("timeout", Math.round(step.get("wait").asDouble() * 1_000) + "ms");
        }
        if (step.has("lease")) {
            body.put("lease", Math.round(step.get("lease").asDouble() * 1_000) + "ms");
        }
        return JsonMapper.shared().writeValueAsString(body);
    }

    /** An empty object if there is no answer in time. */
    private JsonNode call(String method, String path, String body, double seconds, String header)
            throws InterruptedException {
        List<String> curl = new ArrayList<>(List.of("curl", "-s", "--unix-socket", socket, "-X", method));
        curl.addAll(List.of("--max-time", Double.toString(seconds), "-H", header));
        if (!body.isEmpty()) {
            curl.addAll(List.of("-H", "Content-Type: application/json", "-d", body));
        }
        curl.add("http://localhost" + path);
        try {
            Process process = new ProcessBuilder(curl)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            byte[] answer = process.getInputStream().readAllBytes();
            return process.waitFor() == 0
                    ? JsonMapper.shared().readTree(answer)
                    : JsonMapper.shared().createObjectNode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
