package io.meshlock.laboratory.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats of traces. */
public enum TraceFormat {
    /** Movements as ns-2's setdest writes them, a Tcl script. */
    NS2(true, ".ns_movements"),
    /** BonnMotion's native format: one line per node, {@code t x y} for every waypoint. */
    BONNMOTION(true, ".movements"),
    /** Connections of the ONE simulator: {@code t CONN a b up} or {@code down}. */
    ONE(false, ".one"),
    /** Contacts: {@code a b start end}, or {@code t i j} with a granularity. */
    CONTACTS(false, ".contacts"),
    /** Positions: {@code time,node,x,y}. */
    CSV(true, ".csv"),
    /** A mesh as JSON: nodes, and links with a quality; it does not change. */
    GRAPH(false, ".json");

    private final boolean positions;
    private final String ending;

    TraceFormat(boolean positions, String ending) {
        this.positions = positions;
        this.ending = ending;
    }

    /** As scenarios and flags write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(TraceFormat::label).toList();
    }

    /** True if nodes have positions, so that links come from a radius; false if the trace has the links themselves. */
    public boolean hasPositions() {
        return positions;
    }

    public static @Nullable TraceFormat named(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(label))
                .findFirst()
                .orElse(null);
    }

    /** The format that a file's name suggests, or else its first lines; null if neither does, or there is no file. */
    public static @Nullable TraceFormat ofFile(Path file) {
        TraceFormat named = ofFile(file.toString());
        return named == null && Files.isRegularFile(file) ? FormatGuess.of(file) : named;
    }

    /** The format that a file's name suggests, if it does; a {@code .gz} at its end does not matter. */
    public static @Nullable TraceFormat ofFile(String name) {
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        return Arrays.stream(values())
                .filter(format -> plain.endsWith(format.ending))
                .findFirst()
                .orElse(null);
    }
}
