package io.meshlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs Meshlock on the module path; all other tests have it on the class path. */
@DisplayName("The module io.meshlock")
class ModulePathTest {

    /** The modules that Meshlock needs at run time, without test tools. */
    private static final Pattern NEEDED = Pattern.compile(
            ".*/(node|protocol|journal)/target/.*|.*/(netty|protobuf|fastutil|bc(pkix|prov|util)|slf4j)[^/]*");

    private final ModuleLayer layer = layer();

    private static ModuleLayer layer() {
        Path[] path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> NEEDED.matcher(entry).matches() && !entry.contains("test-classes"))
                .map(Path::of)
                .toArray(Path[]::new);
        ModuleLayer parent = ModuleLayer.boot();
        Configuration modules =
                parent.configuration().resolveAndBind(ModuleFinder.of(path), ModuleFinder.of(), Set.of("io.meshlock"));
        return parent.defineModulesWithOneLoader(modules, ClassLoader.getPlatformClassLoader());
    }

    private Module module() {
        return layer.findModule("io.meshlock").orElseThrow();
    }

    @Test
    void startsNodes() throws Exception {
        Class<?> api = layer.findLoader("io.meshlock").loadClass(Meshlock.class.getName());
        assertThat(api.getModule()).isSameAs(module());
        Object builder = api.getMethod("builder").invoke(null);
        Method name = builder.getClass().getMethod("node", String.class);
        Object node = builder.getClass().getMethod("start").invoke(name.invoke(builder, "drone-7"));
        try {
            assertThat(node.getClass().getModule()).isSameAs(module());
            assertThat(api.getMethod("node").invoke(node)).isEqualTo("drone-7");
        } finally {
            api.getMethod("close").invoke(node);
        }
    }

    @Test
    void showsItsFrontDoorOnly() {
        List<String> open = module().getPackages().stream()
                .filter(module()::isExported)
                .sorted()
                .toList();
        assertThat(open).containsExactly("io.meshlock", "io.meshlock.keys", "io.meshlock.metrics", "io.meshlock.spi");
        assertThat(module().getPackages()).contains("io.meshlock.internal", "io.meshlock.link.wire");
    }
}
