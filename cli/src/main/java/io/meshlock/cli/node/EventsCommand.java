package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Stopwatch;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code meshlock events}: what happens at a node, as it happens. */
@Command(
        name = "events",
        description = "Prints what happens at a running node, as it happens, until Ctrl-C.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:--count events were printed", "2:a wrong flag or value, no node answers, or it stopped"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock events",
            "  ./meshlock events --pool docks --json | jq .type",
            "  ./meshlock events --type lost-grant --count 1 && ./page-somebody"
        })
public final class EventsCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--pool", paramLabel = "POOL", description = "Only of this pool.")
    private @Nullable String pool;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "Only of this type, as granted, released, lost-grant, problem, link-up or link-down.")
    private @Nullable String type;

    @Option(names = "--count", paramLabel = "N", description = "End after so many events; without it, at Ctrl-C.")
    private long count = Long.MAX_VALUE;

    @Option(names = "--json", description = "Print one JSON document per event, each on a line.")
    private boolean json;

    private long printed;

    public EventsCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        api.client().follow("/api/v1/events", this::take);
        return ExitCodes.OK;
    }

    /** Prints an event if it is wanted; false if no more are. */
    private boolean take(String what, String data) {
        JsonNode document = JsonMapper.shared().readTree(data);
        boolean ofPool = pool == null
                || pool.equals(
                        document.path("pool").asString(document.path("name").asString("")));
        if (ofPool && (type == null || type.equals(what))) {
            out.println(json ? line(what, (ObjectNode) document) : words(what, document));
            out.flush();
            printed++;
        }
        return printed < count;
    }

    private static String line(String what, ObjectNode document) {
        ObjectNode line = JsonMapper.shared().createObjectNode();
        line.put("type", what).put("time", Stopwatch.moment().toString());
        line.setAll(document);
        return line.toString();
    }

    private static String words(String what, JsonNode document) {
        List<String> words = new ArrayList<>();
        words.add(Stopwatch.moment().truncatedTo(ChronoUnit.MILLIS).toString());
        words.add(what);
        for (String key : List.of(
                "pool",
                "name",
                "neighbour",
                "client",
                "permits",
                "slots",
                "fencingToken",
                "reason",
                "problem",
                "id",
                "events")) {
            JsonNode value = document.path(key);
            if (!value.isMissingNode() && !value.isNull()) {
                words.add(key + "=" + (value.isString() ? value.asString() : value.toString()));
            }
        }
        return String.join(" ", words);
    }
}
