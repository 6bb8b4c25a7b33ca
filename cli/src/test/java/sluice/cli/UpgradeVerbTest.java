package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.GoldenStore;

/** The verb upgrade on stores of earlier releases; follows docs/upgrade.md. */
class UpgradeVerbTest {
    private static final Path PAGE = Path.of("../docs/upgrade.md");
    private static final int COMMANDS_MIN = 5;

    @TempDir private Path directory;

    @Test
    void thePageShowsWhatAStoreOfTheFirstReleasePrints() throws Exception {
        Path graph = store("format-1-numbers", "graph");
        FollowedPage.Commands commands =
                new FollowedPage.Commands() {
                    @Override
                    public String script(String script) {
                        throw new AssertionError("the page has no script: " + script);
                    }

                    @Override
                    public String command(String command) {
                        String[] words = command.substring("sluice ".length()).split(" ");
                        words[1] = graph.toString();
                        CommandRun run = CommandRun.of(words);
                        return (run.output() + run.errors()).replace(directory + "/", "");
                    }
                };
        new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
    }

    @Test
    void everyReleasedFormatIsUpgradedAndSound() throws IOException {
        for (String name : GoldenStore.NAMES) {
            String store = store(name, name).toString();
            assertEquals(0, CommandRun.of("upgrade", store).status(), name);
            CommandRun again = CommandRun.of("upgrade", store);
            assertTrue(again.output().contains("nothing to rewrite"), again::output);
            CommandRun verified = CommandRun.of("verify", store);
            assertEquals(0, verified.status(), verified::errors);
        }
    }

    @Test
    void aDryRunWritesNothing() throws IOException {
        Path store = store("format-1-numbers", "dry");
        List<String> before = names(store);
        byte[] manifest = Files.readAllBytes(store.resolve("manifest"));
        CommandRun run = CommandRun.of("upgrade", store.toString(), "--dry-run");
        assertTrue(run.output().contains("to rewrite: 1 of 1"), run::output);
        assertEquals(before, names(store));
        assertEquals(
                -1,
                Files.mismatch(
                        store.resolve("manifest"),
                        Files.write(directory.resolve("manifest"), manifest)));
    }

    @Test
    void aProgramReadsWhatWasDone() throws IOException {
        String store = store("format-1-numbers", "json").toString();
        String json = CommandRun.of("upgrade", store, "--format", "json").output();
        assertTrue(json.contains("\"needed\" : true"), json);
        assertTrue(json.contains("\"rewritten\" : true"), json);
        assertTrue(json.contains("\"format_written\" : 2"), json);
        json = CommandRun.of("upgrade", store, "--format", "json").output();
        assertTrue(json.contains("\"needed\" : false"), json);
    }

    @Test
    void aDirectoryThatIsNoStoreIsLeftAlone() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        CommandRun run = CommandRun.of("upgrade", other.toString());
        assertEquals(4, run.status());
        assertTrue(run.errors().contains("is not a store"), run::errors);
        assertFalse(Files.exists(other.resolve("lock")));
    }

    private Path store(String golden, String name) throws IOException {
        Path store = Files.createDirectory(directory.resolve(name));
        GoldenStore.read(golden).writeTo(store);
        return store;
    }

    private static List<String> names(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
