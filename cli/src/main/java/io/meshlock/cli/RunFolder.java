package io.meshlock.cli;

import io.meshlock.laboratory.scenario.Scenario;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** The folder of {@code --out}: the scenario, the result document and the journals. */
final class RunFolder {

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes the folder and puts the scenario into it, before any time is spent on running it. */
    static RunFolder prepare(Path folder, Path scenarioFile, Scenario scenario) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("--out: '" + folder + "' is a file; expected a folder");
        }
        copy(scenarioFile, folder.resolve("scenario.yaml"));
        if (scenario.resolved().get("network") instanceof Map<?, ?> network
                && network.get("file") instanceof String list) {
            copyBeside(scenarioFile, folder, Path.of(list));
        }
        return new RunFolder(folder);
    }

    /** Copies a list of links, so that the scenario in the folder can be run again, unless its path leads outside. */
    private static void copyBeside(Path scenarioFile, Path folder, Path list) throws IOException {
        Path target = folder.resolve(list).normalize();
        if (!list.isAbsolute() && target.startsWith(folder.normalize())) {
            Path parent = target.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            copy(scenarioFile.resolveSibling(list), target);
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
