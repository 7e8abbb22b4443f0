package io.meshlock.playground;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlock");

    @Test
    void thePlaygroundStandsOnTheSimulatorAndTheScenarios() {
        classes()
                .that()
                .resideInAPackage("io.meshlock.playground..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.meshlock.playground..",
                        "io.meshlock.protocol..",
                        "io.meshlock.journal..",
                        "io.meshlock.simulator..",
                        "io.meshlock.laboratory.scenario..",
                        "com.sun.net.httpserver..",
                        "org.teavm.jso..",
                        "org.jspecify..",
                        "java..")
                .because("all of it is compiled to JavaScript: no other library, and nothing of real nodes")
                .check(MAIN);
    }

    @Test
    void nothingBelowKnowsThePlayground() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.meshlock.playground..", "io.meshlock.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.meshlock.playground..")
                .check(MAIN);
    }
}
