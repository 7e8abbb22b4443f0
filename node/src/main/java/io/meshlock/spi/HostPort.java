package io.meshlock.spi;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port to listen on or to dial: {@code drone-7.local:7400}, {@code 10.0.0.7:7400}, {@code
 * [fe80::7%wlan0]:7400}.
 *
 * @param host a name or an address, without brackets
 * @param port the port; 0 means any free port when listening
 */
public record HostPort(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(?:\\[([^\\]]+)\\]|([^:\\[\\]]+)):([0-9]{1,5})");
    private static final int MAX_PORT = 65535;

    public HostPort {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("a port is a number from 0 to " + MAX_PORT + ", not " + port);
        }
    }

    /** Parses {@code host:port}; an IPv6 address must be in brackets. */
    public static HostPort parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no address; expected host:port, as 10.0.0.7:7400 or [fe80::7%wlan0]:7400");
        }
        String host = form.group(1) == null ? form.group(2) : form.group(1);
        return new HostPort(host, Integer.parseInt(form.group(3)));
    }

    /** Resolves the host's name, which may take a while. */
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    /** True if only this machine can reach it. Resolves the host's name. */
    public boolean isLoopback() {
        InetAddress address = resolve().getAddress();
        return address != null && address.isLoopbackAddress();
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
