package io.meshlock.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.architecture.Modules.Module;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;

/** No module is forgotten: neither by the rules, nor by the bill of materials. */
@DisplayName("Modules")
class ModulesTest {

    /** Stands alone, without the parent of the modules: nothing but this test keeps it in step with them. */
    private static final Element BOM = Modules.pom("bom").getDocumentElement();

    @TestFactory
    Stream<DynamicTest> everyModuleIsLookedAt() {
        return Modules.all().stream()
                .map(module -> DynamicTest.dynamicTest(module.name(), () -> {
                    String advice = module + " must be compiled before this module: name it in architecture/pom.xml";
                    assertThat(module.main().isEmpty()).as(advice).isNotEqualTo(module.hasSources("main"));
                    assertThat(module.tests().isEmpty()).as(advice).isNotEqualTo(module.hasSources("test"));
                }));
    }

    @Test
    void theBomNamesWhatIsPublished() {
        List<String> published = Modules.all().stream()
                .filter(Module::isPublished)
                .map(Module::artifact)
                .toList();
        assertThat(managed().stream().map(dependency -> Modules.text(dependency, "artifactId")))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void theBomHasTheVersionOfTheModules() {
        assertThat(Modules.text(BOM, "version"))
                .isEqualTo(Modules.text(Modules.pom("").getDocumentElement(), "version"));
        assertThat(managed().stream().map(dependency -> Modules.text(dependency, "version")))
                .containsOnly("${project.version}");
    }

    private static List<Element> managed() {
        return Modules.children(BOM, "dependencyManagement")
                .flatMap(management -> Modules.children(management, "dependencies"))
                .flatMap(dependencies -> Modules.children(dependencies, "dependency"))
                .toList();
    }
}
