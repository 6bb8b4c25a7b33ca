package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.Terminal;

/** What a load and its dry run say to machines. */
class LoadJsonTest {
    @TempDir private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        SmallFiles.writeTo(directory);
    }

    @Test
    void aDryRunTellsForecastAndBadRows() throws IOException {
        CommandRun run = load("bad-row.tsv", "--dry-run", "--on-error", "skip");
        JsonNode json = new ObjectMapper().readTree(run.output());
        assertEquals(0, run.status(), run::errors);
        assertEquals("new_store", json.get("start").asText());
        assertEquals(2, json.get("rows").asInt());
        assertEquals("link", json.get("relations").get(0).get("kind").asText());
        assertEquals(1, json.get("sample_rejected").asInt());
        assertEquals(19, json.get("rejects").get(0).get("offset").asInt());
        assertTrue(json.get("peak_disk_bytes").asLong() > 0);
        assertTrue(json.get("usable_disk_bytes").asLong() > 0);
        assertFalse(Files.exists(directory.resolve("store")));
    }

    @Test
    void aLoadTellsItsForecastAndWhatCame() throws IOException {
        JsonNode json = new ObjectMapper().readTree(load("links.tsv").output());
        assertEquals(6, json.get("rows_read").asInt());
        assertEquals(6, json.get("forecast").get("rows").asInt());
        assertEquals("1", json.get("forecast").get("largest_ids").get(0).get("id").asText());
        assertTrue(json.get("seconds").asDouble() >= json.get("seconds_to_uptime").asDouble());
        assertTrue(json.get("peak_disk_bytes").asLong() >= json.get("segment_bytes").asLong());
    }

    @Test
    void aLoadTellsItsDanglingLinks() throws IOException {
        JsonNode json =
                new ObjectMapper().readTree(load("links.tsv", "--dangling", "report").output());
        JsonNode dangling = json.get("dangling").get(0);
        assertEquals(6, dangling.get("links").asInt());
        assertEquals(2, dangling.get("examples").get(0).get("line").asInt());
    }

    @Test
    void aLoadGoesOnThoughItsStoreLiesAmongItsSources() throws IOException {
        Path sources = Files.createDirectory(directory.resolve("sources"));
        Files.writeString(sources.resolve("links.txt"), "1 2\n");
        String[] command = {
            "load",
            sources.resolve("store").toString(),
            sources.toString(),
            "--format=json",
            "--progress=none",
            "--memory=256m"
        };
        assertEquals(130, CommandRun.of(Terminal.none(), true, command).status());
        assertTrue(Files.exists(sources.resolve("store/lock")));
        JsonNode json = new ObjectMapper().readTree(CommandRun.of(command).output());
        assertEquals(1, json.get("files").asInt());
    }

    private CommandRun load(String source, String... options) {
        String[] all = new String[options.length + 7];
        String[] first = {
            "load",
            directory.resolve("store").toString(),
            directory.resolve(source).toString(),
            "--format=json",
            "--progress=none",
            "--memory=256m",
            "--threads=1"
        };
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(options, 0, all, first.length, options.length);
        return CommandRun.of(all);
    }
}
