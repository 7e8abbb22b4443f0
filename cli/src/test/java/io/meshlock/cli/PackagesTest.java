package io.meshlock.cli;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** How the packages of the command line build on each other: the root on the commands, they on what they share. */
class PackagesTest {

    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlock.cli");

    @Test
    void packagesHaveNoCycles() {
        assertThat(CLI).hasSizeGreaterThan(50);
        slices().assignedFrom(packages())
                .should()
                .beFreeOfCycles()
                .because("a package is understood on its own: put what two packages share below both, "
                        + "into io.meshlock.cli.command or io.meshlock.cli.terminal")
                .check(CLI);
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
