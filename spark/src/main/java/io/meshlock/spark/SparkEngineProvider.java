package io.meshlock.spark;

import io.meshlock.laboratory.sweep.Engine;
import io.meshlock.laboratory.sweep.EngineProvider;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** {@code --engine spark}. */
public final class SparkEngineProvider implements EngineProvider {

    @Override
    public String name() {
        return "spark";
    }

    @Override
    public Engine engine(@Nullable String master, OptionalInt runsAtATime) {
        if (master != null) {
            return new SparkEngine(master, runsAtATime);
        }
        // As many tasks at a time as runs; '*' is every processor.
        String tasks = runsAtATime.isPresent() ? Integer.toString(runsAtATime.getAsInt()) : "*";
        return new SparkEngine("local[" + tasks + "]", runsAtATime);
    }
}
