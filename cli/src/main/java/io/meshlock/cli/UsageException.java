package io.meshlock.cli;

/** The user asked for something impossible. The message is one line that names it and what was expected. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
