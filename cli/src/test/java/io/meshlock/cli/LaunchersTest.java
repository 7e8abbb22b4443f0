package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts that start the JVM: that of a checkout, and that of the package. */
@DisplayName("Launchers")
class LaunchersTest {

    private static final Pattern SHORT = Pattern.compile("\\n    (run \\|.*) \\| '' \\| -\\*\\)\\n");

    /** A node and the demo go on for long; of the laboratory, only the list of algorithms is short. */
    @ParameterizedTest
    @ValueSource(strings = {"../meshlock", "../packaging/meshlock"})
    void startEveryShortCommandEarly(Path launcher) throws IOException {
        Set<String> expected = new TreeSet<>();
        Stream.of(Commands.Group.NODE, Commands.Group.HELP)
                .flatMap(group -> group.commands().stream())
                .filter(command -> command != Commands.NODE && command != Commands.DEMO)
                .forEach(command -> expected.add(command.word()));
        expected.add(Commands.ALGORITHMS.word());
        Matcher list = SHORT.matcher(Files.readString(launcher));
        assertThat(list.find()).isTrue();
        assertThat(Set.of(list.group(1).split(" \\| ", -1))).isEqualTo(expected);
    }
}
