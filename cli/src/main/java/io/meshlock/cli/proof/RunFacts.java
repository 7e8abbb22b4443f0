package io.meshlock.cli.proof;

import io.meshlock.cli.command.UsageException;
import io.meshlock.daemon.page.Movement;
import io.meshlock.daemon.page.RecordedRun.Facts;
import io.meshlock.demo.Demo;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.mobility.Moving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Facts about a recorded run beside its journals: from the scenario of a simulation, or from {@value Demo#FACTS}. */
final class RunFacts {

    private static final Pattern SEED = Pattern.compile("journal-(-?\\d+)\\.jsonl(\\.gz)?");

    private RunFacts() {}

    static Facts of(JournalFile journal) throws IOException {
        Path scenario = journal.file().resolveSibling("scenario.yaml");
        if (Files.exists(scenario)) {
            return ofSimulation(ScenarioReader.read(scenario), journal.file());
        }
        Path beside = journal.file().resolveSibling(Demo.FACTS);
        return Files.exists(beside)
                ? ofNodes(beside)
                : new Facts(String.valueOf(journal.file().getFileName()), "", pool -> 0, null);
    }

    private static Facts ofSimulation(Scenario scenario, Path journal) {
        WorldSpec spec = scenario.spec();
        Matcher seed = SEED.matcher(String.valueOf(journal.getFileName()));
        boolean seeded = seed.matches();
        String title = scenario.name() + (seeded ? ", seed " + seed.group(1) : "");
        Movement movement = seeded ? movement(spec, Long.parseLong(seed.group(1))) : null;
        return new Facts(title, "", pool -> spec.pool().permits(), movement);
    }

    private static @Nullable Movement movement(WorldSpec spec, long seed) {
        if (!(spec.network().topology() instanceof Moving moving)) {
            return null;
        }
        long mobility = new RandomStreams(seed).seedOf(Concern.MOBILITY);
        return new WalkedMovement(moving.mobility().walkers(spec.nodes(), mobility));
    }

    private static Facts ofNodes(Path file) throws IOException {
        Map<String, Integer> permits = new TreeMap<>();
        try {
            JsonNode document = JsonMapper.shared().readTree(Files.readString(file));
            document.path("pools")
                    .properties()
                    .forEach(pool -> permits.put(pool.getKey(), pool.getValue().asInt()));
            return new Facts(document.path("title").asString(""), "s", pool -> permits.getOrDefault(pool, 0), null);
        } catch (JacksonException e) {
            throw new UsageException(file + ": is not JSON; expected a title and pools, as 'demo --out' writes them");
        }
    }
}
