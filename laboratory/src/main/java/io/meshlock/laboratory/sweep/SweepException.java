package io.meshlock.laboratory.sweep;

/** A sweep that cannot be done. The message is one line that names what is wrong and what was expected. */
public final class SweepException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public SweepException(String where, String wrong, String expected) {
        super((where + ": " + wrong + "; expected " + expected).replaceAll("\\p{Cntrl}+", " "));
    }
}
