package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.OutFolder;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The folder of {@code --out}: the scenario, the result document and the journals. */
final class RunFolder {

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes the folder and puts the scenario into it, before any time is spent on running it. */
    static RunFolder prepare(Path folder, Path scenarioFile, Scenario scenario) throws IOException {
        OutFolder.create(folder);
        Path kept = folder.resolve("scenario.yaml");
        if (scenario.source().isFromOneSource()) {
            copy(scenarioFile, kept);
        } else {
            Files.writeString(
                    kept,
                    "# As it was run: with what was included or set, and all defaults.\n"
                            + Json.write(scenario.resolved()));
        }
        if (scenario.source().get("network") instanceof Section network) {
            copyFileOf(network, folder);
            if (network.get("trace") instanceof Section trace) {
                copyFileOf(trace, folder);
            }
        }
        return new RunFolder(folder);
    }

    /** Copies a file that a section names, so that the scenario can be run again, unless its path leads outside. */
    private static void copyFileOf(Section section, Path folder) throws IOException {
        if (!(section.get("file") instanceof Text name)) {
            return;
        }
        Path source = name.place().beside(name.text());
        Path list = Path.of(name.text());
        Path target = folder.resolve(list).normalize();
        if (!list.isAbsolute() && target.startsWith(folder.normalize())) {
            Path parent = target.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            copy(source, target);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(to) || !Files.isSameFile(from, to)) {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    Path path() {
        return folder;
    }

    void writeResult(String json) throws IOException {
        Files.writeString(folder.resolve("result.json"), json);
    }
}
