package io.meshlock.laboratory.scenario;

/** A scenario that cannot be run. The message is one line for the person who wrote it. */
public final class ScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private ScenarioException(String message) {
        super(message);
    }

    /** Says where, which key, what is wrong with it and what was expected. */
    static ScenarioException at(Place place, String key, String wrong, String expected) {
        return new ScenarioException(oneLine(place + ": " + key + ": " + wrong + "; expected " + expected));
    }

    /** Says which flag, what is wrong with it and what was expected. */
    public static ScenarioException of(String flag, String wrong, String expected) {
        return new ScenarioException(oneLine(flag + ": " + wrong + "; expected " + expected));
    }

    /** A complaint about one of several scenarios. */
    public static ScenarioException within(String which, String complaint) {
        return new ScenarioException(oneLine(which + ": " + complaint));
    }

    /** Text from a file may carry line breaks; they would break the promise of one line. */
    private static String oneLine(String message) {
        return message.replaceAll("\\p{Cntrl}+", " ");
    }
}
