package io.meshlock.chaos;

import io.meshlock.keys.MeshAuthority;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;

/** The folder of a run: programs, keys, plan; and later journals, logs, the witness's book and the verdict. */
final class TestbedFolder {

    static final String PROGRAMS = "programs";
    static final String PLAN = "plan.json";

    private static final Duration CERTIFICATES_LAST = Duration.ofDays(30);
    private static final int FIRST_VOTERS = 3;

    /** Names of the programs, which are resources beside this class. */
    static final List<String> FILES = List.of(
            "api.py",
            "clock.c",
            "faults.py",
            "hosts.py",
            "judgement.py",
            "kernel.py",
            "load.py",
            "page.py",
            "run.py",
            "switch.py",
            "witness.py");

    private TestbedFolder() {}

    /** True if nothing is in the way of a run. */
    static boolean isFree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return true;
        }
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            return !inside.iterator().hasNext();
        }
    }

    static void copyPrograms(Path folder) throws IOException {
        Path programs = Files.createDirectories(folder.resolve(PROGRAMS));
        for (String name : FILES) {
            try (InputStream program = TestbedFolder.class.getResourceAsStream("programs/" + name)) {
                if (program == null) {
                    throw new IllegalStateException("this build has no " + name);
                }
                Files.copy(program, programs.resolve(name));
            }
        }
    }

    /** Keys for hosts n1, n2, …, whose numbers are those in their names; the first of them vote first. */
    static void issueKeys(Path folder, int hosts) {
        MeshAuthority authority = MeshAuthority.init(folder.resolve("authority"), "testbed", InstantSource.system());
        List<String> names =
                IntStream.rangeClosed(1, hosts).mapToObj(number -> "n" + number).toList();
        for (String name : names) {
            authority.issue(name, CERTIFICATES_LAST, false);
        }
        authority.nameVoters(names.subList(0, hosts < FIRST_VOTERS ? 1 : FIRST_VOTERS));
    }
}
