package io.meshlock.laboratory.scenario;

import io.meshlock.simulator.network.Topology.Link;
import io.meshlock.yaml.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Links from a file: {@code a b} per line, {@code #} begins a comment. */
final class EdgeList {

    private final String source;
    private final int nodes;
    private final List<Link> links = new ArrayList<>();
    private final Set<Link> seen = new HashSet<>();
    /** Union-find: each node's parent, up to the representative of its component. */
    private final int[] parents;

    private EdgeList(String source, int nodes) {
        this.source = source;
        this.nodes = nodes;
        parents = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            parents[node] = node;
        }
    }

    /**
     * Reads and checks the file.
     *
     * @param name as the scenario has it, relative to the file that says so
     */
    static List<Link> read(Fields fields, String name, int nodes, String expected) {
        Path file = fields.place("file").beside(name);
        EdgeList list = new EdgeList(file.toString(), nodes);
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                list.add(line, new Place(list.source, ++number));
            }
        } catch (NoSuchFileException e) {
            throw fields.wrong("file", "'" + name + "' does not exist", expected);
        } catch (IOException e) {
            throw fields.wrong("file", "'" + name + "' cannot be read", expected);
        }
        for (int node = 1; node < nodes; node++) {
            if (list.find(node) != list.find(0)) {
                String wrong = "'" + name + "' does not connect node " + node + " with node 0";
                throw fields.wrong("file", wrong, "links that connect all " + nodes + " nodes");
            }
        }
        return List.copyOf(list.links);
    }

    private void add(String line, Place place) {
        int comment = line.indexOf('#');
        String content = (comment < 0 ? line : line.substring(0, comment)).trim();
        if (content.isEmpty()) {
            return;
        }
        String[] words = content.split("[\\s,]+", -1);
        int a = words.length == 2 ? node(words[0]) : -1;
        int b = words.length == 2 ? node(words[1]) : -1;
        if (a < 0 || b < 0 || a == b) {
            String expected = "two different node numbers from 0 to " + (nodes - 1);
            throw ScenarioException.at(place, "link", "'" + content + "' is no link", expected);
        }
        Link link = new Link(Math.min(a, b), Math.max(a, b));
        if (!seen.add(link)) {
            throw ScenarioException.at(place, "link", "'" + content + "' is there twice", "each link once");
        }
        links.add(link);
        parents[find(a)] = find(b);
    }

    /** The node's number, or −1 if there is no such node. */
    private int node(String word) {
        if (!word.matches("\\d{1,9}")) {
            return -1;
        }
        int node = Integer.parseInt(word);
        return node < nodes ? node : -1;
    }

    private int find(int node) {
        int at = node;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }
}
