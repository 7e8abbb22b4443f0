package io.meshlock.laboratory.scenario;

import io.meshlock.yaml.Mistake;
import io.meshlock.yaml.Place;
import org.jspecify.annotations.Nullable;

/** A scenario that cannot be run. The message is one line for the person who wrote it. */
public final class ScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final @Nullable Mistake mistake;

    /** Says where, which key, what is wrong with it and what was expected. */
    ScenarioException(Mistake mistake) {
        super(mistake.toString());
        this.mistake = mistake;
    }

    private ScenarioException(String message) {
        super(Mistake.oneLine(message));
        mistake = null;
    }

    static ScenarioException at(Place place, String key, String wrong, String expected) {
        return new ScenarioException(new Mistake(place, key, wrong, expected));
    }

    /** Says which flag, what is wrong with it and what was expected. */
    public static ScenarioException of(String flag, String wrong, String expected) {
        return new ScenarioException(flag + ": " + wrong + "; expected " + expected);
    }

    /** An error in one of several scenarios. */
    public static ScenarioException within(String which, String complaint) {
        return new ScenarioException(which + ": " + complaint);
    }

    /** The place and the key at fault; null if there is no single one. */
    public @Nullable Mistake mistake() {
        return mistake;
    }
}
