package io.meshlock.cli.terminal;

import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;

/**
 * Handlers of signals. Java has a class for them in {@code jdk.unsupported}; it is used by reflection,
 * because the compiler's warning about it cannot be suppressed. Where it is missing, signals have Java's default effect.
 */
public final class Signals {

    private Signals() {}

    /** Installs {@code handler}, which gets the names and numbers of these signals on a thread of its own. */
    public static void handle(BiConsumer<String, Integer> handler, String... names) {
        for (String name : names) {
            try {
                install(handler, name);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // The system does not have this signal, or Java keeps it for itself.
            }
        }
    }

    private static void install(BiConsumer<String, Integer> handler, String name) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Object instance = signal.getConstructor(String.class).newInstance(name);
        int number = (int) signal.getMethod("getNumber").invoke(instance);
        Object proxy = Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (self, method, args) -> {
                    if (method.getName().equals("handle")) {
                        handler.accept(name, number);
                        return null;
                    }
                    return switch (method.getName()) {
                        case "hashCode" -> System.identityHashCode(self);
                        case "equals" -> self == args[0];
                        default -> "handler of " + name;
                    };
                });
        signal.getMethod("handle", signal, handlerType).invoke(null, instance, proxy);
    }
}
