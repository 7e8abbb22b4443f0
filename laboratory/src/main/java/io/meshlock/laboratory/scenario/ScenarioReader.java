package io.meshlock.laboratory.scenario;

import io.meshlock.laboratory.scenario.Value.Items;
import io.meshlock.laboratory.scenario.Value.Section;
import io.meshlock.laboratory.scenario.Value.Text;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/**
 * Reads scenario files. YAML is parsed to its node tree, not to objects: the nodes keep their line numbers, and duplicate
 * keys are still there to be seen.
 */
public final class ScenarioReader {

    /** Deeper than any scenario; stops aliases that contain themselves. */
    private static final int MAX_DEPTH = 16;

    /** More than any scenario; stops aliases of aliases of aliases. */
    private static final int MAX_VALUES = 1_000_000;

    private static final String A_SCENARIO = "keys such as nodes, permits, duration, network and workload";

    /** Where everything comes from; its line is 0 if that has no lines. */
    private final Place origin;

    private int values;

    private ScenarioReader(Place origin) {
        this.origin = origin;
    }

    /** Reads and resolves a scenario file. */
    public static Scenario read(Path file) {
        return Scenario.resolve(tree(file));
    }

    /** Reads a scenario file, and those that it includes, without looking at what the keys mean. */
    public static Section tree(Path file) {
        return Includes.expand(written(file));
    }

    /** Parses a scenario's text; {@code source} stands for it in messages, and relative files are relative to it. */
    public static Section tree(String source, String yaml) {
        return Includes.expand(written(source, yaml));
    }

    /** One file alone. */
    static Section written(Path file) {
        return written(file.toString(), text(file));
    }

    private static Section written(String source, String yaml) {
        Value root = new ScenarioReader(new Place(source, 1)).parse(yaml);
        if (root instanceof Section section) {
            return section;
        }
        throw ScenarioException.at(root.place(), "scenario", "the file holds no keys", A_SCENARIO);
    }

    /** Parses one value as it would stand behind a key; {@code origin} is the flag that it came from. */
    static Value value(Place origin, String yaml) {
        return new ScenarioReader(origin).parse(yaml);
    }

    static String text(Path file) {
        Place place = new Place(file.toString(), 0);
        try {
            if (Files.isDirectory(file)) {
                throw ScenarioException.at(place, "file", "is a folder", "a file");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw ScenarioException.at(place, "file", "does not exist", "an existing file");
        } catch (CharacterCodingException e) {
            throw ScenarioException.at(place, "file", "is not text in UTF-8", "a text file");
        } catch (IOException e) {
            throw ScenarioException.at(place, "file", "cannot be read (" + e.getMessage() + ")", "a readable file");
        }
    }

    private Value parse(String yaml) {
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(origin.source())
                    .setAllowNonScalarKeys(true) // to refuse them with their line
                    .build();
            Optional<Node> root = new Compose(settings).composeString(yaml);
            if (root.isEmpty()) {
                throw ScenarioException.at(place(0), "scenario", "there is nothing in it", A_SCENARIO);
            }
            return convert(root.get(), place(root.get()), "", 0);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0);
            throw ScenarioException.at(place(line), "yaml", e.getProblem(), "valid YAML");
        } catch (YamlEngineException e) {
            throw ScenarioException.at(place(0), "yaml", String.valueOf(e.getMessage()), "valid YAML");
        }
    }

    private Value convert(Node node, Place place, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw ScenarioException.at(place, path, "is nested too deeply", "at most " + MAX_DEPTH + " levels");
        }
        if (++values > MAX_VALUES) {
            throw ScenarioException.at(
                    place, path, "holds too much", "at most " + MAX_VALUES + " values in a scenario");
        }
        if (node instanceof MappingNode mapping) {
            return section(mapping, place, path, depth);
        }
        if (node instanceof SequenceNode sequence) {
            List<Value> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(convert(item, place(item), path, depth + 1));
            }
            return new Items(place, items);
        }
        ScalarNode scalar = (ScalarNode) node;
        return new Text(place, scalar.getValue(), !scalar.isPlain());
    }

    private Section section(MappingNode mapping, Place place, String path, int depth) {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Place at = place(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                throw ScenarioException.at(
                        at, path.isEmpty() ? "scenario" : path, "a key is a list or a section", "a name");
            }
            String key = keyNode.getValue();
            String keyPath = path.isEmpty() ? key : path + "." + key;
            Value value = convert(tuple.getValueNode(), at, keyPath, depth + 1);
            Value earlier = entries.putIfAbsent(key, value);
            if (earlier != null) {
                int line = earlier.place().line();
                throw ScenarioException.at(at, keyPath, "is written twice, first in line " + line, "each key once");
            }
        }
        return new Section(place, entries);
    }

    private Place place(Node node) {
        return place(node.getStartMark().map(Mark::getLine).orElse(0));
    }

    /** The parser counts lines from 0, people from 1. */
    private Place place(int line) {
        return origin.line() == 0 ? origin : new Place(origin.source(), line + 1);
    }
}
