package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.recovery.CrashRecovery;
import io.meshlock.protocol.token.RecoverableAlgorithm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Compiles an algorithm from its sources with one change, in memory. The product itself has no switches. */
final class MutantCompiler {

    private static final String PACKAGE = "io.meshlock.protocol.";
    private static final String PRIORITIZED = "prioritized.Prioritized";
    private static final Path SOURCES = Path.of("..", "protocol", "src", "main", "java", "io", "meshlock", "protocol");

    /** Classes that messages and probes share: mutants use them as they are, and do not compile their own. */
    private static final Set<String> RECOVERY_CONTRACT = Set.of(
            "ClockReading.java",
            "FrozenToken.java",
            "Heartbeat.java",
            "Offer.java",
            "PeerState.java",
            "Promise.java",
            "Proposal.java",
            "RecoveryMessage.java",
            "RecoveryWireSize.java",
            "TokenHandoff.java",
            "package-info.java");

    private MutantCompiler() {}

    /** A form of the prioritized algorithm with one text replaced, which must be there exactly once. */
    static Algorithm compile(String file, String text, String replacement, String algorithm) throws IOException {
        List<JavaFileObject> sources = read("prioritized", Set.of(), file, text, replacement);
        return CrashRecovery.around((RecoverableAlgorithm) constant(load(sources), PRIORITIZED, algorithm));
    }

    /** The algorithm of a package, by the class and the constant that name it, with one text replaced. */
    static Algorithm compile(
            String folder, String file, String text, String replacement, String registry, String algorithm)
            throws IOException {
        List<JavaFileObject> sources = read(folder, Set.of(), file, text, replacement);
        return (Algorithm) constant(load(sources), folder + "." + registry, algorithm);
    }

    /** The prioritized algorithm with one text replaced, its own or recovery's; messages of recovery stay as they are. */
    static Algorithm compileRecovery(String file, String text, String replacement) throws IOException {
        boolean inner = Files.exists(SOURCES.resolve("prioritized").resolve(file));
        List<JavaFileObject> sources = read("prioritized", Set.of(), inner ? file : "", text, replacement);
        sources.addAll(read("recovery", RECOVERY_CONTRACT, inner ? "" : file, text, replacement));
        Classes classes = load(sources);
        try {
            return (Algorithm) classes.loadClass(PACKAGE + "recovery.CrashRecovery")
                    .getMethod("around", RecoverableAlgorithm.class)
                    .invoke(null, constant(classes, PRIORITIZED, "ANCHORED"));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the mutant cannot be loaded", e);
        }
    }

    private static List<JavaFileObject> read(
            String folder, Set<String> without, String file, String text, String replacement) throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (String name : without) {
            if (!Files.exists(SOURCES.resolve(folder).resolve(name))) {
                throw new AssertionError("there is no " + name + " in " + folder);
            }
        }
        try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
            for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = path.getFileName().toString();
                String source = Files.readString(path);
                if (name.equals(file)) {
                    source = replaceOnce(source, text, replacement);
                }
                if (!without.contains(name)) {
                    sources.add(new Source(name, source));
                }
            }
        }
        return sources;
    }

    private static Classes load(List<JavaFileObject> sources) throws IOException {
        return new Classes(compile(sources));
    }

    private static Object constant(Classes classes, String holder, String name) {
        try {
            return classes.loadClass(PACKAGE + holder).getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the mutant cannot be loaded", e);
        }
    }

    private static String replaceOnce(String source, String text, String replacement) {
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new AssertionError("no longer applies: the text must be there exactly once: " + text);
        }
        return source.substring(0, at) + replacement + source.substring(at + text.length());
    }

    private static Map<String, ByteArrayOutputStream> compile(List<JavaFileObject> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> compiled = new TreeMap<>();
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath());
        try (JavaFileManager files =
                new Memory(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8), compiled)) {
            boolean fine =
                    compiler.getTask(null, files, null, options, null, sources).call();
            if (!fine) {
                throw new AssertionError("the mutant does not compile");
            }
        }
        return compiled;
    }

    private static String classPath() {
        return place(Algorithm.class) + System.getProperty("path.separator") + place(NullMarked.class);
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> compiled;

        Memory(JavaFileManager files, Map<String, ByteArrayOutputStream> compiled) {
            super(files);
            this.compiled = compiled;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    compiled.put(name, bytes);
                    return bytes;
                }
            };
        }
    }

    /** Its own classes first: the real ones have the same names. */
    private static final class Classes extends ClassLoader {

        private final Map<String, ByteArrayOutputStream> compiled;

        Classes(Map<String, ByteArrayOutputStream> compiled) {
            super(MutantCompiler.class.getClassLoader());
            this.compiled = compiled;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = compiled.get(name);
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, bytes.toByteArray(), 0, bytes.size());
            }
        }
    }
}
