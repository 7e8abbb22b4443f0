package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.Progress;
import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Measurements.Sample;
import io.meshlock.laboratory.reproduce.Study.Form;
import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.scenario.Setting;
import io.meshlock.laboratory.sweep.Engine;
import io.meshlock.laboratory.sweep.LocalEngine;
import io.meshlock.laboratory.sweep.Plan;
import io.meshlock.laboratory.sweep.Replications;
import io.meshlock.laboratory.sweep.Sweep;
import io.meshlock.laboratory.sweep.SweepRuns;
import io.meshlock.laboratory.sweep.Work;
import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Measures what some figures need and judges what the papers say about them.
 *
 * <pre>{@code
 * Reproduction reproduction = new Reproduction(Studies.select(List.of("krl-fig6")), Mode.QUICK, 1, "0.2.0");
 * Findings findings = reproduction.run(Path.of("report"));
 * findings.writeTo(Path.of("report"));
 * }</pre>
 */
public final class Reproduction {

    private static final String RUNS = "runs";

    private final List<Study> studies;
    private final Mode mode;
    private final long seed;
    private final String version;
    private Engine engine = new LocalEngine(Runtime.getRuntime().availableProcessors());
    private Progress progress = Progress.NONE;
    private Consumer<Work> started = work -> {};

    public Reproduction(List<Study> studies, Mode mode, long seed, String version) {
        this.studies = List.copyOf(studies);
        this.mode = mode;
        this.seed = seed;
        this.version = version;
    }

    /** The engine; by default the threads of this process. */
    public Reproduction engine(Engine runner) {
        engine = runner;
        return this;
    }

    public Reproduction progress(Progress watcher) {
        progress = watcher;
        return this;
    }

    /** Sets a callback that gets the work of each sweep before it begins. */
    public Reproduction started(Consumer<Work> watcher) {
        started = watcher;
        return this;
    }

    /**
     * Does what is left to do; finished runs are kept in the folder.
     *
     * @throws io.meshlock.laboratory.sweep.SweepException if the folder holds a reproduction with other settings
     */
    public Findings run(Path folder) throws IOException, InterruptedException {
        Map<Study, List<Part>> parts = new LinkedHashMap<>();
        studies.forEach(study -> parts.put(study, Part.of(study, mode)));
        double all = parts.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Reproduction::weight)
                .sum();
        double done = 0;
        List<Findings.Item> items = new ArrayList<>();
        for (Map.Entry<Study, List<Part>> study : parts.entrySet()) {
            Measurements measurements = new Measurements();
            for (Part part : study.getValue()) {
                double before = done;
                Progress inner = share -> progress.advancedTo((before + share * weight(part)) / all);
                measure(part, folder.resolve(RUNS).resolve(part.folder()), inner, measurements);
                done += weight(part);
            }
            items.addAll(items(study.getKey(), measurements));
        }
        return new Findings(items, mode, seed, version);
    }

    private static double weight(Part part) {
        return (double) part.cells().size() * part.runs();
    }

    private void measure(Part part, Path folder, Progress watcher, Measurements measurements)
            throws IOException, InterruptedException {
        Section scenario = Studies.scenario(part.study());
        for (Map.Entry<String, String> setting : part.settings().entrySet()) {
            scenario = new Setting("--set", setting.getKey(), setting.getValue()).applyTo(scenario);
        }
        Sweep sweep = Sweep.of(scenario, part.axes(), seed, Replications.fixed(part.runs()), version)
                .engine(engine)
                .skipImpossible(true)
                .in(folder)
                .progress(watcher)
                .started(started);
        List<Plan.Cell> plan = sweep.plan().cells();
        boolean possible = plan.stream().anyMatch(cell -> cell.impossible() == null);
        List<Map<Long, Map<String, Double>>> values = List.of();
        if (possible) {
            sweep.run();
            values = SweepRuns.values(folder);
        }
        for (int i = 0; i < plan.size(); i++) {
            Cell cell = part.cells().get(List.copyOf(plan.get(i).values().values()));
            if (cell != null) {
                String impossible = plan.get(i).impossible();
                measurements.put(
                        cell,
                        impossible == null
                                ? new Sample(new TreeMap<>(values.get(i)), null)
                                : new Sample(new TreeMap<>(), impossible));
            }
        }
    }

    private List<Findings.Item> items(Study study, Measurements measurements) {
        Judge judge = new Judge(study, measurements);
        List<Findings.Item> items = new ArrayList<>();
        for (Figure figure : study.figures()) {
            List<Findings.Judged> claims = figure.claims().stream()
                    .map(claim -> new Findings.Judged(
                            claim, judge.judge(claim, Form.PRINTED), judge.judge(claim, Form.CORRECTED)))
                    .toList();
            items.add(new Findings.Item(study, figure, measurements, claims));
        }
        return items;
    }
}
