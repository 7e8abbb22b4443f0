package io.meshlock.yaml;

import java.util.Collection;
import java.util.Locale;

/** Near misses among names. */
public final class Spelling {

    private Spelling() {}

    /** {@code " (did you mean 'density'?)"} if a known name is close to what was written; otherwise nothing. */
    public static String hint(String written, Collection<String> known) {
        String best = "";
        int bestDistance = Math.max(1, written.length() / 3) + 1;
        for (String name : known) {
            int distance = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = name;
                bestDistance = distance;
            }
        }
        return best.isEmpty() ? "" : " (did you mean '" + best + "'?)";
    }

    /** Levenshtein's distance: letters to insert, delete or replace. */
    static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
