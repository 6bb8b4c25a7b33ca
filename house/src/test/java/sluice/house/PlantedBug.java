package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A mistake that somebody might make: one place of one main source, told by its text, and what
 * stands there instead.
 *
 * @param name what is wrong
 * @param source the file, below the directory of the project
 * @param test the class of the test that must fail
 */
record PlantedBug(String name, String source, String test, String before, String after) {
    private static final Path LIST =
            Path.of("src", "test", "resources", "sluice", "house", "planted-bugs.txt");

    /** All that are kept: name, source and test, the text, and the text instead. */
    static List<PlantedBug> all() throws IOException {
        List<PlantedBug> bugs = new ArrayList<>();
        for (String text : Files.readString(LIST).split("====\n", -1)) {
            String[] parts = text.split("----\n", -1);
            String[] lines = parts[0].split("\n", -1);
            bugs.add(
                    new PlantedBug(lines[0], lines[1], lines[2], chomp(parts[1]), chomp(parts[2])));
        }
        return bugs;
    }

    private static String chomp(String text) {
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    /** The text of the source with the bug in it. */
    String plant() throws IOException {
        String text = Files.readString(House.ROOT.resolve(source));
        int at = text.indexOf(before);
        assertEquals(
                at < 0 ? -2 : at,
                text.lastIndexOf(before),
                () -> source + " must have this once, fix " + LIST + ":\n" + before);
        return text.substring(0, at) + after + text.substring(at + before.length());
    }

    /** Such as {@code sluice/load/Load.java}. */
    String sourceBelowRoot() {
        String folder = "src/main/java/";
        return source.substring(source.indexOf(folder) + folder.length());
    }
}
