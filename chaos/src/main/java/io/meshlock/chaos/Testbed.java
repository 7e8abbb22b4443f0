package io.meshlock.chaos;

import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Real hosts on one machine, for as long as a run takes.
 *
 * <pre>{@code
 * int verdict = Testbed.prepare(Path.of("run-7"), scenario, settings, List.of("java", "-jar", "meshlock.jar"), List.of()).run();
 * }</pre>
 */
public final class Testbed {

    /** Every host is a process: more would not fit into the memory of a machine as testbeds are run on. */
    public static final int MOST_HOSTS = 250;

    /** The kinds of faults; {@code restore} is not drawn unless it is named: no mesh bears it. */
    public static final List<String> KINDS = List.of(
            "kill",
            "kill-holder",
            "pause",
            "pause-holder",
            "slow",
            "cut",
            "one-way-cut",
            "isolate",
            "isolate-holder",
            "partition",
            "flap",
            "full-disk",
            "forget",
            "restart",
            "rolling-restart",
            "leave-and-return",
            "leave-for-good",
            "join",
            "revoke",
            "expire",
            "clock",
            "small-heap",
            "upgrade",
            "resize",
            "restore");

    private static final int SECONDS_TO_END = 30;

    private final Path folder;

    private Testbed(Path folder) {
        this.folder = folder;
    }

    /** True if a folder has nothing in it that a run would mix with. */
    public static boolean isFree(Path folder) throws IOException {
        return TestbedFolder.isFree(folder);
    }

    /**
     * Writes everything that a run needs into its folder.
     *
     * @param meshlock the words that start a Meshlock command, without the command
     * @param before the same of the earlier build that the hosts begin with; empty if it is this one
     */
    public static Testbed prepare(
            Path folder, Scenario scenario, ChaosSettings settings, List<String> meshlock, List<String> before)
            throws IOException {
        String plan = Json.line(TestbedPlan.of(scenario, settings, meshlock, before));
        Path whole = Files.createDirectories(folder).toRealPath();
        TestbedFolder.copyPrograms(whole);
        TestbedFolder.issueKeys(whole, scenario.spec().nodes());
        Files.writeString(whole.resolve(TestbedFolder.PLAN), plan + "\n");
        return new Testbed(whole);
    }

    /**
     * Runs it, and returns 0 if the witness found nothing, 1 if it did, 2 if this machine cannot run it, 130 if it was
     * interrupted. When this process ends, however it ends, all hosts end with it: they see that its end of a pipe is
     * gone.
     */
    public int run() throws IOException, InterruptedException {
        Path program = folder.resolve(TestbedFolder.PROGRAMS).resolve("run.py");
        Process process = new ProcessBuilder("python3", program.toString(), folder.toString())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread end = new Thread(() -> end(process), "meshlock-testbed-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return process.waitFor();
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(end);
            } catch (IllegalStateException e) {
                // The process is stopping, and the hook ends the hosts.
            }
        }
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
