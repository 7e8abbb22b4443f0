package io.meshlock.laboratory.trace;

/** A trace that cannot be used. The message is one line for the person who has the file. */
public final class TraceException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private TraceException(String message) {
        super(message);
    }

    /**
     * Says where, what is wrong and what was expected.
     *
     * @param line counted from 1; 0 if it is about the whole file
     */
    static TraceException at(String file, long line, String wrong, String expected) {
        String place = line == 0 ? file : file + ":" + line;
        return new TraceException((place + ": " + wrong + "; expected " + expected).replaceAll("\\p{Cntrl}+", " "));
    }
}
