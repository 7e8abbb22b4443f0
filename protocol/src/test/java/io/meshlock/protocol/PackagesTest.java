package io.meshlock.protocol;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.meshlock.protocol.cycle.Knot;
import org.junit.jupiter.api.Test;

/** Packages of this module depend on each other in one direction: contract, token, algorithms, registry. */
class PackagesTest {

    /** Every package is a slice of its own, a parent and its sub-packages too. */
    private static final class OnePerPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "one slice per package";
        }
    }

    private static final ArchRule NO_CYCLES = slices().assignedFrom(new OnePerPackage())
            .should()
            .beFreeOfCycles()
            .because("a package should be readable with only those below it: move shared types into the lower one");

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlock.protocol");

    @Test
    void packagesAreFreeOfCycles() {
        assertThat(MAIN).extracting(JavaClass::getPackageName).contains("io.meshlock.protocol");
        NO_CYCLES.check(MAIN);
    }

    /** The rule sees a cycle between the contract package and one below it. */
    @Test
    void aCycleIsNoticed() {
        JavaClasses tangled = new ClassFileImporter().importClasses(Knot.class, KnotEnd.class);
        assertThatThrownBy(() -> NO_CYCLES.check(tangled)).hasMessageContaining("Cycle detected");
    }

    @Test
    void theRegistryIsOnTop() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.meshlock.protocol.registry")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.protocol.registry")
                .because("an algorithm that looks others up by name depends on all of them")
                .check(MAIN);
    }

    @Test
    void tokenAlgorithmsAndRecoveryMeetOnlyInToken() {
        noClasses()
                .that()
                .resideInAPackage("io.meshlock.protocol.prioritized..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.protocol.recovery..")
                .because("what a token algorithm needs of recovery is an interface in io.meshlock.protocol.token")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("io.meshlock.protocol.recovery..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.protocol.prioritized..")
                .because("recovery wraps any algorithm with one token")
                .check(MAIN);
    }
}
