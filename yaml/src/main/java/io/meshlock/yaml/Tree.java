package io.meshlock.yaml;

import io.meshlock.yaml.Value.Items;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Turns the parser's nodes into values with their places. */
final class Tree {

    private final Dialect dialect;

    /** Where everything comes from; its line is 0 if that has no lines. */
    private final Place origin;

    private int values;

    Tree(Dialect dialect, Place origin) {
        this.dialect = dialect;
        this.origin = origin;
    }

    Value of(Node root) {
        return convert(root, place(root), "", 0);
    }

    private Value convert(Node node, Place place, String path, int depth) {
        if (depth > dialect.maxDepth()) {
            throw dialect.wrong(place, path, "is nested too deeply", "at most " + dialect.maxDepth() + " levels");
        }
        if (++values > dialect.maxValues()) {
            String most = "at most " + dialect.maxValues() + " values in a " + dialect.name();
            throw dialect.wrong(place, path, "holds too much", most);
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
                String where = path.isEmpty() ? dialect.name() : path;
                throw dialect.wrong(at, where, "a key is a list or a section", "a name");
            }
            String key = keyNode.getValue();
            String keyPath = path.isEmpty() ? key : path + "." + key;
            Value value = convert(tuple.getValueNode(), at, keyPath, depth + 1);
            Value earlier = entries.putIfAbsent(key, value);
            if (earlier != null) {
                String twice =
                        "is written twice, first in line " + earlier.place().line();
                throw dialect.wrong(at, keyPath, twice, "each key once");
            }
        }
        return new Section(place, entries);
    }

    private Place place(Node node) {
        return place(node.getStartMark().map(Mark::getLine).orElse(0));
    }

    /** The parser counts lines from 0, people from 1. */
    Place place(int line) {
        return origin.line() == 0 ? origin : new Place(origin.source(), line + 1);
    }
}
