package io.meshlock.daemon.config;

import io.meshlock.keys.KeysException;
import io.meshlock.keys.NodeKeys;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.spi.HostPort;
import io.meshlock.yaml.Field;
import io.meshlock.yaml.Keys;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Items;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.YamlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a node's configuration from a file, flags or both; flags come later and win. Everything is checked here, so
 * that a node either starts as it was told or does not start.
 *
 * <pre>{@code
 * NodeConfig config = new NodeConfigReader(Path.of("node.yaml")).set("listen", "--listen", "10.0.0.7:7400").read();
 * }</pre>
 */
public final class NodeConfigReader {

    private static final String AN_ADDRESS = "host:port, as 10.0.0.7:7400";
    /** Values of {@code log}. */
    public static final List<String> LOG_LEVELS = List.of("error", "warn", "info", "debug", "trace");

    /** Values of {@code logFormat}. */
    public static final List<String> LOG_FORMATS = List.of("text", "json");

    private static final List<String> KEYS = List.of(
            "name",
            "keys",
            "insecure",
            "insecureAnywhere",
            "listen",
            "peers",
            "discover",
            "linkTimeout",
            "bootstrap",
            "voters",
            "pools",
            "http",
            "state",
            "ephemeral",
            "journal",
            "log",
            "logFormat");

    private final StateHome stateHome;
    private Section written;

    /** @param file the file; null for flags alone */
    public NodeConfigReader(@Nullable Path file) {
        this(file, StateHome.ofThisProcess());
    }

    NodeConfigReader(@Nullable Path file, StateHome stateHome) {
        this.stateHome = stateHome;
        written = file == null
                ? new Section(ConfigValues.place(""), Map.of())
                : new YamlReader(ConfigValues.DIALECT).read(file);
    }

    /** Sets a value by a flag, whose name stands for it in messages. */
    public NodeConfigReader set(String key, String flag, String value) {
        written = written.with(key, ConfigValues.flagged(flag, value));
        return this;
    }

    /** Sets a list by a flag that was given several times; with none, nothing is set. */
    public NodeConfigReader setAll(String key, String flag, List<String> values) {
        if (!values.isEmpty()) {
            List<Value> items = new ArrayList<>();
            values.forEach(value -> items.add(ConfigValues.flagged(flag, value)));
            written = written.with(key, new Items(ConfigValues.place(flag), items));
        }
        return this;
    }

    /** Adds a pool by a flag, as {@code docks=5}. */
    public NodeConfigReader addPool(String flag, String value) {
        written = written.with("pools", PoolSettings.with(get("pools"), flag, value));
        return this;
    }

    /** Sets a key of the section {@code http} by a flag. */
    public NodeConfigReader setHttp(String key, String flag, String value) {
        Field http = get("http");
        Section inner = http.isGiven() ? http.section() : new Section(ConfigValues.place(flag), Map.of());
        written = written.with("http", ConfigValues.with(inner, key, ConfigValues.flagged(flag, value)));
        return this;
    }

    private Field get(String key) {
        return new Keys(ConfigValues.DIALECT, written, "", KEYS).get(key);
    }

    /**
     * Understands and checks it all.
     *
     * @throws ConfigException if something is wrong; the message names it and what was expected
     */
    public NodeConfig read() {
        Discovery discovery = discovery();
        NodeConfig config = new NodeConfig(
                text("name"),
                address("listen"),
                addresses("peers"),
                discovery.group,
                discovery.interfaces,
                linkTimeout(),
                file("keys"),
                number("insecure"),
                toggle("bootstrap"),
                voters(),
                folder("state"),
                folder("journal"),
                logLevel(),
                logFormat(),
                PoolSettings.read(get("pools")),
                HttpSection.read(get("http")));
        String node = checkIdentity(config);
        return withState(config, node);
    }

    /** Durable state is the rule: a node that forgets has to be asked for. */
    private NodeConfig withState(NodeConfig config, String node) {
        Field state = get("state");
        if (toggle("ephemeral")) {
            if (state.isGiven()) {
                throw get("ephemeral").wrong("is given beside state", "one of the two");
            }
            return config;
        }
        if (state.isGiven()) {
            return config;
        }
        Path folder = stateHome.folder(node);
        if (folder == null) {
            throw new ConfigException(
                    "state: missing, and this user has no home folder to keep it in; expected a folder"
                            + " for durable state, or ephemeral");
        }
        return config.state(folder);
    }

    private record Discovery(@Nullable HostPort group, List<String> interfaces) {}

    private Discovery discovery() {
        Field discover = get("discover");
        if (!discover.isGiven()) {
            return new Discovery(null, List.of());
        }
        if (!discover.isSection()) {
            return new Discovery(discover.as(HostPort::parse, AN_ADDRESS), List.of());
        }
        Keys inner = discover.keys(List.of("group", "interfaces"));
        Field group = inner.get("group");
        Field interfaces = inner.get("interfaces");
        if (!group.isGiven()) {
            throw discover.wrong("has no group", "a group such as 239.7.4.0:7400");
        }
        return new Discovery(
                group.as(HostPort::parse, AN_ADDRESS),
                interfaces.isGiven()
                        ? interfaces.items().stream()
                                .map(item -> item.text(ConfigValues.A_VALUE))
                                .toList()
                        : List.of());
    }

    // ---- values -----------------------------------------------------------------------------------------------------

    private @Nullable String text(String key) {
        Field field = get(key);
        if (!field.isGiven()) {
            return null;
        }
        String text = field.text(ConfigValues.A_VALUE);
        if (text.isBlank()) {
            throw field.wrong("is empty", "a name");
        }
        return text;
    }

    private @Nullable HostPort address(String key) {
        Field field = get(key);
        return field.isGiven() ? field.as(HostPort::parse, AN_ADDRESS) : null;
    }

    private List<HostPort> addresses(String key) {
        Field field = get(key);
        List<HostPort> addresses = new ArrayList<>();
        if (field.isGiven()) {
            field.items().forEach(item -> addresses.add(item.as(HostPort::parse, AN_ADDRESS)));
        }
        return addresses;
    }

    private @Nullable Path file(String key) {
        Field field = get(key);
        return field.isGiven() ? ConfigValues.file(field) : null;
    }

    private @Nullable Path folder(String key) {
        Path folder = file(key);
        if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
            Field field = get(key);
            throw field.wrong("'" + field.text(ConfigValues.A_VALUE) + "' is a file", "a folder");
        }
        return folder;
    }

    private @Nullable Integer number(String key) {
        Field field = get(key);
        return field.isGiven() ? (int) field.whole(Bounds.between(0, Integer.MAX_VALUE)) : null;
    }

    /** Not shorter than two keep-alives of a neighbour with the usual timings. */
    private @Nullable Duration linkTimeout() {
        Field field = get("linkTimeout");
        return field.isGiven() ? ConfigValues.duration(field, Duration.ofSeconds(1), Duration.ofMinutes(5)) : null;
    }

    private List<Integer> voters() {
        Field field = get("voters");
        List<Integer> numbers = new ArrayList<>();
        if (field.isGiven()) {
            field.items().forEach(item -> numbers.add((int) item.whole(Bounds.between(0, Integer.MAX_VALUE))));
            if (toggle("bootstrap")) {
                throw field.wrong("is given beside bootstrap", "one of the two");
            }
            if (get("keys").isGiven()) {
                throw field.wrong(
                        "is given beside keys",
                        "the voters that the mesh's authority has signed by './meshlock keys voters'");
            }
            if (numbers.size() % 2 == 0
                    || numbers.size() > PoolBounds.MAX_VOTERS
                    || numbers.stream().distinct().count() < numbers.size()) {
                throw field.wrong(
                        "has " + numbers,
                        "an odd number of different nodes' numbers, at most " + PoolBounds.MAX_VOTERS
                                + ", as [1, 2, 3]");
            }
        }
        return numbers;
    }

    private boolean toggle(String key) {
        Field field = get(key);
        return field.isGiven() && field.toggle();
    }

    private String logLevel() {
        Field field = get("log");
        return field.isGiven() ? field.choice("level", LOG_LEVELS) : "info";
    }

    private String logFormat() {
        Field field = get("logFormat");
        return field.isGiven() ? field.choice("format", LOG_FORMATS) : "text";
    }

    // ---- what must fit together -------------------------------------------------------------------------------------

    /** The name of the node. */
    private String checkIdentity(NodeConfig config) {
        Field keysFolder = get("keys");
        Field insecure = get("insecure");
        if (keysFolder.isGiven() && insecure.isGiven()) {
            throw insecure.wrong("is given beside keys", "one of the two");
        }
        if (insecure.isGiven() && !toggle("insecureAnywhere")) {
            checkReach(config);
        }
        String node = keysFolder.isGiven() ? checkKeys(config, keysFolder) : config.name();
        if (node == null) {
            throw new ConfigException("name: missing; expected the node's name, or keys, which have it");
        }
        if (!keysFolder.isGiven() && !insecure.isGiven() && config.isConnected()) {
            throw new ConfigException("keys: missing; expected the folder that './meshlock keys issue " + config.name()
                    + "' makes, or insecure with a number of its own for every node");
        }
        if (!config.bootstrap() && !config.isConnected()) {
            throw new ConfigException(
                    "listen: missing; expected listen, peers or discover, or bootstrap for a node that is alone");
        }
        return node;
    }

    /** Whoever reaches the port of a node without keys is a member of its mesh, so others are let in only on purpose. */
    private void checkReach(NodeConfig config) {
        HostPort listen = config.listen();
        if (listen == null && config.discover() == null) {
            return; // it opens no port
        }
        if (listen != null && listen.isLoopback()) {
            return;
        }
        Field open = get(listen == null ? "discover" : "listen");
        throw open.wrong(
                listen == null
                        ? "opens a port on all interfaces, and without keys whoever reaches it can claim to be any node"
                        : "'" + listen
                                + "' is not loopback, and without keys whoever reaches it can claim to be any node",
                "keys, listen on an address such as 127.0.0.1:7400, or --insecure-anywhere (insecureAnywhere: true)");
    }

    /** The name in the certificate. */
    private String checkKeys(NodeConfig config, Field field) {
        try {
            NodeKeys keys = NodeKeys.load(ConfigValues.file(field), InstantSource.system());
            if (config.bootstrap() && !keys.voters().isEmpty()) {
                throw get("bootstrap")
                        .wrong(
                                "is given, but the mesh's authority has named first voters: " + keys.voters(),
                                "no bootstrap node");
            }
            String certified = keys.identity().name();
            if (config.name() != null && !config.name().equals(certified)) {
                throw field.wrong("is the certificate of '" + certified + "'", "that of '" + config.name() + "'");
            }
            return certified;
        } catch (KeysException e) {
            throw field.wrong(String.valueOf(e.getMessage()), "a folder that './meshlock keys issue' made");
        }
    }
}
