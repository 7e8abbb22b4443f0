package io.meshlock;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Dependencies between the packages of this module. */
@DisplayName("Packages")
class PackagesTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .importLocations(Set.of(Location.of(
                    Meshlock.class.getProtectionDomain().getCodeSource().getLocation())));

    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private static final ArchRule NO_CYCLES =
            slices().assignedFrom(PACKAGES).should().beFreeOfCycles();

    @Test
    void areFreeOfCycles() {
        assertThat(MAIN.containPackage("io.meshlock.internal")).isTrue();
        assertThat(MAIN.containPackage("io.meshlock.link.wire")).isTrue();
        NO_CYCLES
                .because("what needs each other belongs together, or one of the two needs an interface")
                .check(MAIN);
    }

    /** Checks that the rule above can fail. */
    @Test
    void thatAreInACycleAreFound() {
        JavaClasses twoThatNeedEachOther =
                new ClassFileImporter().importClasses(io.meshlock.cycle.There.class, io.meshlock.cycle.back.Back.class);
        assertThat(NO_CYCLES.evaluate(twoThatNeedEachOther).hasViolation()).isTrue();
    }
}
