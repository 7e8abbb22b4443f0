package io.meshlock.laboratory.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** As much of JSON Schema as the scenarios' schema uses; refuses a schema that uses more. */
final class MiniSchema {

    private static final Set<String> SAYS_NOTHING = Set.of("$schema", "$defs", "title", "description");

    private final JsonNode root;

    MiniSchema(JsonNode root) {
        this.root = root;
    }

    List<String> complaints(JsonNode document) {
        return complaints("scenario", document, root);
    }

    private List<String> complaints(String path, JsonNode value, JsonNode schema) {
        List<String> complaints = new ArrayList<>();
        for (Map.Entry<String, JsonNode> rule : schema.properties()) {
            if (!SAYS_NOTHING.contains(rule.getKey())) {
                check(path, value, schema, rule.getKey(), rule.getValue(), complaints);
            }
        }
        return complaints;
    }

    private void check(String path, JsonNode value, JsonNode schema, String rule, JsonNode wanted, List<String> all) {
        switch (rule) {
            case "properties" -> {
                for (Map.Entry<String, JsonNode> property : wanted.properties()) {
                    JsonNode inner = value.get(property.getKey());
                    if (inner != null) {
                        all.addAll(complaints(path + "." + property.getKey(), inner, property.getValue()));
                    }
                }
            }
            case "additionalProperties" ->
                value.propertyNames().stream()
                        .filter(key -> !schema.get("properties").has(key))
                        .forEach(key -> all.add(path + "." + key + ": unknown"));
            case "items" -> value.forEach(item -> all.addAll(complaints(path, item, wanted)));
            case "anyOf" ->
                require(any(wanted, choice -> complaints(path, value, choice).isEmpty()), path, rule, all);
            case "$ref" ->
                all.addAll(complaints(path, value, root.at(wanted.asString().substring(1))));
            default -> require(fits(value, rule, wanted), path, rule + " " + wanted, all);
        }
    }

    private static boolean fits(JsonNode value, String rule, JsonNode wanted) {
        return switch (rule) {
            case "type" -> hasType(value, wanted.asString());
            case "enum" -> any(wanted, value::equals);
            case "const" -> value.equals(wanted);
            case "required" -> !any(wanted, key -> !value.has(key.asString()));
            case "pattern" -> !value.isString() || value.asString().matches(wanted.asString());
            case "minimum" -> !value.isNumber() || value.asDouble() >= wanted.asDouble();
            case "maximum" -> !value.isNumber() || value.asDouble() <= wanted.asDouble();
            case "exclusiveMinimum" -> !value.isNumber() || value.asDouble() > wanted.asDouble();
            case "exclusiveMaximum" -> !value.isNumber() || value.asDouble() < wanted.asDouble();
            case "minItems" -> !value.isArray() || value.size() >= wanted.asInt();
            case "maxItems" -> !value.isArray() || value.size() <= wanted.asInt();
            case "uniqueItems" -> !value.isArray() || new HashSet<>(value.values()).size() == value.size();
            default -> throw new IllegalArgumentException("this test does not know the rule " + rule);
        };
    }

    private static boolean hasType(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "number" -> value.isNumber();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            default -> throw new IllegalArgumentException("this test does not know the type " + type);
        };
    }

    private static boolean any(JsonNode array, Predicate<JsonNode> test) {
        for (JsonNode item : array) {
            if (test.test(item)) {
                return true;
            }
        }
        return false;
    }

    private static void require(boolean fine, String path, String what, List<String> all) {
        if (!fine) {
            all.add(path + ": " + what);
        }
    }
}
