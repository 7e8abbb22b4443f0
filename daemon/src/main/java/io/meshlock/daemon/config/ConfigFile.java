package io.meshlock.daemon.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a YAML file to its nodes, which keep their lines, and not to objects. */
final class ConfigFile {

    /** Deeper than any configuration; stops aliases that contain themselves. */
    private static final int MAX_DEPTH = 8;

    /** More than any configuration; stops aliases of aliases of aliases. */
    private static final int MAX_VALUES = 100_000;

    private final Path file;
    private final Path folder;
    private int values;

    private ConfigFile(Path file) {
        this.file = file;
        this.folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of(""));
    }

    static Keys read(Path file) {
        return new ConfigFile(file).parse(text(file));
    }

    private static String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new ConfigException(file + ": is a folder; expected a file");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ConfigException(file + ": does not exist; expected an existing file");
        } catch (CharacterCodingException e) {
            throw new ConfigException(file + ": is not text in UTF-8; expected a text file");
        } catch (IOException e) {
            throw new ConfigException(file + ": cannot be read (" + e.getMessage() + "); expected a readable file");
        }
    }

    private Keys parse(String yaml) {
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setAllowNonScalarKeys(true) // to refuse them with their line
                    .build();
            Optional<Node> root = new Compose(settings).composeString(yaml);
            return root.isEmpty()
                    ? new Keys(Map.of())
                    : convert(root.get(), "configuration", 0, 0).keys();
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0);
            throw new ConfigException(at(line).place() + e.getProblem() + "; expected valid YAML");
        } catch (YamlEngineException e) {
            throw new ConfigException(file + ": " + e.getMessage() + "; expected valid YAML");
        }
    }

    /** The parser counts lines from 0, people from 1. */
    private Setting.Origin at(int line) {
        return new Setting.Origin(file + ":" + (line + 1) + ": ", folder);
    }

    private static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(0);
    }

    private Setting convert(Node node, String path, int line, int depth) {
        if (depth > MAX_DEPTH || ++values > MAX_VALUES) {
            throw new ConfigException(at(line).place() + path + ": holds too much; expected a short configuration");
        }
        if (node instanceof MappingNode mapping) {
            return Setting.section(at(line), path, entries(mapping, depth == 0 ? "" : path + ".", depth));
        }
        if (node instanceof SequenceNode sequence) {
            List<Setting> items = new ArrayList<>();
            sequence.getValue().forEach(item -> items.add(convert(item, path, line(item), depth + 1)));
            return Setting.items(at(line), path, items);
        }
        return Setting.text(at(line), path, ((ScalarNode) node).getValue());
    }

    private Map<String, Setting> entries(MappingNode mapping, String prefix, int depth) {
        Map<String, Setting> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            int line = line(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new ConfigException(at(line).place() + "a key is a list or a section; expected a name");
            }
            String path = prefix + key.getValue();
            Setting setting = convert(tuple.getValueNode(), path, line, depth + 1);
            if (entries.put(key.getValue(), setting) != null) {
                throw setting.wrong("is written twice", "each key once");
            }
        }
        return entries;
    }
}
