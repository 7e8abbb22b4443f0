package io.meshlock.link.tcp;

import io.meshlock.spi.HostPort;
import java.util.List;

/**
 * Where discovery announcements are sent.
 *
 * @param group a multicast group and port, as {@code 239.7.4.0:7400} or {@code [ff02::7400]:7400}, or a broadcast
 *     address
 * @param interfaces names of network interfaces, as {@code wlan0}; empty for all that are up and support multicast
 */
public record DiscoverySettings(HostPort group, List<String> interfaces) {}
