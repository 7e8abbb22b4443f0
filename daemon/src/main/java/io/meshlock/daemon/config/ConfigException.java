package io.meshlock.daemon.config;

/** A configuration cannot be used. The message is one line that names the place and what was expected. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ConfigException(String message) {
        super(message);
    }
}
