package io.meshlock.cli.command;

/** The user asked for something impossible. The message is one line that names it and what was expected. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
