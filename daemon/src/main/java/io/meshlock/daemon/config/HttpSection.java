package io.meshlock.daemon.config;

import io.meshlock.daemon.HttpSettings;
import io.meshlock.spi.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The section {@code http} of a configuration. */
final class HttpSection {

    private static final int SHORTEST_TOKEN = 16;

    private HttpSection() {}

    static HttpSettings read(@Nullable Setting section) {
        HttpSettings settings = HttpSettings.DEFAULT;
        if (section == null) {
            return settings;
        }
        Keys keys = section.keys();
        Setting token = keys.get("tokenFile");
        if (token != null) {
            settings = settings.token(token(token)); // first: other addresses need it
        }
        Setting listen = keys.get("listen");
        if (listen != null) {
            HttpSettings before = settings;
            settings = listen.as(text -> at(before, HostPort.parse(text)), "host:port, as 127.0.0.1:7480");
        }
        Setting lease = keys.get("lease");
        if (lease != null) {
            settings = settings.lease(lease.duration(Duration.ofMillis(200), Duration.ofHours(1)));
        }
        Setting poll = keys.get("longestPoll");
        if (poll != null) {
            settings = settings.longestPoll(poll.duration(Duration.ofMillis(100), Duration.ofSeconds(25)));
        }
        Setting requests = keys.get("maxRequests");
        if (requests != null) {
            settings = settings.maxRequests((int) requests.number(1, 1_000_000));
        }
        Setting streams = keys.get("maxStreams");
        if (streams != null) {
            settings = settings.maxStreams((int) streams.number(1, 10_000));
        }
        Setting rate = keys.get("ratePerSecond");
        if (rate != null) {
            settings = settings.ratePerSecond((int) rate.number(1, 1_000_000));
        }
        keys.checkNothingIsLeft();
        return settings;
    }

    private static HttpSettings at(HttpSettings settings, HostPort address) {
        return settings.address(address.host(), address.port());
    }

    private static String token(Setting setting) {
        String token;
        try {
            token = Files.readString(setting.file()).trim();
        } catch (IOException e) {
            throw setting.wrong("'" + setting.text() + "' cannot be read", "a file that holds a token");
        }
        if (token.length() < SHORTEST_TOKEN || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw setting.wrong(
                    "'" + setting.text() + "' holds no good token",
                    "at least " + SHORTEST_TOKEN + " visible characters, as 'openssl rand -hex 32' gives");
        }
        return token;
    }
}
