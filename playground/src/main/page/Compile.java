import java.io.File;
import java.util.Set;
import java.util.TreeSet;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.MethodHolder;
import org.teavm.model.emit.ProgramEmitter;
import org.teavm.tooling.ConsoleTeaVMToolLog;
import org.teavm.tooling.TeaVMProblemRenderer;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.vm.TeaVMOptimizationLevel;

/** Compiles the simulator to one script: java -cp CLASSPATH Compile.java FOLDER. */
public final class Compile {

    public static void main(String[] args) throws Exception {
        TeaVMTool tool = new TeaVMTool();
        tool.setTargetType(TeaVMTargetType.JAVASCRIPT);
        tool.setJsModuleType(JSModuleType.ES2015);
        tool.setMainClass("io.meshlock.playground.Browser");
        tool.setTargetDirectory(new File(args[0]));
        tool.setTargetFileName("simulator.js");
        tool.setOptimizationLevel(TeaVMOptimizationLevel.ADVANCED);
        tool.setObfuscated(true);
        tool.setStrict(false); // bounds are not checked: the class library's own copyOfRange reads beyond them
        tool.getTransformers().add(NoFiles.class.getName());
        tool.setLog(new ConsoleTeaVMToolLog(false));
        tool.setClassLoader(Compile.class.getClassLoader());
        tool.generate();
        TeaVMProblemRenderer.describeProblems(
                tool.getDependencyInfo().getCallGraph(), tool.getProblemProvider(), new ConsoleTeaVMToolLog(false));
        if (!tool.getProblemProvider().getSevereProblems().isEmpty() || !NoFiles.MISSING.isEmpty()) {
            System.err.println("the simulator could not be compiled to JavaScript; not found: " + NoFiles.MISSING);
            System.exit(1);
        }
    }

    /**
     * A browser has no files. What reads those that a scenario names, its traces and what it includes, says so instead, and so
     * does what would put large recordings there; the libraries behind could not be compiled, either.
     */
    public static final class NoFiles implements ClassHolderTransformer {

        private static final Set<String> READERS = Set.of(
                "io.meshlock.laboratory.trace.TraceReader.read",
                "io.meshlock.yaml.YamlReader.text",
                "io.meshlock.simulator.storage.LongStore.newFile");
        static final Set<String> MISSING = new TreeSet<>(READERS);

        @Override
        public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
            for (MethodHolder method : type.getMethods()) {
                String name = type.getName() + "." + method.getName();
                if (READERS.contains(name)) {
                    ProgramEmitter emitter = ProgramEmitter.create(method, context.getHierarchy());
                    emitter.construct(
                                    IllegalArgumentException.class,
                                    emitter.constant("names another file, and a browser cannot read it:"
                                            + " open it by './meshlock play SCENARIO.yaml'"))
                            .raise();
                    MISSING.remove(name);
                }
            }
        }
    }
}
