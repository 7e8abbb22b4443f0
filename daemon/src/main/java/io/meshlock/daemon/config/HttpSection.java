package io.meshlock.daemon.config;

import io.meshlock.daemon.http.HttpSettings;
import io.meshlock.daemon.local.LocalAccess;
import io.meshlock.keys.SecretFile;
import io.meshlock.spi.HostPort;
import io.meshlock.yaml.Field;
import io.meshlock.yaml.Keys;
import io.meshlock.yaml.Numbers.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/** The section {@code http} of a configuration. */
final class HttpSection {

    private static final List<String> KEYS = List.of(
            "listen",
            "tokenFile",
            "socket",
            "socketGroup",
            "lease",
            "longestPoll",
            "maxRequests",
            "maxStreams",
            "ratePerSecond");

    private static final int SHORTEST_TOKEN = 16;

    private HttpSection() {}

    static HttpSettings read(Field section) {
        HttpSettings settings = HttpSettings.DEFAULT;
        if (!section.isGiven()) {
            return settings;
        }
        Keys keys = section.keys(KEYS);
        Field token = keys.get("tokenFile");
        if (token.isGiven()) {
            settings = settings.token(token(token)); // first: other addresses need it
        }
        Field listen = keys.get("listen");
        if (listen.isGiven()) {
            HttpSettings before = settings;
            settings = listen.as(text -> at(before, HostPort.parse(text)), "host:port, as 127.0.0.1:7480");
        }
        settings = settings.local(local(keys));
        Field lease = keys.get("lease");
        if (lease.isGiven()) {
            settings = settings.lease(ConfigValues.duration(lease, Duration.ofMillis(200), Duration.ofHours(1)));
        }
        Field poll = keys.get("longestPoll");
        if (poll.isGiven()) {
            settings =
                    settings.longestPoll(ConfigValues.duration(poll, Duration.ofMillis(100), Duration.ofSeconds(25)));
        }
        Field requests = keys.get("maxRequests");
        if (requests.isGiven()) {
            settings = settings.maxRequests(upTo(requests, 1_000_000));
        }
        Field streams = keys.get("maxStreams");
        if (streams.isGiven()) {
            settings = settings.maxStreams(upTo(streams, 10_000));
        }
        Field rate = keys.get("ratePerSecond");
        if (rate.isGiven()) {
            settings = settings.ratePerSecond(upTo(rate, 1_000_000));
        }
        return settings;
    }

    /** A path, or {@code off}. */
    private static LocalAccess local(Keys keys) {
        Field socket = keys.get("socket");
        Field group = keys.get("socketGroup");
        boolean isOff = socket.isGiven() && socket.text(ConfigValues.A_VALUE).equals("off");
        if (isOff && group.isGiven()) {
            throw group.wrong("is given although socket is off", "a socket, or no group");
        }
        if (isOff) {
            return LocalAccess.OFF;
        }
        LocalAccess local = LocalAccess.DEFAULT;
        if (socket.isGiven()) {
            local = local.at(ConfigValues.file(socket));
        }
        return group.isGiven() ? local.forGroup(group.text(ConfigValues.A_VALUE)) : local;
    }

    private static int upTo(Field field, int most) {
        return (int) field.whole(Bounds.between(1, most));
    }

    private static HttpSettings at(HttpSettings settings, HostPort address) {
        return settings.address(address.host(), address.port());
    }

    private static String token(Field field) {
        String token;
        String rights = SecretFile.rightsOfOthers(ConfigValues.file(field));
        if (rights != null) {
            throw field.wrong(
                    "'" + field.text(ConfigValues.A_VALUE) + "' can be used by others (" + rights + ")",
                    "a file of its owner alone, as 'chmod 600' makes it");
        }
        try {
            token = Files.readString(ConfigValues.file(field)).trim();
        } catch (IOException e) {
            throw field.wrong("'" + field.text(ConfigValues.A_VALUE) + "' cannot be read", "a file that holds a token");
        }
        if (token.length() < SHORTEST_TOKEN || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw field.wrong(
                    "'" + field.text(ConfigValues.A_VALUE) + "' holds no good token",
                    "at least " + SHORTEST_TOKEN + " visible characters, as 'openssl rand -hex 32' gives");
        }
        return token;
    }
}
