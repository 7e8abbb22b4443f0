package io.meshlock.daemon.config;

import io.meshlock.yaml.Mistake;
import org.jspecify.annotations.Nullable;

/** A configuration cannot be used. The message is one line that names the place and what was expected. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final @Nullable Mistake mistake;

    ConfigException(String message) {
        super(message);
        mistake = null;
    }

    ConfigException(Mistake mistake) {
        super(message(mistake));
        this.mistake = mistake;
    }

    /** A flag, and a file that cannot be read, need no key beside them. */
    private static String message(Mistake mistake) {
        return mistake.place().line() > 0
                ? mistake.toString()
                : Mistake.oneLine(mistake.place() + ": " + mistake.wrong() + "; expected " + mistake.expected());
    }

    /** The place and the key to blame; null if there is no single one. */
    public @Nullable Mistake mistake() {
        return mistake;
    }
}
