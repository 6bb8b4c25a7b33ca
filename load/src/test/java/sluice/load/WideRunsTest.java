package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.StoreReader;
import sluice.store.StoreVerifier;

/** A load of thousands of buckets, whose runs have their tables in pages. */
class WideRunsTest {
    private static final int ROWS = 12_000;

    @TempDir Path directory;

    @Test
    void loadOfManyBucketsStopsAndGoesOnAsAnyOther() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        StringBuilder rows = new StringBuilder();
        for (int id1 = 0; id1 < ROWS; id1++) {
            rows.append(id1).append('\t').append(id1 * 7 % 1000).append('\n');
        }
        fixture.write("links.tsv", rows.toString());
        Source source = fixture.source("links.tsv");
        MemoryStorage few = MemoryStorage.create();
        LoadFixture.load(few, source, LoadFixture.options());
        String expected = LoadFixture.graph(few);

        LoadOptions options = LoadFixture.options().withBucketBytes(8);
        MemoryStorage wide = MemoryStorage.create();
        assertThrows(
                SluiceException.class, () -> LoadFixture.load(wide, source, options, atUptime()));
        try (StoreReader reader = StoreReader.open(wide)) {
            assertEquals(Manifest.Phase.BUILDING, reader.manifest().phase());
            assertTrue(reader.manifest().buckets().size() >= 8192);
            assertEquals(3, format(wide, reader.manifest().runs().getFirst().name()));
        }
        assertEquals(expected, LoadFixture.graph(wide));
        StoreVerifier.Report report =
                StoreVerifier.verify(
                        wide,
                        StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther));
        assertEquals(List.of(), report.findings());

        LoadFixture.load(wide, source, options);
        assertEquals(expected, LoadFixture.graph(wide));
    }

    private static LoadEvents atUptime() {
        return new LoadEvents() {
            private volatile boolean isUptime;

            @Override
            public void published(Manifest manifest) {
                isUptime |= manifest.phase() == Manifest.Phase.BUILDING;
            }

            @Override
            public boolean stopRequested() {
                return isUptime;
            }
        };
    }

    private static int format(Storage storage, String name) throws IOException {
        try (Storage.Source file = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate(12);
            StorageFiles.readFully(file, bytes, 0);
            return bytes.get(8);
        }
    }
}
