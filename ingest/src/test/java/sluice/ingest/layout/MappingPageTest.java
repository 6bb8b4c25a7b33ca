package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.row.RowsInWords;

/** Runs the examples of docs/mapping.md and docs/json.md. */
class MappingPageTest {
    private static final Pattern BLOCK =
            Pattern.compile("```(\\S+) ?(\\S*)\n(.*?)```\n", Pattern.DOTALL);

    @TempDir Path directory;

    @Test
    void everyExampleGivesItsRows() throws IOException {
        int examples = examplesOf(Files.readString(Path.of("../docs/mapping.md")));
        assertTrue(examples >= 8, "examples: " + examples);
    }

    @Test
    void everyExampleOfJsonGivesItsRows() throws IOException {
        String page = Files.readString(Path.of("../docs/json.md"));
        assertEquals(2, examplesOf(page.substring(page.indexOf("\n## Names from members"))));
    }

    private int examplesOf(String page) throws IOException {
        Matcher block = BLOCK.matcher(page);
        Path example = Files.createDirectory(directory.resolve("0"));
        Path mapping = null;
        int examples = 0;
        while (block.find()) {
            switch (block.group(1)) {
                case "yaml" ->
                        mapping =
                                Files.writeString(
                                        directory.resolve(examples + ".yaml"), block.group(3));
                case "file" -> Files.writeString(example.resolve(block.group(2)), block.group(3));
                case "rows" -> {
                    assertEquals(
                            block.group(3),
                            RowsInWords.of(List.of(example.toString()), mapping),
                            "example " + examples);
                    mapping = null;
                    examples++;
                    example = Files.createDirectory(directory.resolve(Integer.toString(examples)));
                }
                default -> throw new AssertionError("unknown block " + block.group(1));
            }
        }
        return examples;
    }
}
