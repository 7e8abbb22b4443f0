package io.meshlock.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The module io.meshlock.protocol")
class ModuleTest {

    /**
     * Simulators and nodes drive algorithms of every package; a new one is easily forgotten, since most of us use the
     * class path.
     */
    @Test
    void exportsEveryPackage() throws Exception {
        Path classes = Path.of(Protocol.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        ModuleDescriptor module;
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            module = ModuleDescriptor.read(in);
        }
        List<String> exported = module.exports().stream()
                .map(ModuleDescriptor.Exports::source)
                .sorted()
                .toList();
        assertThat(exported).isEqualTo(packages(classes));
    }

    private static List<String> packages(Path classes) throws Exception {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> classes.relativize(file.getParent()).toString().replace('/', '.'))
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .sorted()
                    .toList();
        }
    }
}
