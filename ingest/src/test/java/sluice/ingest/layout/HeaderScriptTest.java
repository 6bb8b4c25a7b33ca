package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.row.RowsInWords;
import sluice.model.SluiceException;

/**
 * What headers of all kinds come to, as a script: a comment, files that begin with {@code == NAME}
 * ({@code map.yaml} is the mapping), four dashes, and the rows or the message.
 */
class HeaderScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/sluice/ingest");

    @TempDir Path directory;

    @Test
    void everyHeaderGivesItsRowsOrItsMessage() throws IOException {
        run(SCRIPTS.resolve("headers.txt"));
    }

    /** Objects of JSON, one a line, whose members are columns. */
    @Test
    void objectsGiveTheirRowsOrTheirMessage() throws IOException {
        run(SCRIPTS.resolve("members.txt"));
    }

    private void run(Path script) throws IOException {
        List<String> cases = new ArrayList<>();
        for (String text : Files.readString(script).split("====\n")) {
            String given = text.substring(0, text.indexOf("----\n"));
            Path folder = Files.createDirectory(directory.resolve("case" + cases.size()));
            cases.add(given + "----\n" + result(folder, given));
        }
        String found = String.join("====\n", cases);
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(script, found);
        }
        assertEquals(Files.readString(script), found);
    }

    private static String result(Path folder, String given) throws IOException {
        List<String> inputs = new ArrayList<>();
        Path mapping = null;
        String[] files = given.split("(?m)^== ");
        for (int index = 1; index < files.length; index++) {
            int end = files[index].indexOf('\n');
            Path file = folder.resolve(files[index].substring(0, end));
            Files.writeString(file, files[index].substring(end + 1).replace("\\r", "\r"));
            if (file.endsWith("map.yaml")) {
                mapping = file;
            } else {
                inputs.add(file.toString());
            }
        }
        return rows(inputs, mapping).replace(folder + "/", "");
    }

    private static String rows(List<String> inputs, @Nullable Path mapping) throws IOException {
        try {
            return RowsInWords.of(inputs, mapping);
        } catch (SluiceException failure) {
            return "%s %s%n".formatted(failure.code(), failure.getMessage());
        }
    }
}
