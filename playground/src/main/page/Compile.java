import java.io.File;
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
        tool.setStrict(true); // as the JVM: null and bounds are checked
        tool.getTransformers().add(NoTraces.class.getName());
        tool.setLog(new ConsoleTeaVMToolLog(false));
        tool.setClassLoader(Compile.class.getClassLoader());
        tool.generate();
        TeaVMProblemRenderer.describeProblems(
                tool.getDependencyInfo().getCallGraph(), tool.getProblemProvider(), new ConsoleTeaVMToolLog(false));
        if (!tool.getProblemProvider().getSevereProblems().isEmpty() || !NoTraces.applied) {
            System.err.println("the simulator could not be compiled to JavaScript");
            System.exit(1);
        }
    }

    /** Traces are files that scenarios name; a browser has none, and their readers need libraries that it cannot run. */
    public static final class NoTraces implements ClassHolderTransformer {

        private static final String READER = "io.meshlock.laboratory.trace.TraceReader";
        static boolean applied;

        @Override
        public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
            if (!type.getName().equals(READER)) {
                return;
            }
            for (MethodHolder method : type.getMethods()) {
                if (method.getName().equals("read")) {
                    ProgramEmitter emitter = ProgramEmitter.create(method, context.getHierarchy());
                    emitter.construct(
                                    IllegalArgumentException.class,
                                    emitter.constant("traces can be followed by './meshlock sim' only"))
                            .raise();
                    applied = true;
                }
            }
        }
    }
}
