package io.meshlock.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The modules of this build, as the root pom lists them, and the classes in their output folders.
 *
 * <p>Folders instead of the class path: a module is looked at because it is in the pom, not because somebody remembered to
 * depend on it, and test classes are in no jar.
 */
final class Modules {

    /** The repository. Surefire starts tests in the folder of their module. */
    static final Path ROOT = Objects.requireNonNull(
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent());

    private static final String OUTPUT = System.getProperty("architecture.output", "target");
    private static final Set<String> PROFILES =
            Set.of(System.getProperty("architecture.profiles", "").split(","));

    private static final List<Module> ALL = read();

    /** Every package a slice of its own, however deep. */
    static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private Modules() {}

    /** Apart, because reading them takes a while, and not every test wants them. */
    private static final class Compiled {
        static final JavaClasses CLASSES = new ClassFileImporter()
                .importPaths(ALL.stream()
                        .flatMap(module -> Stream.of(module.mainFolder(), module.testFolder()))
                        .filter(Files::isDirectory)
                        .toList());
    }

    /** A module with classes: its folder, relative to the root, and its pom. */
    record Module(String name, Document pom) {

        Path mainFolder() {
            return ROOT.resolve(name).resolve(OUTPUT).resolve("classes");
        }

        Path testFolder() {
            return ROOT.resolve(name).resolve(OUTPUT).resolve("test-classes");
        }

        JavaClasses main() {
            return Compiled.CLASSES.that(comeFrom(mainFolder()));
        }

        JavaClasses tests() {
            return Compiled.CLASSES.that(comeFrom(testFolder()));
        }

        boolean hasSources(String kind) {
            return Files.isDirectory(
                    ROOT.resolve(name).resolve("src").resolve(kind).resolve("java"));
        }

        String artifact() {
            return text(pom.getDocumentElement(), "artifactId");
        }

        boolean isPublished() {
            NodeList skip = pom.getElementsByTagName("maven.deploy.skip");
            return skip.getLength() == 0 || !skip.item(0).getTextContent().equals("true");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Module> all() {
        return ALL;
    }

    static JavaClasses mainAndTests() {
        return Compiled.CLASSES;
    }

    static JavaClasses main() {
        return Compiled.CLASSES.that(DescribedPredicate.describe(
                "are no tests", type -> ALL.stream().anyMatch(module -> isIn(module.mainFolder(), type))));
    }

    static Document pom(String folder) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(ROOT.resolve(folder).resolve("pom.xml").toFile());
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(folder + "/pom.xml", e);
        }
    }

    /** The text of a direct child; empty if there is none. */
    static String text(Element parent, String name) {
        return children(parent, name).map(Node::getTextContent).findFirst().orElse("");
    }

    static Stream<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found.stream();
    }

    private static List<Module> read() {
        Element root = pom("").getDocumentElement();
        Stream<Element> profiles = children(root, "profiles")
                .flatMap(list -> children(list, "profile"))
                .filter(profile -> PROFILES.contains(text(profile, "id")));
        return Stream.concat(Stream.of(root), profiles)
                .flatMap(part -> children(part, "modules"))
                .flatMap(list -> children(list, "module"))
                .map(Node::getTextContent)
                .map(name -> new Module(name, pom(name)))
                .filter(module ->
                        !text(module.pom().getDocumentElement(), "packaging").equals("pom"))
                // one has the tests of another, compiled with other libraries: the same classes once more
                .filter(module -> module.hasSources("main") || module.hasSources("test"))
                .toList();
    }

    private static DescribedPredicate<JavaClass> comeFrom(Path folder) {
        return DescribedPredicate.describe("come from " + folder, type -> isIn(folder, type));
    }

    private static boolean isIn(Path folder, JavaClass type) {
        return type.getSource()
                .map(source -> Path.of(source.getUri()).startsWith(folder))
                .orElse(false);
    }
}
