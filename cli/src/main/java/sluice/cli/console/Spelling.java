package sluice.cli.console;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the word that was meant by a misspelt one. */
public final class Spelling {
    private Spelling() {}

    /** {@code "; did you mean load"}, or nothing where no word is near. */
    public static String suggestion(String word, Collection<String> words) {
        String nearest = nearest(word, words);
        return nearest == null ? "" : "; did you mean " + nearest;
    }

    /** The nearest of {@code words} to {@code word}, or null where all are far from it. */
    public static @Nullable String nearest(String word, Collection<String> words) {
        String best = null;
        int bestDistance = Math.max(1, word.length() / 2);
        for (String candidate : words) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate);
            if (distance < bestDistance || (distance == bestDistance && best == null)) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** How many letters must be added, left out, changed or swapped with the next. */
    private static int distance(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int change = rows[i - 1][j - 1] + (same ? 0 : 1);
                rows[i][j] = Math.min(change, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
                }
            }
        }
        return rows[a.length()][b.length()];
    }
}
