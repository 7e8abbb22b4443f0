package io.meshlock.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The module is a way to run sweeps and nothing else. */
class SparkArchitectureTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshlock.spark");

    @Test
    void sparkSeesOnlyTheLaboratory() {
        classes()
                .that()
                .resideInAPackage("io.meshlock.spark..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.meshlock.spark..",
                        "io.meshlock.laboratory..",
                        "org.apache.spark..",
                        "java.lang..",
                        "java.io..",
                        "java.util..",
                        "org.jspecify..")
                .because("an engine hands units of a sweep to executors and their outcomes back: what decides about a "
                        + "run belongs to the laboratory, what people read to the command line")
                .check(MAIN);
    }
}
