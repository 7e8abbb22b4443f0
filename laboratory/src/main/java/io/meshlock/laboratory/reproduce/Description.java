package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.reproduce.Claim.Amount;
import io.meshlock.laboratory.reproduce.Claim.Bend;
import io.meshlock.laboratory.reproduce.Claim.Bounds;
import io.meshlock.laboratory.reproduce.Claim.Never;
import io.meshlock.laboratory.reproduce.Claim.Ratio;
import io.meshlock.laboratory.reproduce.Claim.Spread;
import io.meshlock.laboratory.reproduce.Study.Dimension;
import io.meshlock.laboratory.reproduce.Study.Effort;
import io.meshlock.laboratory.reproduce.Study.Form;
import io.meshlock.laboratory.reproduce.Study.Level;
import io.meshlock.laboratory.reproduce.Study.Variant;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Items;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the description of a study. These files are part of the program, so a mistake in one is a bug. */
final class Description {

    private final Section section;

    private Description(Section section) {
        this.section = section;
    }

    static Study read(String source, String yaml) {
        return new Description(ScenarioReader.tree(source, yaml)).study();
    }

    private Study study() {
        List<Variant> variants = new ArrayList<>();
        inner("forms")
                .section
                .entries()
                .forEach((form, roles) -> new Description(as(roles, Section.class))
                        .section
                        .entries()
                        .forEach((role, algorithm) -> variants.add(new Variant(
                                Form.valueOf(form.toUpperCase(Locale.ROOT)), role, settings("algorithm", algorithm)))));
        return new Study(
                text("study"),
                text("paper"),
                text("scenario"),
                optional("set"),
                variants,
                list("dimensions").stream().map(Description::dimension).toList(),
                inner("quick").effort(),
                inner("full").effort(),
                list("figures").stream().map(Description::figure).toList());
    }

    private Effort effort() {
        return new Effort(Integer.parseInt(text("runs")), optional("set"));
    }

    private Dimension dimension() {
        List<String> quick = section.get("quick") == null ? List.of() : texts("quick");
        List<Level> levels = new ArrayList<>();
        inner("levels")
                .section
                .entries()
                .forEach((label, value) -> levels.add(
                        new Level(label, settings(or("path", ""), value), quick.isEmpty() || quick.contains(label))));
        return new Dimension(text("name"), text("title"), levels);
    }

    /** One value of a key, or several keys with their values. */
    private static Map<String, String> settings(String path, Value value) {
        return value instanceof Section several
                ? new Description(several).plain()
                : Map.of(path, as(value, Text.class).text());
    }

    private Figure figure() {
        return new Figure(
                text("figure"),
                text("title"),
                text("text"),
                text("metric"),
                text("metricTitle"),
                text("x"),
                section.get("panels") == null ? List.of() : texts("panels"),
                or("logX", "false").equals("true"),
                or("logY", "false").equals("true"),
                list("claims").stream().map(Description::claim).toList());
    }

    private Claim claim() {
        Map<String, List<String>> at = new LinkedHashMap<>();
        if (section.get("at") != null) {
            Description levels = inner("at");
            levels.section.entries().keySet().forEach(key -> at.put(key, levels.texts(key)));
        }
        return new Claim(text("claim"), text("says"), at, test());
    }

    private Claim.Test test() {
        if (section.get("never") != null) {
            return new Never(text("never"));
        }
        Bounds bounds =
                new Bounds(number("above", Double.NEGATIVE_INFINITY), number("below", Double.POSITIVE_INFINITY));
        if (section.get("ratio") != null) {
            return new Ratio(text("ratio"), inner("of").plain(), inner("to").plain(), bounds);
        }
        if (section.get("bend") != null) {
            return new Bend(text("bend"), text("along"), text("from"), text("middle"), text("to"), bounds);
        }
        return section.get("spread") != null
                ? new Spread(text("spread"), text("along"), bounds)
                : new Amount(text("amount"), bounds);
    }

    private double number(String key, double otherwise) {
        return section.get(key) == null ? otherwise : Double.parseDouble(text(key));
    }

    private Map<String, String> optional(String key) {
        return section.get(key) == null ? Map.of() : inner(key).plain();
    }

    private Map<String, String> plain() {
        Map<String, String> plain = new LinkedHashMap<>();
        section.entries().keySet().forEach(key -> plain.put(key, text(key)));
        return plain;
    }

    private String text(String key) {
        return as(section.get(key), Text.class).text().strip();
    }

    private String or(String key, String otherwise) {
        return section.get(key) == null ? otherwise : text(key);
    }

    private Description inner(String key) {
        return new Description(as(section.get(key), Section.class));
    }

    private List<Description> list(String key) {
        return as(section.get(key), Items.class).values().stream()
                .map(item -> new Description(as(item, Section.class)))
                .toList();
    }

    /** A list of texts; one text stands for a list of one. */
    private List<String> texts(String key) {
        Value value = section.get(key);
        List<Value> items = value instanceof Items several ? several.values() : List.of(as(value, Text.class));
        return items.stream().map(item -> as(item, Text.class).text()).toList();
    }

    private static <T extends Value> T as(@Nullable Value value, Class<T> type) {
        if (!type.isInstance(value)) {
            String where = value == null ? "a key is missing" : value.place().toString();
            throw new IllegalStateException(where + ": expected a " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
