package io.meshlock.playground;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.simulator.network.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something to open the page with. A browser reads no files, so what a scenario includes or names is put into it before.
 */
public final class Given {

    private Given() {}

    /** A narrative, or a counterexample of {@code ./meshlock explore --save}. */
    public static String narrative(String name, String text) {
        return document(name, text, "");
    }

    /**
     * A scenario with everything that it needs.
     *
     * @throws IllegalArgumentException if it follows a trace: those are too long for a page
     */
    public static String scenario(Scenario scenario) {
        Topology topology = scenario.spec().network().topology();
        if (followsTrace(scenario)) {
            throw new IllegalArgumentException("it follows a trace, and the playground has no files to follow");
        }
        StringBuilder links = new StringBuilder();
        Map<String, Object> resolved = new TreeMap<>(scenario.resolved());
        if (topology instanceof Topology.Listed listed) {
            listed.links()
                    .forEach(link ->
                            links.append(link.a()).append('-').append(link.b()).append(' '));
            Map<String, Object> network = new TreeMap<>();
            if (scenario.resolved().get("network") instanceof Map<?, ?> written) {
                written.forEach((key, value) -> network.put(String.valueOf(key), value));
            }
            network.remove("file");
            network.put("topology", "line");
            resolved.put("network", network);
        }
        JsonText yaml = new JsonText();
        write(yaml, resolved);
        return document(scenario.name(), yaml.toString(), links.toString().trim());
    }

    private static boolean followsTrace(Scenario scenario) {
        return scenario.resolved().get("network") instanceof Map<?, ?> network && network.get("trace") != null;
    }

    private static String document(String name, String text, String links) {
        return new JsonText()
                .open('{')
                .field("name", name)
                .field("text", text)
                .field("links", links)
                .close('}')
                .toString();
    }

    private static void write(JsonText json, Object value) {
        if (value instanceof Map<?, ?> map) {
            json.open('{');
            map.forEach((key, each) -> {
                json.name(String.valueOf(key));
                write(json, each);
            });
            json.close('}');
        } else if (value instanceof List<?> list) {
            json.open('[');
            list.forEach(each -> write(json, each));
            json.close(']');
        } else {
            json.raw(value instanceof String text ? JsonText.quoted(text) : String.valueOf(value));
        }
    }
}
