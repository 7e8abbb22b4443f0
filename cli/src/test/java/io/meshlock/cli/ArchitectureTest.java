package io.meshlock.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.ThreadLocalRandomSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Guards the arrows between the modules and the determinism of everything that is simulated. */
@DisplayName("Architecture")
class ArchitectureTest {
    private static final String PROTOCOL = "io.meshlock.protocol..";
    private static final String JOURNAL = "io.meshlock.journal..";
    private static final String SIMULATOR = "io.meshlock.simulator..";
    private static final String LABORATORY = "io.meshlock.laboratory..";
    private static final String[] NODE = {
        "io.meshlock",
        "io.meshlock.internal..",
        "io.meshlock.keys..",
        "io.meshlock.link..",
        "io.meshlock.metrics..",
        "io.meshlock.spi.."
    };
    private static final String DAEMON = "io.meshlock.daemon..";
    private static final String CLI = "io.meshlock.cli..";

    /** The one class that may look at the machine's clock. */
    private static final String STOPWATCH = "io.meshlock.cli.Stopwatch";

    private static final Set<String> CLOCK = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.time.Clock.system",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.systemUTC",
            "java.time.Clock.tickMillis",
            "java.time.Clock.tickMinutes",
            "java.time.Clock.tickSeconds",
            "java.util.Calendar.getInstance",
            "java.util.Date.<init>()");

    private static final Set<String> UNSEEDED = Set.of(
            "java.lang.Math.random",
            "java.lang.StrictMath.random",
            "java.util.Collections.shuffle(java.util.List)",
            "java.util.Random.<init>()",
            "java.util.SplittableRandom.<init>()",
            "java.util.UUID.randomUUID",
            "java.util.random.RandomGenerator.getDefault",
            "java.util.random.RandomGenerator.of",
            "java.util.random.RandomGeneratorFactory.create()",
            "org.apache.commons.rng.simple.RandomSource.create()",
            "org.apache.commons.rng.simple.RandomSource.createInt",
            "org.apache.commons.rng.simple.RandomSource.createIntArray",
            "org.apache.commons.rng.simple.RandomSource.createLong",
            "org.apache.commons.rng.simple.RandomSource.createLongArray",
            "org.apache.commons.rng.simple.RandomSource.createSeed()");

    private static final Set<String> SLEEP = Set.of(
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.locks.LockSupport.parkUntil");

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlock");

    private static final JavaClasses MAIN_AND_TESTS = new ClassFileImporter().importPaths(compiledFolders());

    // ---- the arrows -------------------------------------------------------------------------------------------------

    @Test
    void everyModuleIsLookedAt() {
        for (String module : List.of(PROTOCOL, JOURNAL, SIMULATOR, LABORATORY, DAEMON, CLI)) {
            assertThat(MAIN.that(resideInAPackage(module))).as(module).isNotEmpty();
            assertThat(MAIN_AND_TESTS.that(resideInAPackage(module))).as(module).isNotEmpty();
        }
        for (String part : NODE) {
            assertThat(MAIN.that(resideInAPackage(part))).as(part).isNotEmpty();
            assertThat(MAIN_AND_TESTS.that(resideInAPackage(part))).as(part).isNotEmpty();
        }
    }

    @Test
    void protocolDependsOnTheJdkAlone() {
        check(classes()
                .that()
                .resideInAPackage(PROTOCOL)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(PROTOCOL, "java..", "org.jspecify..")
                .because("simulator, explorer and node all drive the same state machines: "
                        + "take what comes from outside as an input, and put what goes outside into an effect"));
    }

    @Test
    void journalSeesOnlyTheProtocol() {
        check(noClasses()
                .that()
                .resideInAPackage(JOURNAL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SIMULATOR, LABORATORY, DAEMON, CLI)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(NODE)
                .because("simulated and real runs write the same journal and are judged by the same checkers: "
                        + "take what a driver knows as an argument"));
    }

    @Test
    void simulatorSeesOnlyTheProtocolAndTheJournal() {
        check(noClasses()
                .that()
                .resideInAPackage(SIMULATOR)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LABORATORY, CLI)
                .because("the laboratory builds on the simulator, not the reverse: "
                        + "let the simulator offer an interface or a record that the laboratory fills in"));
    }

    @Test
    void laboratoryDoesNotSeeTheCommandLine() {
        check(noClasses()
                .that()
                .resideInAPackage(LABORATORY)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLI, "picocli..", "me.tongfei..")
                .because("experiments also run without a terminal: report progress through a callback "
                        + "that the command line draws, and return values instead of printing them"));
    }

    /** Its module is not among those that everybody builds: the spark module has a rule of its own. */
    @Test
    void nobodyNeedsSpark() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.meshlock.spark..", "org.apache.spark..", "scala..")
                .because("it is large and few use it: engines are found through EngineProvider"));
    }

    @Test
    void nodeAndSimulatorNeverSeeEachOther() {
        check(
                noClasses()
                        .that()
                        .resideInAnyPackage(NODE)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(SIMULATOR, LABORATORY, DAEMON, CLI)
                        .because(
                                "both drive the same protocol, each on its own: put what both need into the protocol or the journal"));
        check(noClasses()
                .that()
                .resideInAnyPackage(SIMULATOR, LABORATORY)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(NODE)
                .because("a simulation needs no sockets: put what both need into the protocol or the journal"));
    }

    @Test
    void daemonSeesOnlyTheNode() {
        check(noClasses()
                .that()
                .resideInAPackage(DAEMON)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SIMULATOR, LABORATORY, CLI, "picocli..")
                .because("a node in service needs no laboratory: put what both need into the protocol or the journal, "
                        + "and let the command line hand in what is its own"));
        check(noClasses()
                .that()
                .resideInAnyPackage(SIMULATOR, LABORATORY)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DAEMON)
                .because("experiments run without a daemon: put what both need into the protocol or the journal"));
    }

    @Test
    void nobodyUsesTheNodesInside() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(NODE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.meshlock.internal..", "io.meshlock.link..")
                .because("it changes without notice: use io.meshlock and io.meshlock.spi, "
                        + "or let them offer what is missing"));
    }

    /** Who writes pools should be able to change the transport, and who writes a transport need know nothing of pools. */
    @Test
    void transportsStandBehindTheirInterface() {
        check(noClasses()
                .that()
                .resideInAPackage("io.meshlock.spi..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("io.meshlock.spi..", "java..", "org.jspecify..")
                .because("other transports implement it: it speaks of bytes and links alone"));
        check(noClasses()
                .that()
                .resideInAPackage("io.meshlock.link")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.meshlock.link.tcp..", "io.netty..")
                .because("pools run over any transport: use io.meshlock.spi"));
    }

    // ---- the protocol is pure ---------------------------------------------------------------------------------------

    @Test
    void protocolAndJournalHaveNoThreads() {
        check(noClasses()
                .that()
                .resideInAnyPackage(PROTOCOL, JOURNAL)
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.concurrent..")
                        .and(DescribedPredicate.not(type(TimeUnit.class)))
                        .or(anyOf(Thread.class, ThreadLocal.class, Timer.class))
                        .as("are threads, locks, executors or timers"))
                .because("a state machine is stepped by one caller at a time: "
                        + "let the driver own the threads, and emit a SetTimer effect instead of waiting"));
    }

    @Test
    void protocolHasNoRandomness() {
        check(noClasses()
                .that()
                .resideInAPackage(PROTOCOL)
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.util.random..", "java.security..")
                        .or(anyOf(Random.class, SplittableRandom.class, ThreadLocalRandom.class))
                        .as("are random generators"))
                .orShould()
                .accessTargetWhere(use("unseeded randomness", UNSEEDED))
                .because("the same state and the same input give the same output: "
                        + "take a random choice as an input from the driver, or derive it from node names"));
    }

    @Test
    void protocolHasNoFilesSocketsOrLoggers() {
        check(noClasses()
                .that()
                .resideInAPackage(PROTOCOL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.util.logging..")
                .orShould()
                .dependOnClassesThat(anyOf(System.Logger.class, System.Logger.Level.class, ProcessBuilder.class))
                .orShould()
                .accessTargetWhere(use("a logger", Set.of("java.lang.System.getLogger")))
                .because("a state machine neither reads nor writes the world: emit an effect "
                        + "(a message, a journal entry) and let the driver encode, store or log it"));
    }

    // ---- simulated time, seeded randomness --------------------------------------------------------------------------

    @Test
    void onlyTheStopwatchReadsTheClock() {
        check(noClasses()
                .that()
                .resideInAPackage("io.meshlock..")
                .and()
                .resideOutsideOfPackages(NODE)
                .and()
                .resideOutsideOfPackage(DAEMON)
                .and()
                .doNotHaveFullyQualifiedName(STOPWATCH)
                .should()
                .accessTargetWhere(use("the machine's clock", CLOCK).or(timeOfDay()))
                .because("a run is a function of its scenario and seed: use the `now` argument or the world's "
                        + "simulated time; to time a command, use io.meshlock.cli.Stopwatch"));
    }

    @Test
    void everyRandomStreamHasASeed() {
        check(noClasses()
                .that()
                .resideInAnyPackage(PROTOCOL, JOURNAL, SIMULATOR, LABORATORY)
                .should()
                .accessTargetWhere(use("unseeded randomness", UNSEEDED))
                .orShould()
                .dependOnClassesThat(anyOf(ThreadLocalRandom.class, SecureRandom.class, ThreadLocalRandomSource.class))
                .because("a failure must replay from its seed: take the stream of your concern (mobility, loss, "
                        + "workload, schedule), made with RandomSource.XXX.create(seed) from the run's seed"));
    }

    @Test
    void nothingDependsOnObjectIdentity() {
        check(noClasses()
                .that()
                .resideInAnyPackage(PROTOCOL, JOURNAL, SIMULATOR)
                .should()
                .accessTargetWhere(use("identity hashes", Set.of("java.lang.System.identityHashCode")))
                .orShould()
                .dependOnClassesThat(anyOf(IdentityHashMap.class, WeakHashMap.class))
                .because("identity hashes differ from run to run: use node indexes, or a LinkedHashMap or TreeMap"));
    }

    @Test
    void nothingSleeps() {
        noClasses()
                .should()
                .accessTargetWhere(use("sleep", SLEEP))
                .because("a sleep is either too short or too long: drive simulated time, or await a condition "
                        + "(a latch, a future, a queue) with a timeout")
                .check(MAIN_AND_TESTS);
    }

    // ---- how the rules are written ----------------------------------------------------------------------------------

    private static void check(ArchRule rule) {
        rule.check(MAIN);
    }

    private static DescribedPredicate<JavaClass> anyOf(Class<?>... types) {
        Set<String> names = Stream.of(types).map(Class::getName).collect(Collectors.toUnmodifiableSet());
        return DescribedPredicate.describe("are any of " + names, candidate -> names.contains(candidate.getName()));
    }

    /** A use of one of {@code targets}: {@code owner.name} stands for every overload, {@code owner.name(types)} for one. */
    private static DescribedPredicate<JavaAccess<?>> use(String what, Set<String> targets) {
        return DescribedPredicate.describe(
                what,
                access -> targets.contains(access.getTargetOwner().getName() + "." + access.getName())
                        || targets.contains(access.getTarget().getFullName()));
    }

    private static DescribedPredicate<JavaAccess<?>> timeOfDay() {
        return DescribedPredicate.describe(
                "java.time's now(…)",
                access -> access.getTargetOwner().getPackageName().startsWith("java.time")
                        && access.getName().equals("now"));
    }

    /** The class folders, tests included, of every module that the build has compiled so far. */
    private static List<Path> compiledFolders() {
        Path root = Objects.requireNonNull(
                Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent());
        try (Stream<Path> modules = Files.list(root)) {
            return modules.sorted()
                    .filter(module -> Files.exists(module.resolve("pom.xml")))
                    .flatMap(module ->
                            Stream.of(module.resolve("target/classes"), module.resolve("target/test-classes")))
                    .filter(Files::isDirectory)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
