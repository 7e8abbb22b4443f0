package io.meshlock.cli.proof;

import io.meshlock.simulator.explore.SpaceTimeDiagram;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of commands that may find something, and what to type to look at it. */
final class FoundStory {

    /** A name that nobody has to think of. */
    private static final String USUAL = "found.txt";

    @Option(names = "--save", paramLabel = "FILE", description = "Keep the narrative of what was found in this file.")
    private @Nullable Path save;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw what was found as a space-time diagram.")
    private @Nullable Path svg;

    /** True for a story that can be told again, command by command; timed ones are told by their seed alone. */
    static boolean isNarrative(String story) {
        return story.lines().anyMatch(line -> line.startsWith("mesh "));
    }

    /** Keeps what the flags ask for. */
    void keep(String story) throws IOException {
        if (save != null) {
            Files.writeString(save, story);
        }
        if (svg != null && isNarrative(story)) {
            Files.writeString(svg, SpaceTimeDiagram.draw(story));
        }
    }

    /** Says how to look at the story. */
    void tell(String story, PrintWriter out) {
        Path file = save == null ? Path.of(USUAL) : save;
        String kept = save == null ? "keep it with --save " + file + "; then " : "kept in " + file + ": ";
        String picture = file.toString().replaceFirst("(\\.txt)?$", ".svg");
        if (isNarrative(story)) {
            out.println(kept + "'./meshlock replay " + file + " --playground' plays it, "
                    + (svg == null
                            ? "'./meshlock replay " + file + " --svg " + picture + "' draws it"
                            : "and it is drawn in " + svg));
        } else if (save != null) {
            out.println("kept in " + save);
        }
    }
}
