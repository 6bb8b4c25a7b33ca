package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.MappingDraft;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
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
        for (String script : List.of("headers.txt", "taken.txt", "members.txt")) {
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

    /** One odd file among many must not cost the mapping of the others. */
    @Test
    void aFileThatNothingExplainsIsLeftToFillIn() throws IOException {
        write("pairs.csv", "source,target\n1,2\n");
        write("odd.csv", "7,8,x\n");
        write("table.parquet", "PAR1\0\0\0\0PAR1");
        write("headers-1.csv", "id1,id2\n1,2\n");
        write("headers-2.csv", "1,2,3\n");
        List<String> inputs = List.of(directory.toString());
        MappingDraft draft = MappingDraft.of(inputs, null, SourceOptions.standard());
        assertEquals(2, draft.fileCount());
        assertEquals(
                List.of("headers-2.csv", "odd.csv", "table.parquet"),
                draft.unknown().stream()
                        .map(name -> name.substring(name.lastIndexOf('/') + 1))
                        .sorted()
                        .toList());
        String text = draft.text();
        assertTrue(text.contains("odd.csv IS NOT IN THIS MAPPING:\n"), text);
        assertTrue(text.contains("Parquet"), text);
        assertTrue(text.contains("3 fields"), text);

        // The other files load with it, and once the marks are gone so does what is filled in.
        List<String> known = List.of(path("pairs.csv"), path("headers-1.csv"), path("odd.csv"));
        Path begun = Files.writeString(directory.resolve("m.yaml"), text);
        assertThrows(SluiceException.class, () -> Source.open(known, begun));
        assertEquals(2, Source.open(known.subList(0, 2), begun).files().size());
        int entry = text.indexOf("  # - files: \"odd*\"");
        assertTrue(entry > 0, text);
        String filled =
                text.substring(0, entry)
                        + text.substring(entry)
                                .lines()
                                .limit(4)
                                .map(line -> "  " + line.substring("  # ".length()))
                                .collect(Collectors.joining("\n"))
                                .replaceFirst("(?m)^.*header:.*$", "");
        Files.writeString(begun, filled);
        assertEquals(3, Source.open(known, begun).files().size(), filled);

        List<String> odd = List.of(path("odd.csv"));
        SluiceException thrown =
                assertThrows(
                        SluiceException.class,
                        () -> MappingDraft.of(odd, null, SourceOptions.standard()));
        assertTrue(String.valueOf(thrown.getMessage()).contains("odd.csv:1"), thrown::toString);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private String path(String name) {
        return directory.resolve(name).toString();
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
