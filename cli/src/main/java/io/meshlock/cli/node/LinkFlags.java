package io.meshlock.cli.node;

import io.meshlock.daemon.config.NodeConfigReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of every command that is a node: who it is, and how it finds its neighbours. */
final class LinkFlags {

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The node's name; with keys, their certificate has it.")
    private @Nullable String name;

    @Option(names = "--keys", paramLabel = "DIR", description = "The node's keys, as 'meshlock keys issue' makes them.")
    private @Nullable Path keys;

    @Option(
            names = "--insecure",
            paramLabel = "N",
            description =
                    "Do without keys, under this number, unique in the mesh: nothing is encrypted. For trying things out.")
    private @Nullable String insecure;

    @Option(
            names = "--insecure-anywhere",
            description =
                    "Without keys, let whoever reaches the port be a node: needed to listen on other than loopback.")
    private boolean insecureAnywhere;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "Listen for neighbours here.")
    private @Nullable String listen;

    @Option(
            names = "--peer",
            paramLabel = "HOST:PORT",
            description = "Dial a neighbour, again and again; may be given several times.")
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--discover",
            paramLabel = "GROUP:PORT",
            description = "Find neighbours by announcements to this group, such as 239.7.4.0:7400.")
    private @Nullable String discover;

    @Option(
            names = "--link-timeout",
            paramLabel = "TIME",
            description =
                    "Take a link down when its neighbour has been silent for so long; 2500ms unless given. Longer for"
                            + " slow radios and busy machines.")
    private @Nullable String linkTimeout;

    /** True if neighbours are given or are to be discovered. */
    boolean nameNeighbours() {
        return !peers.isEmpty() || discover != null;
    }

    void applyTo(NodeConfigReader config) {
        set(config, "name", name);
        set(config, "keys", keys == null ? null : keys.toString());
        set(config, "insecure", insecure);
        if (insecureAnywhere) {
            config.set("insecureAnywhere", "--insecure-anywhere", "true");
        }
        set(config, "listen", listen);
        set(config, "discover", discover);
        if (linkTimeout != null) {
            config.set("linkTimeout", "--link-timeout", linkTimeout);
        }
        config.setAll("peers", "--peer", peers);
    }

    private static void set(NodeConfigReader config, String key, @Nullable String value) {
        if (value != null) {
            config.set(key, "--" + key, value);
        }
    }
}
