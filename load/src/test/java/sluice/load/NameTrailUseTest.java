package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;

/** Names are staged by the trails of their chunks where these are whole, else by the dictionary. */
class NameTrailUseTest {
    private static final LoadOptions OPTIONS =
            LoadFixture.options().withThreads(1).withChunkBytes(200);

    @TempDir Path directory;

    private Source source;
    private String graph = "";

    /** Something is done to the trails before staging begins. */
    private interface Harm {
        void to(MemoryStorage storage, String trail) throws IOException;
    }

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
        load(plain, MemoryStorage::delete);
        graph = LoadFixture.graph(plain);
    }

    @Test
    void everyTrailIsFollowedAndDeleted() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        List<String> atUptime = load(storage, (_, _) -> {});
        assertEquals(List.of(), trails(atUptime), "a chunk deletes the trail that it followed");
        assertTrue(atUptime.stream().anyMatch(name -> name.startsWith(StoreFiles.NAMES_PREFIX)));
        assertEquals(graph, LoadFixture.graph(storage));
        assertFalse(
                storage.list().stream().anyMatch(name -> name.startsWith(StoreFiles.NAMES_PREFIX)));
    }

    @Test
    void chunksWithoutWholeTrailsAreStagedTheSame() throws IOException {
        List<Harm> harms =
                List.of(
                        (storage, trail) -> storage.truncate(trail, 40),
                        (storage, trail) -> storage.damage(trail, 20, (byte) 77),
                        (storage, trail) ->
                                storage.delete(
                                        trail.replace(StoreFiles.TRAIL_PREFIX, "names-") + ".run"));
        for (Harm harm : harms) {
            MemoryStorage storage = LoadFixture.storage();
            List<String> atUptime = load(storage, harm);
            assertFalse(trails(atUptime).isEmpty(), "a trail that is not followed stays");
            assertEquals(graph, LoadFixture.graph(storage));
            assertEquals(List.of(), trails(storage.list()), "until uptime");
        }
    }

    /** Loads; returns the files that there were when the manifest said uptime. */
    private List<String> load(MemoryStorage storage, Harm harm) throws IOException {
        List<String> atUptime = new ArrayList<>();
        LoadEvents events =
                new LoadEvents() {
                    private boolean begun;

                    @Override
                    public void published(Manifest manifest) {
                        if (!begun) {
                            begun = true;
                            harm(storage, harm);
                        }
                        if (manifest.phase() == Manifest.Phase.BUILDING && atUptime.isEmpty()) {
                            atUptime.addAll(storage.list());
                        }
                    }
                };
        LoadFixture.load(storage, source, OPTIONS, events);
        return atUptime;
    }

    private static void harm(MemoryStorage storage, Harm harm) {
        try {
            List<String> trails = trails(storage.list());
            assertTrue(trails.size() > 3, () -> "files: " + storage.list());
            for (String trail : trails) {
                harm.to(storage, trail);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> trails(List<String> files) {
        return files.stream().filter(name -> name.startsWith(StoreFiles.TRAIL_PREFIX)).toList();
    }
}
