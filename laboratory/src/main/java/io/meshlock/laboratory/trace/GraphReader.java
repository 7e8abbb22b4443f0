package io.meshlock.laboratory.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.json.JsonMapper;

/**
 * A mesh as JSON, token by token: {@code {"nodes": [{"id": "a"}, …], "links": [{"source": "a", "target": "b",
 * "quality": 0.9}, …]}}, which is what NetJSON and NetworkX write too. Nodes may be plain names, links may be called
 * edges; everything else is passed over.
 */
final class GraphReader {

    private final TraceSource source;
    private final LinkCollector links = new LinkCollector();

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
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                section(json, json.currentName());
            }
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
        return links.finish(source, false);
    }

    private void section(JsonParser json, String name) {
        json.nextToken();
        boolean nodes = name.equals("nodes");
        if (!nodes && !name.equals("links") && !name.equals("edges")) {
            json.skipChildren();
            return;
        }
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw wrong(json, name + " is no list", "[…]");
        }
        if (!nodes && links.names().size() == 0) {
            throw wrong(json, name + " stands before nodes", "nodes first");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (nodes) {
                node(json);
            } else {
                link(json);
            }
        }
    }

    private void node(JsonParser json) {
        TokenStreamLocation place = json.currentTokenLocation();
        String id = json.currentToken().isScalarValue() ? json.getString() : null;
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = json.currentName().equals("id");
                json.nextToken();
                if (wanted && json.currentToken().isScalarValue()) {
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

    private void link(JsonParser json) {
        TokenStreamLocation place = json.currentTokenLocation();
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw wrong(place, "is no link", "{\"source\": name, \"target\": name}");
        }
        String from = null;
        String to = null;
        double quality = 1;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (key.equals("source")) {
                from = json.getString();
            } else if (key.equals("target")) {
                to = json.getString();
            } else if (key.equals("quality")) {
                quality = value.isNumeric() ? json.getDoubleValue() : Double.NaN;
            }
            json.skipChildren();
        }
        if (!(quality >= 0.01 && quality <= 1)) {
            throw wrong(place, "is a link with a wrong quality", "a number from 0.01 to 1");
        }
        int a = end(place, from, "source");
        int b = end(place, to, "target");
        if (a == b) {
            throw wrong(place, "links node '" + from + "' with itself", "two different nodes");
        }
        links.add(0, a, b, true);
        links.quality(a, b, quality);
    }

    private int end(TokenStreamLocation place, @Nullable String name, String key) {
        int node = name == null ? -1 : links.names().find(name);
        if (node < 0) {
            String wrong = name == null ? "is a link without a " + key : "the " + key + " '" + name + "' is no node";
            throw wrong(place, wrong, "the name of one of the nodes");
        }
        return node;
    }

    private TraceException wrong(JsonParser json, String what, String expected) {
        return wrong(json.currentTokenLocation(), what, expected);
    }

    private TraceException wrong(TokenStreamLocation place, String what, String expected) {
        return TraceException.at(source.file().toString(), place.getLineNr(), what, expected);
    }
}
