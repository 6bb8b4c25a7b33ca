package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.ingest.ChunkId;
import sluice.load.files.Manifests;
import sluice.load.files.StoreFiles;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/** A manifest lists runs in the order of the source, also where a number needs more digits. */
class RunOrderTest {
    private static final int[] NUMBERS = {
        0, 1, 9, 10, 999, 1000, 999_999, 1_000_000, 1_000_001, 9_999_999, 10_000_000, 2_147_483_647
    };

    @Test
    void runsAreListedByTheirNumbers() {
        List<FileEntry> expected = new ArrayList<>();
        for (int load : new int[] {1, 999_999, 1_000_000}) {
            for (int file : NUMBERS) {
                for (int chunk : NUMBERS) {
                    for (int part : new int[] {0, 1, 999, 1000}) {
                        String name = StoreFiles.run(load, new ChunkId(file, chunk), part);
                        expected.add(new FileEntry(name, 1, 1));
                    }
                }
            }
        }
        List<FileEntry> shuffled = new ArrayList<>(expected);
        Collections.shuffle(shuffled, new Random(1));

        assertEquals(expected, Manifests.withRuns(empty(), shuffled).runs());
    }

    @Test
    void laterChunkIsListedLastWhereItsNumberNeedsOneMoreDigit() {
        FileEntry earlier = run(999_999);
        FileEntry later = run(1_000_000);

        Manifest one = Manifests.withRuns(empty(), List.of(later));

        assertEquals(List.of(earlier, later), Manifests.withRuns(one, List.of(earlier)).runs());
    }

    @Test
    void numbersBelowZeroAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ChunkId(0, -1));
        assertThrows(IllegalArgumentException.class, () -> new ChunkId(-1, 0));
    }

    private static FileEntry run(int chunk) {
        return new FileEntry(StoreFiles.run(1, new ChunkId(0, chunk), 0), 1, 1);
    }

    private static Manifest empty() {
        Bucket all = new Bucket(0, 0, Bucket.State.STAGED, null, 0);
        return new Manifest(
                1, false, 1, Manifest.Phase.STAGING, "", List.of(all), List.of(), List.of());
    }
}
