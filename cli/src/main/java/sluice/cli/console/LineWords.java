package sluice.cli.console;

import java.util.ArrayList;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Parts a line into words as a shell does: by blanks, with quotes and backslashes. */
public final class LineWords {
    private LineWords() {}

    public static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
                continue;
            }
            inWord = true;
            if (c == '\\' && quote != '\'') {
                i++;
                if (i == line.length()) {
                    throw unended("a backslash at the end of the line");
                }
                word.append(line.charAt(i));
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw unended("a quote %s that is not closed".formatted(quote));
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    private static SluiceException unended(String found) {
        return new SluiceException(
                ErrorCode.CONFIG,
                "found %s; write \\\" or \\' or \\\\ for the character itself".formatted(found));
    }

    /** A word as a shell takes it. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9_.,:/@%+=-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
