package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.recovery.CrashRecovery;
import io.meshlock.protocol.token.RecoverableAlgorithm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/**
 * Compiles an algorithm with one change, in memory. The product itself has no switches. Only the changed file is compiled; the
 * rest of its package is loaded anew from the classes of the build, so that all of it is one package.
 */
final class MutantCompiler {

    private static final String PACKAGE = "io.meshlock.protocol.";
    private static final String PRIORITIZED = "prioritized.Prioritized";
    private static final Path SOURCES = Path.of("..", "protocol", "src", "main", "java", "io", "meshlock", "protocol");

    /** Classes that messages and probes share: mutants use them as they are, and have none of their own. */
    private static final Set<String> RECOVERY_CONTRACT = Set.of(
            "ClockReading",
            "FrozenToken",
            "Heartbeat",
            "Offer",
            "PeerState",
            "Promise",
            "Proposal",
            "RecoveryMessage",
            "RecoveryWireSize",
            "TokenHandoff");

    private MutantCompiler() {}

    /** A form of the prioritized algorithm with one text replaced, which must be there exactly once. */
    static Algorithm compile(String file, String text, String replacement, String algorithm) throws IOException {
        Classes classes = new Classes(mutate("prioritized", file, text, replacement), Set.of("prioritized"), Set.of());
        return CrashRecovery.around((RecoverableAlgorithm) constant(classes, PRIORITIZED, algorithm));
    }

    /** The algorithm of a package, by the class and the constant that name it, with one text replaced. */
    static Algorithm compile(
            String folder, String file, String text, String replacement, String registry, String algorithm)
            throws IOException {
        Classes classes = new Classes(mutate(folder, file, text, replacement), Set.of(folder), Set.of());
        return (Algorithm) constant(classes, folder + "." + registry, algorithm);
    }

    /** The prioritized algorithm with one text replaced, its own or recovery's; messages of recovery stay as they are. */
    static Algorithm compileRecovery(String file, String text, String replacement) throws IOException {
        for (String shared : RECOVERY_CONTRACT) {
            if (!Files.exists(SOURCES.resolve("recovery").resolve(shared + ".java"))) {
                throw new AssertionError("there is no " + shared + " in recovery");
            }
        }
        boolean inner = Files.exists(SOURCES.resolve("prioritized").resolve(file));
        Classes classes = new Classes(
                mutate(inner ? "prioritized" : "recovery", file, text, replacement),
                Set.of("prioritized", "recovery"),
                RECOVERY_CONTRACT);
        try {
            return (Algorithm) classes.loadClass(PACKAGE + "recovery.CrashRecovery")
                    .getMethod("around", RecoverableAlgorithm.class)
                    .invoke(null, constant(classes, PRIORITIZED, "ANCHORED"));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the mutant cannot be loaded", e);
        }
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

    /** The classes of one file, with one text replaced. */
    private static Map<String, ByteArrayOutputStream> mutate(
            String folder, String file, String text, String replacement) throws IOException {
        String original = Files.readString(SOURCES.resolve(folder).resolve(file));
        JavaFileObject source = new Source(file, replaceOnce(original, text, replacement));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> compiled = new TreeMap<>();
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath());
        try (JavaFileManager files =
                new Memory(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8), compiled)) {
            boolean fine = compiler.getTask(null, files, null, options, null, List.of(source))
                    .call();
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

    /** Its own classes of some packages, except those that are shared: the real ones have the same names. */
    private static final class Classes extends ClassLoader {

        private final Map<String, ByteArrayOutputStream> compiled;
        private final Set<String> folders;
        private final Set<String> shared;

        Classes(Map<String, ByteArrayOutputStream> compiled, Set<String> folders, Set<String> shared) {
            super(MutantCompiler.class.getClassLoader());
            this.compiled = compiled;
            this.folders = folders;
            this.shared = shared;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!isOwn(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                byte[] bytes = bytes(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private boolean isOwn(String name) {
            if (!name.startsWith(PACKAGE)) {
                return false;
            }
            int dot = name.lastIndexOf('.');
            if (dot < PACKAGE.length() || !folders.contains(name.substring(PACKAGE.length(), dot))) {
                return false;
            }
            String simple = name.substring(dot + 1);
            int nested = simple.indexOf('$');
            return !shared.contains(nested < 0 ? simple : simple.substring(0, nested));
        }

        private byte[] bytes(String name) throws ClassNotFoundException {
            ByteArrayOutputStream mutated = compiled.get(name);
            if (mutated != null) {
                return mutated.toByteArray();
            }
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return bytes.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
