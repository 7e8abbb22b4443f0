package io.meshlock.daemon.http;

import io.meshlock.daemon.local.LocalAccess;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a daemon listens, and how much it lets its clients do. Immutable.
 *
 * @param host the name or address at which it listens
 * @param port the port; 0 takes a free one
 * @param token the bearer token that clients must show for every call; null, which only a loopback address allows, for
 *     one that the daemon makes itself and asks for only when something is to be changed
 * @param lease how long a grant or a waiting request lives without a sign of life from its client
 * @param longestPoll how long one call may wait for a grant at most
 * @param maxRequests requests that wait or hold permits at one time, of all clients; about three quarters at most of one user
 *     or address
 * @param maxStreams streams of events that are open at one time, likewise
 * @param ratePerSecond calls of one user or address per second, on average; four times as many at once
 * @param local the socket for programs on the same machine
 */
public record HttpSettings(
        String host,
        int port,
        @Nullable String token,
        Duration lease,
        Duration longestPoll,
        int maxRequests,
        int maxStreams,
        int ratePerSecond,
        LocalAccess local) {

    /** The port unless another is named. */
    public static final int DEFAULT_PORT = 7480;

    /** Loopback, a token of its own, and a socket in the runtime folder. */
    public static final HttpSettings DEFAULT = new HttpSettings(
            "127.0.0.1",
            DEFAULT_PORT,
            null,
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            4_096,
            100,
            2_000,
            LocalAccess.DEFAULT);

    public HttpSettings {
        if (token == null && !isLoopback(host)) {
            throw new IllegalArgumentException("HTTP at " + host
                    + ", which others can reach, needs a token; expected a token, or a loopback address");
        }
    }

    public HttpSettings address(String newHost, int newPort) {
        return new HttpSettings(
                newHost, newPort, token, lease, longestPoll, maxRequests, maxStreams, ratePerSecond, local);
    }

    public HttpSettings token(@Nullable String value) {
        return new HttpSettings(host, port, value, lease, longestPoll, maxRequests, maxStreams, ratePerSecond, local);
    }

    public HttpSettings lease(Duration value) {
        return new HttpSettings(host, port, token, value, longestPoll, maxRequests, maxStreams, ratePerSecond, local);
    }

    public HttpSettings longestPoll(Duration value) {
        return new HttpSettings(host, port, token, lease, value, maxRequests, maxStreams, ratePerSecond, local);
    }

    public HttpSettings maxRequests(int value) {
        return new HttpSettings(host, port, token, lease, longestPoll, value, maxStreams, ratePerSecond, local);
    }

    public HttpSettings maxStreams(int value) {
        return new HttpSettings(host, port, token, lease, longestPoll, maxRequests, value, ratePerSecond, local);
    }

    public HttpSettings ratePerSecond(int value) {
        return new HttpSettings(host, port, token, lease, longestPoll, maxRequests, maxStreams, value, local);
    }

    public HttpSettings local(LocalAccess value) {
        return new HttpSettings(host, port, token, lease, longestPoll, maxRequests, maxStreams, ratePerSecond, value);
    }

    /** True if only programs on this computer can reach it. */
    public boolean isLoopback() {
        return isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "'" + host + "' is not known here; expected an address of this machine", e);
        }
    }
}
