package io.meshlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.InProcessNetwork;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example in the documentation of the public packages, in the guide and in the README is compiled, and run unless
 * it needs a port of its own. A block that is a whole class is taken as it is.
 */
@DisplayName("Examples")
class ExamplesTest {

    private static final Path SOURCES = Path.of("src/main/java/io/meshlock");
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\n(.*?)\n \\* }</pre>", Pattern.DOTALL);

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern WHOLE = Pattern.compile("public class (\\w+)");

    /** Names that examples may use without declaring them. */
    private static final String FRAME = """
            import io.meshlock.*;
            import io.meshlock.spi.InProcessNetwork;
            import io.meshlock.metrics.MeshlockMetrics;
            import io.micrometer.core.instrument.MeterRegistry;
            import java.nio.file.Path;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;

            public class Example {
                static Meshlock mesh;
                static PermitPool docks;
                static InProcessNetwork network;
                static MeterRegistry registry;

                public static void run(Meshlock m, PermitPool d, InProcessNetwork n, MeterRegistry r)
                        throws Exception {
                    mesh = m; docks = d; network = n; registry = r;
                    example();
                }

                static void land(Object... how) {}

                static void lead(long number) {}

                static void example() throws Exception {
            %s
                }
            }
            """;

    private record Example(String name, String code) {}

    private static List<Example> examples() throws IOException {
        List<Example> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES, 2)) {
            for (Path file : files.filter(ExamplesTest::isPublic).sorted().toList()) {
                Matcher matcher = EXAMPLE.matcher(Files.readString(file));
                for (int i = 1; matcher.find(); i++) {
                    String code = matcher.group(1).replaceAll("(?m)^ \\* ?", "");
                    found.add(new Example(file.getFileName() + " " + i, code));
                }
            }
        }
        for (Path page : List.of(Path.of("../README.md"), Path.of("../docs/guide/java.md"))) {
            Matcher matcher = BLOCK.matcher(Files.readString(page));
            for (int i = 1; matcher.find(); i++) {
                found.add(new Example(page.getFileName() + " " + i, matcher.group(1)));
            }
        }
        return found;
    }

    private static boolean isPublic(Path file) {
        Path folder = file.getParent();
        return Files.isRegularFile(file) && (folder.equals(SOURCES) || folder.equals(SOURCES.resolve("metrics")));
    }

    @Test
    void areThere() throws IOException {
        assertThat(examples())
                .extracting(Example::name)
                .contains("Grant.java 1", "DistributedLock.java 1", "Meshlock.java 1", "MeshlockBuilder.java 1")
                .contains(
                        "java.md 1",
                        "MeshlockMetrics.java 1",
                        "PermitPool.java 1",
                        "PoolConfig.java 1",
                        "Request.java 1");
    }

    @TestFactory
    Stream<DynamicTest> work(@TempDir Path folder) throws IOException {
        return examples().stream()
                .map(example -> DynamicTest.dynamicTest(
                        example.name(),
                        () -> run(
                                example,
                                Files.createDirectory(
                                        folder.resolve(example.name().replace(' ', '-'))))));
    }

    private static void run(Example example, Path folder) throws Exception {
        Matcher whole = WHOLE.matcher(example.code());
        boolean isWhole = whole.find();
        String name = isWhole ? whole.group(1) : "Example";
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, isWhole ? example.code() : FRAME.formatted(example.code()));
        int errors = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                .run(null, null, null, "-proc:none", "-d", folder.toString(), "-cp", classPath(), source.toString());
        assertThat(errors).as(example.name() + " compiles").isZero();
        if (example.code().contains(".listen(")) {
            return;
        }
        MeterRegistry registry = new SimpleMeterRegistry();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()}, ExamplesTest.class.getClassLoader());
                InProcessNetwork network = new InProcessNetwork();
                Meshlock mesh = Meshlock.builder()
                        .inProcess(network, 1, "one")
                        .bootstrap()
                        .start()) {
            if (isWhole) {
                loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                return;
            }
            Method run = loader.loadClass(name).getMethods()[0];
            PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
            run.invoke(null, mesh, docks, network, registry);
            assertThat(docks.availablePermits())
                    .as("an example gives back what it takes")
                    .isEqualTo(5);
        }
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
