package io.meshlock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Builds and runs examples/consumer against the artifacts in target/repository: as somebody would who has nothing but what is
 * published. Maven gets a local repository of its own, and whatever else it needs from the usual one, which stays untouched.
 */
@DisplayName("Consumer")
@Timeout(300)
class ConsumerIT {
    private static final Path CONSUMER = Modules.ROOT.resolve("examples/consumer");
    private static final Path PUBLISHED = Modules.ROOT.resolve("target/repository");

    private static final String SETTINGS = """
            <settings>
              <mirrors>
                <mirror><id>usual</id><mirrorOf>*,!built</mirrorOf><url>%s</url></mirror>
              </mirrors>
              <profiles>
                <profile>
                  <id>built</id>
                  <repositories>
                    <repository><id>built</id><url>%s</url></repository>
                  </repositories>
                </profile>
              </profiles>
              <activeProfiles><activeProfile>built</activeProfile></activeProfiles>
            </settings>
            """;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void lay() throws IOException {
        Path usual = Path.of(System.getProperty("consumer.localRepository"));
        Files.writeString(folder.resolve("settings.xml"), SETTINGS.formatted(usual.toUri(), PUBLISHED.toUri()));
        try (Stream<Path> paths = Files.walk(CONSUMER)) {
            for (Path path : paths.filter(path -> !path.startsWith(CONSUMER.resolve("target")))
                    .toList()) {
                Files.copy(path, folder.resolve("project").resolve(CONSUMER.relativize(path)));
            }
        }
    }

    @Test
    void isTheProgramOfTheReadme() throws IOException {
        String source = Files.readString(CONSUMER.resolve("src/main/java/landing/Landing.java"));
        assertThat(Files.readString(Modules.ROOT.resolve("README.md")))
                .contains("```java\n" + source.replaceFirst("package landing;\n\n", "") + "```");
    }

    @ParameterizedTest
    @ValueSource(strings = {"module-path", "class-path"})
    void runs(String way) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("consumer.maven"), "bin", isWindows() ? "mvn.cmd" : "mvn")
                        .toString(),
                "--batch-mode",
                "--quiet",
                "--settings=" + folder.resolve("settings.xml"),
                "-Dmaven.repo.local=" + folder.resolve("local"),
                "-Dstyle.color=never",
                "-P" + (way.equals("class-path") ? "" : "!") + "class-path",
                "compile",
                "exec:exec"));
        File output = folder.resolve(way + ".log").toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.resolve("project").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output);
        builder.environment().put("JAVA_HOME", Objects.requireNonNull(System.getProperty("java.home")));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output.toPath())).contains("landing, number 1, docks [1, 2]");
        assertThat(process.exitValue()).isZero();
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }
}
