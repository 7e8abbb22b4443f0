package io.meshlock.cli.command;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.laboratory.scenario.Setting;
import io.meshlock.yaml.Value.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The {@code --set} option of every command that reads a scenario. */
public final class Settings {

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Change one value of the scenario, such as network.density=0.4; may be given several times.")
    private List<String> assignments = new ArrayList<>();

    /** The scenario file with the changes, not yet understood. */
    public Section tree(Path file) {
        return Setting.applyAll(parsed(), ScenarioReader.tree(file));
    }

    public Scenario read(Path file) {
        return Scenario.resolve(tree(file));
    }

    public List<Setting> parsed() {
        return assignments.stream()
                .map(assignment -> Setting.parse("--set", assignment))
                .toList();
    }

    /** As typed, to be appended to a command that is shown; empty without settings. */
    public String typed() {
        StringBuilder typed = new StringBuilder();
        for (String assignment : assignments) {
            typed.append(" --set ").append(assignment.matches("[\\w.=+-]+") ? assignment : "'" + assignment + "'");
        }
        return typed.toString();
    }
}
