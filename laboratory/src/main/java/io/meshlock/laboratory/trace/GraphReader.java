package io.meshlock.laboratory.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/**
 * A mesh as JSON, token by token: {@code {"nodes": [{"id": "a"}, …], "links": [{"source": "a", "target": "b",
 * "quality": 0.9}, …]}}, which is what NetJSON and NetworkX write too, in any order of the two. Nodes may be plain
 * names, links may be called edges, or name their ends by places in the list of nodes, counted from 0. Maps of community
 * networks are read as they come: meshviewer's ({@code node_id}, {@code source_tq}, {@code target_tq}) and hopglass's
 * ({@code batadv}, {@code tq}). Everything else is passed over.
 */
final class GraphReader {

    /** Worse than this, no message comes through: such links are as good as none. */
    private static final double WORST = 0.01;

    private final TraceSource source;
    private final LinkCollector links = new LinkCollector();
    private final List<Link> found = new ArrayList<>();

    /** A link as it stands in the file: its ends may be nodes that come later. */
    private record Link(
            TokenStreamLocation place,
            @Nullable String from,
            @Nullable String to,
            double quality) {}

    GraphReader(TraceSource source) {
        this.source = source;
    }

    Trace read() {
        JsonMapper mapper = new JsonMapper();
        try (InputStream bytes = Lines.open(source.file());
                JsonParser json = mapper.createParser(bytes)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw wrong(json, "is no object", "{\"nodes\": […], \"links\": […]}");
            }
            sections(json);
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation();
            throw TraceException.at(
                    source.file().toString(),
                    place == null ? 0 : Math.max(0, place.getLineNr()),
                    e.getOriginalMessage(),
                    "valid JSON");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connect();
        return links.finish(source, false);
    }

    // ---- what the file has ------------------------------------------------------------------------------------------

    private void sections(JsonParser json) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "nodes" -> list(json, name, this::node);
                case "links", "edges" -> list(json, name, this::link);
                case "batadv" -> {
                    if (json.currentToken() == JsonToken.START_OBJECT) {
                        sections(json);
                    }
                }
                default -> json.skipChildren();
            }
        }
    }

    private void list(JsonParser json, String name, Consumer<JsonParser> element) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong(json, name + " is no list", "[…]");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            element.accept(json);
        }
    }

    private void node(JsonParser json) {
        TokenStreamLocation place = json.currentTokenLocation();
        String id = json.currentToken().isScalarValue() ? json.getString() : null;
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = json.currentName();
                boolean wanted = key.equals("id") || (key.equals("node_id") && id == null);
                json.nextToken();
                if (wanted && isName(json)) {
                    id = json.getString();
                }
                json.skipChildren();
            }
        }
        if (id == null) {
            throw wrong(place, "is a node without an id", "a name, or {\"id\": name}");
        }
        if (links.names().find(id) >= 0) {
            throw wrong(place, "node '" + id + "' is there twice", "each node once");
        }
        links.names().add(id);
    }

    private static boolean isName(JsonParser json) {
        return json.currentToken().isScalarValue() && json.currentToken() != JsonToken.VALUE_NULL;
    }

    private void link(JsonParser json) {
        TokenStreamLocation place = json.currentTokenLocation();
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrong(place, "is no link", "{\"source\": name, \"target\": name}");
        }
        String from = null;
        String to = null;
        LinkQuality quality = new LinkQuality();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "source" -> from = isName(json) ? json.getString() : null;
                case "target" -> to = isName(json) ? json.getString() : null;
                default -> quality.read(key, value.isNumeric() ? json.getDoubleValue() : Double.NaN);
            }
            json.skipChildren();
        }
        if (!quality.isPossible()) {
            throw wrong(place, "is a link with a wrong quality", "a number from 0.01 to 1");
        }
        found.add(new Link(place, from, to, quality.value()));
    }

    // ---- what it means ----------------------------------------------------------------------------------------------

    private void connect() {
        for (Link link : found) {
            int a = end(link.place(), link.from(), "source");
            int b = end(link.place(), link.to(), "target");
            if (a == b) {
                throw wrong(link.place(), "links node '" + link.from() + "' with itself", "two different nodes");
            }
            if (link.quality() >= WORST) {
                links.add(0, a, b, true);
                links.quality(a, b, link.quality());
            }
        }
    }

    private int end(TokenStreamLocation place, @Nullable String name, String key) {
        int node = name == null ? -1 : links.names().find(name);
        if (node < 0 && name != null && !links.names().hasNumber()) {
            node = placeInList(name);
        }
        if (node < 0) {
            String wrong = name == null ? "is a link without a " + key : "the " + key + " '" + name + "' is no node";
            throw wrong(place, wrong, "the name of one of the nodes");
        }
        return node;
    }

    /** Where no node is called by a number, a number is a place in the list. */
    private int placeInList(String number) {
        boolean whole = number.matches("\\d{1,9}");
        return whole && Integer.parseInt(number) < links.names().size() ? Integer.parseInt(number) : -1;
    }

    private TraceException wrong(JsonParser json, String what, String expected) {
        return wrong(json.currentTokenLocation(), what, expected);
    }

    private TraceException wrong(TokenStreamLocation place, String what, String expected) {
        return TraceException.at(source.file().toString(), place.getLineNr(), what, expected);
    }
}
