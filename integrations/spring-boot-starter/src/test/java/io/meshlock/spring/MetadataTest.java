package io.meshlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The metadata for editors")
class MetadataTest {

    private static final Pattern PROPERTY =
            Pattern.compile("\"name\": \"([^\"]+)\",\\s*\"type\": \"[^\"]+\",\\s*\"description\": \"([^\"]+)\"");

    @Test
    void describesEveryProperty() throws IOException {
        List<String> described = new ArrayList<>();
        Matcher matcher = PROPERTY.matcher(metadata());
        while (matcher.find()) {
            described.add(matcher.group(1));
            assertThat(matcher.group(2)).as(matcher.group(1)).endsWith(".");
        }
        assertThat(described).containsExactlyElementsOf(names("meshlock", MeshlockProperties.class));
    }

    private static String metadata() throws IOException {
        String name = "/META-INF/spring-configuration-metadata.json";
        try (InputStream in = Objects.requireNonNull(MeshlockProperties.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> names(String prefix, Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                names.addAll(names(name, component.getType()));
            } else {
                names.add(name);
            }
        }
        return names;
    }
}
