package io.meshlock.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/** How the daemon's packages build on each other, and where its time comes from. */
class PackagesTest {

    private static final String TIME = "io.meshlock.daemon.time..";

    private static final Set<String> CLOCK = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.Object.wait",
            "java.time.Instant.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone");

    private static final JavaClasses DAEMON = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlock.daemon");

    @Test
    void packagesHaveNoCycles() {
        assertThat(DAEMON).hasSizeGreaterThan(50);
        slices().assignedFrom(packages())
                .should()
                .beFreeOfCycles()
                .because("a package is understood on its own: put what two packages share below both")
                .check(DAEMON);
    }

    @Test
    void timeComesFromTimeSource() {
        noClasses()
                .that()
                .resideOutsideOfPackage(TIME)
                .should()
                .accessTargetWhere(readTheClock())
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ScheduledExecutorService.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Timer.class)
                .because("tests let leases end without waiting for them: take a TimeSource, "
                        + "and wait with its await or pause instead of Object.wait")
                .check(DAEMON);
    }

    private static DescribedPredicate<JavaAccess<?>> readTheClock() {
        return DescribedPredicate.describe(
                "the machine's clock",
                access -> CLOCK.contains(access.getTargetOwner().getName() + "." + access.getName()));
    }

    /** One slice for each package; its subpackages are slices of their own. */
    private static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }
}
