package io.meshlock.daemon.config;

import io.meshlock.keys.KeysException;
import io.meshlock.keys.NodeKeys;
import io.meshlock.spi.HostPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a node's configuration from a file, flags or both; flags come later and win. Everything is checked here, so that a node
 * either starts as it was told or does not start.
 *
 * <pre>{@code
 * NodeConfig config = new NodeConfigReader(Path.of("node.yaml")).set("listen", "--listen", "10.0.0.7:7400").read();
 * }</pre>
 */
public final class NodeConfigReader {

    private static final String AN_ADDRESS = "host:port, as 10.0.0.7:7400";
    private static final List<String> LOG_LEVELS = List.of("error", "warn", "info", "debug", "trace");

    private final Keys keys;

    /** @param file the file; null for flags alone */
    public NodeConfigReader(@Nullable Path file) {
        keys = file == null ? new Keys(Map.of()) : ConfigFile.read(file);
    }

    /** Sets a value by a flag, whose name stands for it in messages. */
    public NodeConfigReader set(String key, String flag, String value) {
        keys.put(key, Setting.text(flagged(), flag, value));
        return this;
    }

    /** Sets a list by a flag that was given several times; with none, nothing is set. */
    public NodeConfigReader setAll(String key, String flag, List<String> values) {
        if (!values.isEmpty()) {
            List<Setting> items = values.stream()
                    .map(value -> Setting.text(flagged(), flag, value))
                    .toList();
            keys.put(key, Setting.items(flagged(), flag, items));
        }
        return this;
    }

    /** Adds a pool by a flag, as {@code docks=5}. */
    public NodeConfigReader addPool(String flag, String value) {
        Setting pools = keys.get("pools");
        keys.put("pools", PoolSettings.with(pools, flagged(), flag, value));
        return this;
    }

    /** Sets a key of the section {@code http} by a flag. */
    public NodeConfigReader setHttp(String key, String flag, String value) {
        Setting http = keys.get("http");
        Keys inner = http == null ? new Keys(Map.of()) : http.keys();
        inner.put(key, Setting.text(flagged(), flag, value));
        keys.put("http", Setting.section(flagged(), "http", inner.all()));
        return this;
    }

    private static Setting.Origin flagged() {
        return new Setting.Origin("", Path.of(""));
    }

    /**
     * Understands and checks it all.
     *
     * @throws ConfigException if something is wrong; the message names it and what was expected
     */
    public NodeConfig read() {
        Beacons beacons = beacons();
        NodeConfig config = new NodeConfig(
                text("name"),
                address("listen"),
                addresses("peers"),
                beacons.group,
                beacons.interfaces,
                file("keys"),
                number("insecure"),
                flag("found"),
                folder("state"),
                folder("journal"),
                logLevel(),
                PoolSettings.read(keys.get("pools")),
                HttpSection.read(keys.get("http")));
        keys.checkNothingIsLeft();
        checkIdentity(config);
        return config;
    }

    private record Beacons(@Nullable HostPort group, List<String> interfaces) {}

    private Beacons beacons() {
        Setting setting = keys.get("discover");
        if (setting == null) {
            return new Beacons(null, List.of());
        }
        if (!setting.isSection()) {
            return new Beacons(setting.as(HostPort::parse, AN_ADDRESS), List.of());
        }
        Keys inner = setting.keys();
        Setting group = inner.get("group");
        Setting interfaces = inner.get("interfaces");
        inner.checkNothingIsLeft();
        if (group == null) {
            throw setting.wrong("has no group", "a group such as 239.7.4.0:7400");
        }
        return new Beacons(
                group.as(HostPort::parse, AN_ADDRESS),
                interfaces == null
                        ? List.of()
                        : interfaces.items().stream().map(Setting::text).toList());
    }

    // ---- values -----------------------------------------------------------------------------------------------------

    private @Nullable String text(String key) {
        Setting setting = keys.get(key);
        if (setting != null && setting.text().isBlank()) {
            throw setting.wrong("is empty", "a name");
        }
        return setting == null ? null : setting.text();
    }

    private @Nullable HostPort address(String key) {
        Setting setting = keys.get(key);
        return setting == null ? null : setting.as(HostPort::parse, AN_ADDRESS);
    }

    private List<HostPort> addresses(String key) {
        Setting setting = keys.get(key);
        List<HostPort> addresses = new ArrayList<>();
        if (setting != null) {
            setting.items().forEach(item -> addresses.add(item.as(HostPort::parse, AN_ADDRESS)));
        }
        return addresses;
    }

    private @Nullable Path file(String key) {
        Setting setting = keys.get(key);
        return setting == null ? null : setting.file();
    }

    private @Nullable Path folder(String key) {
        Setting setting = keys.get(key);
        if (setting != null && Files.exists(setting.file()) && !Files.isDirectory(setting.file())) {
            throw setting.wrong("'" + setting.text() + "' is a file", "a folder");
        }
        return setting == null ? null : setting.file();
    }

    private @Nullable Integer number(String key) {
        Setting setting = keys.get(key);
        return setting == null ? null : (int) setting.number(0, Integer.MAX_VALUE);
    }

    private boolean flag(String key) {
        Setting setting = keys.get(key);
        return setting != null && setting.flag();
    }

    private String logLevel() {
        Setting setting = keys.get("log");
        if (setting != null && !LOG_LEVELS.contains(setting.text())) {
            throw setting.wrong("'" + setting.text() + "' is no level", "one of " + String.join(", ", LOG_LEVELS));
        }
        return setting == null ? "info" : setting.text();
    }

    // ---- what must fit together -------------------------------------------------------------------------------------

    private void checkIdentity(NodeConfig config) {
        Setting keysFolder = keys.get("keys");
        Setting insecure = keys.get("insecure");
        if (keysFolder != null && insecure != null) {
            throw insecure.wrong("is given beside keys", "one of the two");
        }
        if (keysFolder != null) {
            checkKeys(config, keysFolder);
        } else if (config.name() == null) {
            throw new ConfigException("name: missing; expected the node's name, or keys, which have it");
        } else if (insecure == null && config.isConnected()) {
            throw new ConfigException("keys: missing; expected the folder that './meshlock keys issue " + config.name()
                    + "' makes, or insecure with a number of its own for every node");
        }
        if (!config.found() && !config.isConnected()) {
            throw new ConfigException(
                    "listen: missing; expected listen, peers or discover, or found for a node that is alone");
        }
    }

    private void checkKeys(NodeConfig config, Setting setting) {
        try {
            String certified = NodeKeys.load(setting.file(), InstantSource.system())
                    .identity()
                    .name();
            if (config.name() != null && !config.name().equals(certified)) {
                throw setting.wrong("is the certificate of '" + certified + "'", "that of '" + config.name() + "'");
            }
        } catch (KeysException e) {
            throw setting.wrong(String.valueOf(e.getMessage()), "a folder that './meshlock keys issue' made");
        }
    }
}
