package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names from standard input, which are read twice: the same store as from a file, and no more. */
class StandardInputTest {
    private static final String STATEMENTS =
            """
            _:ann <name> "Ann" .
            _:bob <name> "Bob" .
            _:ann <follows> _:bob .
            """;

    @TempDir Path directory;

    private Path store(String name) {
        return directory.resolve(name);
    }

    private CommandRun load(String name, byte[] input) {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(input));
            CommandRun run = CommandRun.of("load", store(name).toString(), "-");
            assertEquals(0, run.status(), run::errors);
            return run;
        } finally {
            System.setIn(before);
        }
    }

    private String hash(String name) {
        return CommandRun.of("hash", store(name).toString()).output();
    }

    @Test
    void statementsGiveTheStoreOfAFileOfThem() throws IOException {
        Path file = Files.writeString(directory.resolve("people.rdf"), STATEMENTS);
        CommandRun run = CommandRun.of("load", store("file").toString(), file.toString());
        assertEquals(0, run.status(), run::errors);
        byte[] bytes = STATEMENTS.getBytes(StandardCharsets.UTF_8);
        load("plain", bytes);
        load("packed", packed(bytes));
        assertTrue(hash("file").contains("1 link, 2 properties"), hash("file"));
        assertEquals(hash("file"), hash("plain"));
        assertEquals(hash("file"), hash("packed"));
        assertTrue(leftOver("plain").isEmpty(), () -> leftOver("plain").toString());
        assertTrue(leftOver("packed").isEmpty(), () -> leftOver("packed").toString());
    }

    @Test
    void anEmptyInputIsLoadedWithAWarning() {
        CommandRun run = load("empty", new byte[0]);
        String warning = "sluice: the source had no row, so nothing was loaded; check the files";
        assertTrue(run.errors().contains(warning), run::errors);
        assertFalse(
                load("rows", "1 2\n".getBytes(StandardCharsets.UTF_8)).errors().contains("no row"));
    }

    @Test
    void namesInColumnsAreRead() {
        load(
                "rows",
                ":START_ID(P),:END_ID(P)\nann,bob\nbob,cid\n".getBytes(StandardCharsets.UTF_8));
        assertTrue(hash("rows").contains("2 links"), hash("rows"));
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    /** Files that no store keeps. */
    private List<String> leftOver(String name) {
        String[] files = store(name).toFile().list();
        return Stream.of(Objects.requireNonNull(files))
                .filter(file -> !file.matches("dict-1|lock|manifest|schema-.*|segment-.*"))
                .toList();
    }
}
