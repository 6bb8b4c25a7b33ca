package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.row.RowsInWords;
import sluice.model.SluiceException;

class WrittenMappingTest {
    private static final Path SCRIPT = Path.of("src/test/resources/sluice/ingest/taken.txt");
    private static final Pattern FILE =
            Pattern.compile("(?ms)^== (\\S+)\\n(.*?)(?=^== |^----$|^====$|\\z)");

    @TempDir Path directory;

    /** Each case: files, four dashes, a line for each relation, and the mapping. */
    @Test
    void whatFilesAreTakenForIsSaidInLinesAndInAMapping() throws IOException {
        List<String> cases = new ArrayList<>();
        for (String text : Files.readString(SCRIPT).split("====\n")) {
            String given = text.substring(0, text.indexOf("----\n"));
            Path folder = Files.createDirectory(directory.resolve("case" + cases.size()));
            Source source = open(folder, given);
            String found = String.join("\n", source.taken()) + "\n" + source.mapping();
            cases.add(given + "----\n" + found.replace(folder + "/", ""));
        }
        String found = String.join("====\n", cases);
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(SCRIPT, found);
        }
        assertEquals(Files.readString(SCRIPT), found);
    }

    /**
     * The files of all scripts, loaded as they are and with the mapping that is written of them.
     */
    @Test
    void aLoadWithTheMappingTakesTheSameRows() throws IOException {
        List<String> all = new ArrayList<>();
        for (String script : List.of("headers.txt", "taken.txt")) {
            all.addAll(List.of(Files.readString(SCRIPT.resolveSibling(script)).split("====\n")));
        }
        int same = 0;
        for (int index = 0; index < all.size(); index++) {
            Path folder = Files.createDirectory(directory.resolve("same" + index));
            List<String> inputs = new ArrayList<>();
            Path mapping = files(folder, all.get(index), inputs);
            String text;
            String rows;
            try {
                rows = RowsInWords.of(inputs, mapping);
                text = Source.open(inputs, mapping).mapping();
            } catch (SluiceException refused) {
                continue;
            }
            Path written = Files.writeString(directory.resolve(index + ".yaml"), text);
            assertEquals(rows, RowsInWords.of(inputs, written), all.get(index) + "\n" + text);
            same++;
        }
        assertTrue(same > 30, "same: " + same);
    }

    private static Source open(Path folder, String given) throws IOException {
        List<String> inputs = new ArrayList<>();
        Path mapping = files(folder, given, inputs);
        return Source.open(inputs, mapping);
    }

    /** Writes the files, adds them to {@code inputs}, and returns the mapping among them. */
    private static @Nullable Path files(Path folder, String given, List<String> inputs)
            throws IOException {
        Path mapping = null;
        Matcher files = FILE.matcher(given);
        while (files.find()) {
            Path file = folder.resolve(files.group(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, files.group(2).replace("\\r", "\r"));
            if (file.endsWith("map.yaml")) {
                mapping = file;
            } else {
                inputs.add(file.toString());
            }
        }
        return mapping;
    }
}
