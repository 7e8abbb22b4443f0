package io.meshlock.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Guards the arrows between the modules and between their packages, and the determinism of everything that is simulated. The
 * module of this test is built last, so that it sees all others.
 */
@DisplayName("Architecture")
class ArchitectureTest {
    private static final String PROTOCOL = "io.meshlock.protocol..";
    private static final String JOURNAL = "io.meshlock.journal..";
    private static final String SIMULATOR = "io.meshlock.simulator..";
    private static final String YAML = "io.meshlock.yaml..";
    private static final String LABORATORY = "io.meshlock.laboratory..";
    private static final String PLAYGROUND = "io.meshlock.playground..";
    private static final String[] NODE = {
        "io.meshlock",
        "io.meshlock.internal..",
        "io.meshlock.keys..",
        "io.meshlock.link..",
        "io.meshlock.metrics..",
        "io.meshlock.spi.."
    };
    private static final String DAEMON = "io.meshlock.daemon..";
    private static final String DEMO = "io.meshlock.demo..";
    private static final String CHAOS = "io.meshlock.chaos..";
    private static final String CLI = "io.meshlock.cli..";
    private static final String BENCHMARK = "io.meshlock.benchmark..";
    private static final String SPARK = "io.meshlock.spark..";
    private static final String[] INTEGRATIONS = {"io.meshlock.shedlock..", "io.meshlock.spring.."};

    /** The one class that may look at the machine's clock. */
    private static final String STOPWATCH = "io.meshlock.cli.terminal.Stopwatch";

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

    private static final Set<String> WAIT = Set.of("java.lang.Object.wait");

    private static final Set<String> SLEEP = Set.of(
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.locks.LockSupport.parkUntil");

    private static final JavaClasses MAIN = Modules.main();
    private static final JavaClasses MAIN_AND_TESTS = Modules.mainAndTests();

    // ---- the arrows -------------------------------------------------------------------------------------------------

    @Test
    void everyPackageInTheRulesIsThere() {
        for (String part : List.of(
                YAML, PROTOCOL, JOURNAL, SIMULATOR, LABORATORY, PLAYGROUND, DAEMON, DEMO, CHAOS, CLI, BENCHMARK)) {
            assertThat(MAIN.that(resideInAPackage(part))).as(part).isNotEmpty();
        }
        for (String part : INTEGRATIONS) {
            assertThat(MAIN.that(resideInAPackage(part))).as(part).isNotEmpty();
        }
        for (String part : NODE) {
            assertThat(MAIN.that(resideInAPackage(part))).as(part).isNotEmpty();
        }
    }

    /** Packages are the map of a module: with a cycle in it, no part can be read, tested or moved without the others. */
    @TestFactory
    Stream<DynamicTest> packagesAreFreeOfCycles() {
        return Modules.all().stream()
                .flatMap(module -> Stream.of(
                        freeOfCycles(module + ", main", module.main()),
                        freeOfCycles(module + ", tests", module.tests())));
    }

    private static DynamicTest freeOfCycles(String name, JavaClasses classes) {
        ArchRule rule = slices().assignedFrom(Modules.PACKAGES)
                .should()
                .beFreeOfCycles()
                .as("packages of " + name + " should be free of cycles")
                .because("what two packages both need goes into a third one below them")
                .allowEmptyShould(true);
        return DynamicTest.dynamicTest(name, () -> rule.check(classes));
    }

    /** Otherwise the rule above would say nothing. In the JDK, lists take functions, and functions use java.util.Objects. */
    @Test
    void aCycleIsNoticed() {
        JavaClasses entangled =
                new ClassFileImporter().importClasses(List.class, UnaryOperator.class, Function.class, Objects.class);
        ArchRule rule = slices().assignedFrom(Modules.PACKAGES).should().beFreeOfCycles();
        assertThatThrownBy(() -> rule.check(entangled)).hasMessageContaining("Cycle detected");
    }

    @Test
    void theRegistryIsOnTopOfTheProtocol() {
        check(noClasses()
                .that()
                .resideInAPackage(PROTOCOL)
                .and()
                .resideOutsideOfPackage("io.meshlock.protocol.registry")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.protocol.registry")
                .because("an algorithm that looks others up by name depends on all of them"));
    }

    @Test
    void tokenAlgorithmsAndRecoveryMeetOnlyInToken() {
        check(noClasses()
                .that()
                .resideInAPackage("io.meshlock.protocol.prioritized..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.protocol.recovery..")
                .because("what a token algorithm needs of recovery is an interface in io.meshlock.protocol.token"));
        check(noClasses()
                .that()
                .resideInAPackage("io.meshlock.protocol.recovery..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.protocol.prioritized..")
                .because("recovery wraps any algorithm with one token"));
    }

    @Test
    void theDaemonsTimeComesFromItsTimeSource() {
        check(noClasses()
                .that()
                .resideInAPackage(DAEMON)
                .and()
                .resideOutsideOfPackage("io.meshlock.daemon.time..")
                .should()
                .accessTargetWhere(
                        use("the machine's clock", CLOCK).or(timeOfDay()).or(use("Object.wait", WAIT)))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ScheduledExecutorService.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Timer.class)
                .because("tests let leases end without waiting for them: take a TimeSource, "
                        + "and wait with its await or pause instead of Object.wait"));
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
    void yamlSeesNoOtherModule() {
        check(classes()
                .that()
                .resideInAPackage(YAML)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(YAML, "java..", "org.jspecify..", "org.snakeyaml..")
                .because("scenarios and configurations are read by the same code: "
                        + "what only one of them knows belongs to the laboratory or to the daemon"));
        check(noClasses()
                .that()
                .resideOutsideOfPackage(YAML)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.snakeyaml..")
                .because("one reader knows file and line of every value: use io.meshlock.yaml"));
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

    @Test
    void playgroundStandsOnTheSimulatorAndTheScenarios() {
        check(classes()
                .that()
                .resideInAPackage(PLAYGROUND)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        PLAYGROUND,
                        PROTOCOL,
                        JOURNAL,
                        SIMULATOR,
                        YAML,
                        "io.meshlock.laboratory.scenario..",
                        "com.sun.net.httpserver..",
                        "org.teavm.jso..",
                        "org.jspecify..",
                        "java..")
                .because("all of it is compiled to JavaScript: no other library, and nothing of real nodes"));
        check(noClasses()
                .that()
                .resideOutsideOfPackages(PLAYGROUND, CLI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(PLAYGROUND)
                .because("it is something to look at: put what others need into the module it belongs to"));
    }

    @Test
    void librariesOfIntegrationsStayThere() {
        check(noClasses()
                .that()
                .resideInAPackage("io.meshlock..")
                .and()
                .resideOutsideOfPackages(INTEGRATIONS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(INTEGRATIONS)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "net.javacrumbs..")
                .because("who uses Meshlock without a framework gets none of it: "
                        + "let the API offer what an integration needs"));
    }

    @Test
    void integrationsUseTheApiAlone() {
        check(noClasses()
                .that()
                .resideInAnyPackage(INTEGRATIONS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.meshlock.internal..",
                        "io.meshlock.link..",
                        PROTOCOL,
                        JOURNAL,
                        SIMULATOR,
                        LABORATORY,
                        DAEMON,
                        CLI)
                .because("they are written as anybody could write them: with what io.meshlock exports"));
    }

    @Test
    void nobodyNeedsSpark() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(SPARK)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPARK, "org.apache.spark..", "scala..")
                .because("it is large and few use it: engines are found through EngineProvider"));
    }

    @Test
    void sparkSeesOnlyTheLaboratory() {
        check(classes()
                .that()
                .resideInAPackage(SPARK)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        SPARK,
                        LABORATORY,
                        YAML,
                        "org.apache.spark..",
                        "java.lang..",
                        "java.io..",
                        "java.util..",
                        "org.jspecify..")
                .because("an engine hands units of a sweep to executors and their outcomes back: what decides about a "
                        + "run belongs to the laboratory, what people read to the command line")
                .allowEmptyShould(true));
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
    void onlyTheCommandLineShowsTheDemo() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(DEMO, CLI)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DEMO)
                .because("it is something to look at, not a part: put what others need into the module it belongs to"));
        check(noClasses()
                .that()
                .resideInAPackage(DEMO)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLI, "picocli..", "me.tongfei..")
                .because("the demo also runs without a terminal: return values, and let the command line print them"));
    }

    @Test
    void chaosPlansFromOutside() {
        check(classes()
                .that()
                .resideInAPackage(CHAOS)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        CHAOS,
                        PROTOCOL,
                        JOURNAL,
                        SIMULATOR,
                        LABORATORY,
                        "io.meshlock.keys..",
                        "java..",
                        "org.jspecify..")
                .because("hosts are processes that run the packaged command: a testbed that reached into a node "
                        + "would test something else"));
        check(noClasses()
                .that()
                .resideOutsideOfPackages(CHAOS, CLI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CHAOS)
                .because("it is a way to test: put what others need into the module it belongs to"));
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
                .resideOutsideOfPackages("io.meshlock.spi..", "java..", "org.jspecify..", "org.slf4j..")
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
                .resideOutsideOfPackages(INTEGRATIONS)
                .and()
                .resideOutsideOfPackages(DAEMON, BENCHMARK)
                .and()
                .doNotHaveFullyQualifiedName(STOPWATCH)
                .should()
                .accessTargetWhere(use("the machine's clock", CLOCK).or(timeOfDay()))
                .because("a run is a function of its scenario and seed: use the `now` argument or the world's "
                        + "simulated time; to time a command, use io.meshlock.cli.terminal.Stopwatch"));
    }

    @Test
    void everyRandomStreamHasASeed() {
        check(noClasses()
                .that()
                .resideInAnyPackage(PROTOCOL, JOURNAL, SIMULATOR, LABORATORY)
                .should()
                .accessTargetWhere(use("unseeded randomness", UNSEEDED))
                .orShould()
                .dependOnClassesThat(anyOf(ThreadLocalRandom.class, SecureRandom.class))
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.apache.commons.rng.simple.ThreadLocalRandomSource")
                .because("a failure must replay from its seed: take the stream of your concern (mobility, loss, "
                        + "workload, schedule), made by RandomStreams from the run's seed"));
    }

    @Test
    void nothingDependsOnObjectIdentity() {
        check(noClasses()
                .that()
                .resideInAnyPackage(PROTOCOL, JOURNAL, SIMULATOR)
                // They only look objects up, and never go through the map.
                .and()
                .doNotHaveFullyQualifiedName("io.meshlock.simulator.explore.StateGraph")
                .and()
                .doNotHaveFullyQualifiedName("io.meshlock.simulator.inspect.LedgerReader")
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
}
