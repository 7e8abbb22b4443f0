package io.meshlock.cli;

import io.meshlock.cli.keys.KeysCommand;
import io.meshlock.cli.laboratory.AlgorithmsCommand;
import io.meshlock.cli.laboratory.MergeCommand;
import io.meshlock.cli.laboratory.PlotCommand;
import io.meshlock.cli.laboratory.ReproduceCommand;
import io.meshlock.cli.laboratory.SimCommand;
import io.meshlock.cli.laboratory.SweepCommand;
import io.meshlock.cli.laboratory.TraceCommand;
import io.meshlock.cli.node.AcquireCommand;
import io.meshlock.cli.node.DemoCommand;
import io.meshlock.cli.node.DestroyCommand;
import io.meshlock.cli.node.DrainCommand;
import io.meshlock.cli.node.EventsCommand;
import io.meshlock.cli.node.HoldersCommand;
import io.meshlock.cli.node.MembersCommand;
import io.meshlock.cli.node.NodeCommand;
import io.meshlock.cli.node.PoolsCommand;
import io.meshlock.cli.node.RecoverCommand;
import io.meshlock.cli.node.ReleaseCommand;
import io.meshlock.cli.node.RenewCommand;
import io.meshlock.cli.node.ResizeCommand;
import io.meshlock.cli.node.RunCommand;
import io.meshlock.cli.node.StatusCommand;
import io.meshlock.cli.node.WatchCommand;
import io.meshlock.cli.proof.ExploreCommand;
import io.meshlock.cli.proof.HuntCommand;
import io.meshlock.cli.proof.PlayCommand;
import io.meshlock.cli.proof.ReplayCommand;
import io.meshlock.cli.proof.TestbedCommand;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands, in the order in which help lists them. A command is made only when it is asked for: {@code run} should
 * not load the laboratory.
 */
enum Commands {
    DEMO(Group.NODE),
    NODE(Group.NODE),
    RUN(Group.NODE),
    ACQUIRE(Group.NODE),
    RENEW(Group.NODE),
    RELEASE(Group.NODE),
    STATUS(Group.NODE),
    POOLS(Group.NODE),
    HOLDERS(Group.NODE),
    MEMBERS(Group.NODE),
    WATCH(Group.NODE),
    EVENTS(Group.NODE),
    DRAIN(Group.NODE),
    RESIZE(Group.NODE),
    RECOVER(Group.NODE),
    DESTROY(Group.NODE),
    KEYS(Group.NODE),
    PLAY(Group.LABORATORY),
    SIM(Group.LABORATORY),
    SWEEP(Group.LABORATORY),
    MERGE(Group.LABORATORY),
    PLOT(Group.LABORATORY),
    REPRODUCE(Group.LABORATORY),
    TRACE(Group.LABORATORY),
    ALGORITHMS(Group.LABORATORY),
    HUNT(Group.PROOF),
    EXPLORE(Group.PROOF),
    REPLAY(Group.PROOF),
    TESTBED(Group.PROOF),
    HELP(Group.HELP),
    COMPLETION(Group.HELP),
    MAN(Group.HELP);

    /** The command that tells of the others, as it is typed. */
    static final String HELP_WORD = "help";

    /** What commands are for. */
    enum Group {
        NODE("Nodes and permits"),
        LABORATORY("Laboratory"),
        PROOF("Proof"),
        HELP("Help");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        List<Commands> commands() {
            return List.of(Commands.values()).stream()
                    .filter(command -> command.group == this)
                    .toList();
        }
    }

    private final Group group;

    Commands(Group group) {
        this.group = group;
    }

    /** The command's name as it is typed. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True if the command tells of the others. */
    boolean readsOthers() {
        return group == Group.HELP;
    }

    /** A new command that writes there. */
    Object create(PrintWriter out, PrintWriter err) {
        return switch (this) {
            case DEMO -> new DemoCommand(out, err);
            case NODE -> new NodeCommand(out, err);
            case RUN -> new RunCommand(err);
            case ACQUIRE -> new AcquireCommand(out, err);
            case RENEW -> new RenewCommand(out, err);
            case RELEASE -> new ReleaseCommand(out, err);
            case STATUS -> new StatusCommand(out);
            case POOLS -> new PoolsCommand(out);
            case HOLDERS -> new HoldersCommand(out);
            case MEMBERS -> new MembersCommand(out);
            case EVENTS -> new EventsCommand(out);
            case WATCH -> new WatchCommand(out);
            case DRAIN -> new DrainCommand(out);
            case RESIZE -> new ResizeCommand(out);
            case RECOVER -> new RecoverCommand(out);
            case DESTROY -> new DestroyCommand(out);
            case KEYS -> KeysCommand.create(out);
            case PLAY -> new PlayCommand(out);
            case SIM -> new SimCommand(out, err);
            case SWEEP -> new SweepCommand(out, err);
            case MERGE -> new MergeCommand(out);
            case PLOT -> new PlotCommand(out);
            case REPRODUCE -> new ReproduceCommand(out, err);
            case TRACE -> TraceCommand.create(out);
            case ALGORITHMS -> new AlgorithmsCommand(out);
            case HUNT -> new HuntCommand(out, err);
            case EXPLORE -> new ExploreCommand(out, err);
            case REPLAY -> new ReplayCommand(out);
            case TESTBED -> new TestbedCommand(out);
            case HELP -> new HelpCommand(out);
            case COMPLETION -> new CompletionCommand(out);
            case MAN -> new ManCommand(out);
        };
    }

    /** The command's name and what it is for, and nothing else: reading all flags of all commands takes a while. */
    CommandLine outline(PrintWriter out, PrintWriter err) {
        Object command = create(out, err);
        if (command instanceof CommandLine whole) {
            return whole; // it has subcommands, and few flags
        }
        Command words = Objects.requireNonNull(command.getClass().getAnnotation(Command.class));
        CommandSpec spec = CommandSpec.create().name(word());
        spec.usageMessage().description(words.description());
        return new CommandLine(spec);
    }

    /** The command of this name. */
    static Optional<Commands> named(String word) {
        return List.of(values()).stream()
                .filter(command -> command.word().equals(word))
                .findFirst();
    }

    /** The names of all commands. */
    static List<String> words() {
        return List.of(values()).stream().map(Commands::word).toList();
    }
}
