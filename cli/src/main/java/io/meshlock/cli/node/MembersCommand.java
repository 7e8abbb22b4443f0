package io.meshlock.cli.node;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Stopwatch;
import io.meshlock.cli.terminal.Table;
import io.meshlock.daemon.client.DaemonClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code meshlock members}: the voters of a pool. */
@Command(
        name = "members",
        description = {
            "Shows the voters of a pool: the nodes of which a majority keeps it going.",
            "",
            "--remove says that a voter will not come back, as when its machine was taken away: another node takes its "
                    + "place, or it does without. The token's holder does that by itself for voters that are gone for long."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown; with --remove, it votes no longer",
            "1:it still votes after --wait",
            "2:a wrong flag or value, no such pool or voter, or no node answers"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock members docks", "  ./meshlock members docks --remove drone-7"})
public final class MembersCommand implements Callable<Integer> {

    private static final long LOOK_MILLIS = 200;

    private final PrintWriter out;

    /** Never counted down: used to sleep between polls. */
    private final CountDownLatch never = new CountDownLatch(1);

    @Parameters(paramLabel = "POOL", description = "The pool.")
    private String pool = "";

    @Mixin
    private ApiFlags api = new ApiFlags();

    @Option(names = "--remove", paramLabel = "NODE", description = "A voter that is gone for good, by name or number.")
    private @Nullable String gone;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "With --remove: how long to wait until it votes no longer; default ${DEFAULT-VALUE}.")
    private String wait = "30s";

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    public MembersCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration timeout = RequestFlags.duration("--wait", wait);
        DaemonClient client = api.client();
        String path = "/api/v1/pools/" + DaemonClient.encode(pool) + "/members";
        JsonNode members = client.get(path);
        boolean removed = true;
        if (gone != null) {
            int number = number(members, gone);
            client.delete(path + "/" + number);
            Stopwatch watch = new Stopwatch();
            members = client.get(path);
            while (votes(members, number) && watch.seconds() < timeout.toMillis() / 1e3) {
                never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                members = client.get(path);
            }
            removed = !votes(members, number);
        }
        if (json) {
            out.println(members.toPrettyString());
        } else {
            print(members, removed);
        }
        return removed ? ExitCodes.OK : ExitCodes.FOUND_SOMETHING;
    }

    private static int number(JsonNode members, String who) {
        List<String> names = new ArrayList<>();
        for (JsonNode voter : members.get("voters")) {
            String number = voter.get("number").asString();
            if (number.equals(who) || voter.path("node").asString("").equals(who)) {
                return voter.get("number").asInt();
            }
            names.add(voter.path("node").asString(number));
        }
        throw new UsageException("--remove: '" + who + "' does not vote; expected one of " + String.join(", ", names));
    }

    private static boolean votes(JsonNode members, int number) {
        for (JsonNode voter : members.get("voters")) {
            if (voter.get("number").asInt() == number) {
                return true;
            }
        }
        return false;
    }

    private void print(JsonNode members, boolean removed) {
        Table table = new Table("voter", "number", "state").left(2);
        members.get("voters")
                .forEach(voter -> table.row(
                        voter.path("node").asString("-"),
                        voter.get("number").asString(),
                        voter.get("inReach").asBoolean() ? "in reach" : "out of reach"));
        table.lines().forEach(out::println);
        int voters = members.get("voters").size();
        out.println(members.get("majority").asInt() + " of " + voters + (voters == 1 ? " voter" : " voters")
                + " must be in reach for pool '" + pool + "' to grant");
        if (members.has("problem")) {
            out.println("problem: " + members.get("problem").asString());
        }
        if (!removed) {
            out.println(
                    "'" + gone + "' still votes: a majority of the voters has to agree, and did not within " + wait);
        }
    }
}
