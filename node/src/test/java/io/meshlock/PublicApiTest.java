package io.meshlock;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Signatures of the public API use only types that users can see. */
@DisplayName("The public API")
class PublicApiTest {

    private static final URL CLASSES =
            Meshlock.class.getProtectionDomain().getCodeSource().getLocation();
    private static final JavaClasses MAIN = new ClassFileImporter().importLocations(Set.of(Location.of(CLASSES)));
    private static final Set<String> EXPORTED = exported();

    private static Set<String> exported() {
        try (InputStream in = new URL(CLASSES, "module-info.class").openStream()) {
            return ModuleDescriptor.read(in).exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final ArchRule SELF_CONTAINED = classes()
            .that(are("public, in a package that is exported", PublicApiTest::isApi))
            .should(mentionOnlyWhatUsersSee());

    private static DescribedPredicate<JavaClass> are(String what, java.util.function.Predicate<JavaClass> test) {
        return DescribedPredicate.describe(what, test);
    }

    private static boolean isApi(JavaClass type) {
        return EXPORTED.contains(type.getPackageName()) && isVisible(type);
    }

    /** True if the class and all its enclosing classes are public. */
    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(PUBLIC)
                && type.getEnclosingClass().map(PublicApiTest::isVisible).orElse(true);
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(PUBLIC) || member.getModifiers().contains(PROTECTED);
    }

    private static ArchCondition<JavaClass> mentionOnlyWhatUsersSee() {
        return new ArchCondition<>("mention only types that users see") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaType each : mentioned(type)) {
                    for (JavaClass raw : each.getAllInvolvedRawTypes()) {
                        if (!isKnownToUsers(raw.getBaseComponentType())) {
                            events.add(
                                    SimpleConditionEvent.violated(type, type.getName() + " mentions " + raw.getName()));
                        }
                    }
                }
            }
        };
    }

    private static List<JavaType> mentioned(JavaClass type) {
        List<JavaType> types = new ArrayList<>(type.getInterfaces());
        type.getSuperclass().ifPresent(types::add);
        types.addAll(type.getTypeParameters());
        type.getFields().stream()
                .filter(PublicApiTest::isVisible)
                .map(JavaField::getType)
                .forEach(types::add);
        Stream.concat(type.getMethods().stream(), type.getConstructors().stream())
                .filter(PublicApiTest::isVisible)
                .flatMap(PublicApiTest::mentioned)
                .forEach(types::add);
        return types;
    }

    private static Stream<JavaType> mentioned(JavaCodeUnit code) {
        return Stream.concat(
                Stream.of(code.getReturnType()),
                Stream.concat(code.getParameterTypes().stream(), code.getExceptionTypes().stream()));
    }

    private static boolean isKnownToUsers(JavaClass type) {
        String where = type.getPackageName();
        return type.isPrimitive()
                || where.startsWith("java.")
                || where.startsWith("javax.")
                || where.startsWith("io.micrometer.") // optional: programs that want metrics bring it
                || isApi(type);
    }

    @Test
    void mentionsNothingThatUsersDoNotSee() {
        SELF_CONTAINED
                .because("users would get a value that they cannot name: let the API have a type of its own")
                .check(MAIN);
    }

    /** Checks that the rule above can fail: the runtime's own signatures have many such types. */
    @Test
    void wouldBeFoundToLeak() {
        ArchRule inside = classes().that().resideInAPackage("io.meshlock.link").should(mentionOnlyWhatUsersSee());
        assertThat(inside.evaluate(MAIN).hasViolation()).isTrue();
        assertThat(EXPORTED).hasSize(4);
    }
}
