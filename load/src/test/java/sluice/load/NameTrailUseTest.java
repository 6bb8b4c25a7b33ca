package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadOptions;
import sluice.storage.MemoryStorage;

/** Names are staged by the trails of their chunks where these are whole, else by the dictionary. */
class NameTrailUseTest {
    private static final LoadOptions OPTIONS =
            LoadFixture.options().withThreads(1).withChunkBytes(200);

    @TempDir Path directory;

    private Source source;
    private String graph = "";

    @BeforeEach
    void write() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        StringBuilder rows = new StringBuilder("id1(a),link_type,id2(b)\n");
        for (int i = 0; i < 60; i++) {
            rows.append("one").append(i / 3).append(",likes,two").append(i * 7 % 11).append('\n');
        }
        fixture.write("links.csv", rows.toString());
        source = fixture.source("links.csv");
        // Without trails every name is looked up.
        MemoryStorage plain = LoadFixture.storage();
        load(plain, HarmedLoad.each(MemoryStorage::delete));
        graph = LoadFixture.graph(plain);
    }

    @Test
    void everyTrailIsFollowedAndDeleted() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        List<String> atUptime = load(storage, _ -> {});
        assertEquals(
                List.of(),
                HarmedLoad.trails(atUptime),
                "a chunk deletes the trail that it followed");
        assertTrue(atUptime.stream().anyMatch(name -> name.startsWith(StoreFiles.NAMES_PREFIX)));
        assertEquals(graph, LoadFixture.graph(storage));
        assertFalse(
                storage.list().stream().anyMatch(name -> name.startsWith(StoreFiles.NAMES_PREFIX)));
    }

    @Test
    void chunksWithoutWholeTrailsAreStagedTheSame() throws IOException {
        List<HarmedLoad.HarmOfTrail> harms =
                List.of(
                        (storage, trail) -> storage.truncate(trail, 40),
                        (storage, trail) -> storage.damage(trail, 20, (byte) 77),
                        (storage, trail) ->
                                storage.delete(
                                        trail.replace(StoreFiles.TRAIL_PREFIX, "names-") + ".run"));
        for (HarmedLoad.HarmOfTrail harm : harms) {
            MemoryStorage storage = LoadFixture.storage();
            List<String> atUptime = load(storage, HarmedLoad.each(harm));
            assertFalse(
                    HarmedLoad.trails(atUptime).isEmpty(), "a trail that is not followed stays");
            assertEquals(graph, LoadFixture.graph(storage));
            assertEquals(List.of(), HarmedLoad.trails(storage.list()), "until uptime");
        }
    }

    private List<String> load(MemoryStorage storage, HarmedLoad.Harm harm) throws IOException {
        return HarmedLoad.load(storage, source, OPTIONS, harm);
    }
}
