package sluice.cli.console;

import java.util.ArrayList;
import java.util.List;

/** Text cut into lines between its words. */
public final class WrappedText {
    private WrappedText() {}

    /** Lines of at most {@code columnsMax} letters; a longer word has a line of its own. */
    public static List<String> lines(String text, int columnsMax) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > columnsMax) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
