package io.meshlock.cli.command;

/** What a command needs is not there now, and may be later. The message is one line for people. */
public final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnavailableException(String message) {
        super(message);
    }
}
