package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.Terminal;
import sluice.storage.DirectoryStorage;

/**
 * Commands and what they write, as scripts: a line {@code $ sluice …}, then standard output, the
 * lines of standard error behind {@code ! }, and the exit status where it is not 0. {@code DIR} is
 * the directory of the files; {@code $ stopped sluice …} is a command stopped before it begins. A
 * line {@code $ } of anything else is run by the shell in that directory. Times and amounts that
 * differ from run to run are shown as {@code ?}.
 */
class CommandScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/sluice/cli");
    private static final boolean REWRITE = Boolean.getBoolean("rewrite");

    private static final int COLUMNS_MAX = 80;

    /** Lines of reports that have no name of a file. */
    private static final Pattern TABLE_LINE =
            Pattern.compile("^  (rows|time|runs|segments|chunks|links|nodes) ");

    @TempDir private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        SmallFiles.writeTo(directory);
    }

    @Test
    void numbers() throws IOException {
        check("numbers.txt");
    }

    @Test
    void names() throws IOException {
        check("names.txt");
    }

    @Test
    void spellings() throws IOException {
        check("spellings.txt");
    }

    @Test
    void errors() throws IOException {
        check("errors.txt");
    }

    @Test
    void resume() throws IOException {
        check("resume.txt");
    }

    @Test
    void tasks() throws IOException {
        check("tasks.txt");
    }

    @Test
    void dryRun() throws IOException {
        check("dry-run.txt");
    }

    @Test
    void rejects() throws IOException {
        check("rejects.txt");
    }

    @Test
    void schema() throws IOException {
        check("schema.txt");
    }

    @Test
    void graphs() throws IOException {
        check("graphs.txt");
    }

    @Test
    void dangling() throws IOException {
        check("dangling.txt");
    }

    @Test
    void map() throws IOException {
        check("map.txt");
    }

    /**
     * The examples of a page are scripts too: their files are named as they are in the directory.
     */
    @Test
    void operationsPage() throws IOException {
        follow(Path.of("../docs/operations.md"));
    }

    @Test
    void configurationPage() throws IOException {
        follow(Path.of("../docs/configuration.md"));
    }

    private void follow(Path page) throws IOException {
        StringBuilder actual = new StringBuilder();
        boolean inside = false;
        for (String line : Files.readAllLines(page)) {
            boolean begin = line.equals("```console");
            inside = begin || (inside && !line.startsWith("```"));
            if (!inside || begin) {
                actual.append(line).append('\n');
            } else if (line.startsWith("$ ")) {
                String run = run(inDirectory(line.substring(2))).replace("DIR/", "");
                actual.append(line).append('\n').append(run);
            }
        }
        if (REWRITE) {
            Files.writeString(page, actual);
        }
        assertEquals(
                Files.readString(page),
                actual.toString(),
                "rewrite with -Drewrite, then read the diff");
    }

    private static String inDirectory(String command) {
        if (!command.startsWith("sluice ")) {
            return command;
        }
        String named =
                command.replaceAll(" ((graph|copy|out)\\b|[a-z-]+\\.(tsv|txt|yaml))", " DIR/$1");
        int comment = named.indexOf(" # Ctrl-C");
        return comment < 0 ? named : "stopped " + named.substring(0, comment);
    }

    private void check(String name) throws IOException {
        Path file = SCRIPTS.resolve(name);
        List<String> lines = Files.readAllLines(file);
        StringBuilder actual = new StringBuilder();
        for (String line : lines) {
            if (line.startsWith("#")) {
                actual.append(line).append('\n');
            } else if (line.startsWith("$ ")) {
                // What is printed must not read as a comment of the script.
                String printed = run(line.substring(2)).replaceAll("(?m)^#", "| #");
                actual.append(line).append('\n').append(printed).append('\n');
            }
        }
        String text = actual.toString().stripTrailing() + "\n";
        if (REWRITE) {
            Files.writeString(file, text);
        }
        assertEquals(Files.readString(file), text, "rewrite with -Drewrite, then read the diff");
    }

    private String run(String line) throws IOException {
        if (!line.contains("sluice ")) {
            return shell(line);
        }
        boolean stopped = line.startsWith("stopped ");
        String command = line.substring(line.indexOf("sluice "));
        String[] words = command.replace("DIR", directory.toString()).split(" +");
        String[] arguments = List.of(words).subList(1, words.length).toArray(String[]::new);
        CommandRun run;
        try (Closeable _ = prepare(line)) {
            run = CommandRun.of(Terminal.none(), stopped, arguments);
        }
        run.output()
                .lines()
                .filter(each -> TABLE_LINE.matcher(each).find())
                .forEach(each -> assertTrue(each.length() <= COLUMNS_MAX, each));
        StringBuilder text = new StringBuilder(run.output());
        run.errors().lines().forEach(error -> text.append("! ").append(error).append('\n'));
        if (run.status() != 0) {
            text.append("exit status ").append(run.status()).append('\n');
        }
        return text.toString()
                .replace(directory.toString(), "DIR")
                .replaceAll("[0-9]+\\.[0-9]{1,2} s\\b", "? s")
                .replaceAll("[0-9.]+ k?M?B/s", "? B/s")
                .replaceAll("[0-9.]+ [kMGT]?B are free", "? are free")
                // A ledger has the names of files, and so the length of the directory's.
                .replaceAll("[0-9.]+ k?B of (?=[0-9]+ file)", "? B of ")
                .replaceAll("(?m)^  (peak memory|time to uptime|time in all) .*", "  $1 ?")
                // On a busy machine a load lasts longer than a progress line lets it.
                .replaceAll("(?m)^! +[0-9:]+ +(names|plan|stage|build)\\b.*\\n", "")
                .replaceAll("in /[^ )]*\\)", "in ?)")
                .replaceAll("run the command \\([^)]*\\)", "run the command (?)");
    }

    /** Any other line is a command of the system, run in the directory of the files. */
    private String shell(String line) throws IOException {
        Process process =
                new ProcessBuilder("sh", "-c", line)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .replace(directory.toString(), "DIR");
    }

    /** What a script may ask for in front of the command. */
    private Closeable prepare(String line) throws IOException {
        if (line.startsWith("locked ")) {
            Path store = Files.createDirectories(directory.resolve("locked"));
            return DirectoryStorage.open(store).lock("lock").orElseThrow();
        }
        if (line.startsWith("newer ")) {
            Path manifest = directory.resolve("newer").resolve("manifest");
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(manifest));
            Files.write(manifest, bytes.putInt(8, 99).array());
        }
        if (line.startsWith("damaged ")) {
            Path manifest = directory.resolve("newer").resolve("manifest");
            byte[] bytes = Files.readAllBytes(manifest);
            bytes[11] = 1;
            bytes[20] ^= 1;
            Files.write(manifest, bytes);
        }
        return () -> {};
    }
}
