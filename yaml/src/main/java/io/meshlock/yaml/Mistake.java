package io.meshlock.yaml;

import java.io.Serializable;

/**
 * What is wrong with a value.
 *
 * @param place where it is written
 * @param key keys joined by dots, such as {@code network.density}
 * @param wrong what is wrong with it
 * @param expected what was expected instead
 */
public record Mistake(Place place, String key, String wrong, String expected) implements Serializable {

    /** One line for the person who wrote it. */
    @Override
    public String toString() {
        return oneLine(place + ": " + key + ": " + wrong + "; expected " + expected);
    }

    /** Replaces line breaks: a message is one line. */
    public static String oneLine(String message) {
        return message.replaceAll("\\p{Cntrl}+", " ");
    }
}
