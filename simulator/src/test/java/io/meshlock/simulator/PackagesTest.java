package io.meshlock.simulator;

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
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The packages of the simulator stand one above the other. */
@DisplayName("Packages of the simulator")
class PackagesTest {

    /** Every package is a slice of its own, one that contains others too. */
    private static final SliceAssignment BY_PACKAGE = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            return SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private static final ArchRule NO_CYCLES =
            slices().assignedFrom(BY_PACKAGE).should().beFreeOfCycles();

    @Test
    void formNoCycles() {
        JavaClasses main = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.meshlock.simulator");
        assertThat(main).isNotEmpty();
        NO_CYCLES.check(main);
    }

    /** The JDK's own: lists take functions, and functions use java.util.Objects. */
    @Test
    void wouldBeFoundIfTheyFormedOne() {
        JavaClasses entangled =
                new ClassFileImporter().importClasses(List.class, UnaryOperator.class, Function.class, Objects.class);
        assertThatThrownBy(() -> NO_CYCLES.check(entangled))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected")
                .hasMessageContaining("java.util.function");
    }
}
