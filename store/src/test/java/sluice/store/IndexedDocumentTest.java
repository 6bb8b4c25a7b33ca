package sluice.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.segment.BlockFile;
import sluice.segment.BlockFileVerifier;
import sluice.segment.Borders;
import sluice.segment.IndexRange;
import sluice.segment.Row;
import sluice.segment.TestFiles;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.DocumentedBytes;

/** The run with an index that docs/format-properties.md shows: it is written and read so. */
class IndexedDocumentTest {
    private static final String NAME = "run-000001-000000-000000-000";
    private static final DocumentedBytes EXAMPLE = DocumentedBytes.ofPropertiesPage(NAME);
    private static final byte[] ANN = {9, 'A', 'n', 'n'};

    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void theDocumentShowsWhatIsWritten() throws IOException {
        TestFiles.writeRun(
                storage,
                NAME,
                Borders.whole(),
                List.of(new Row(5, IndexedStore.NAME, 0, 0, 0, 0, ANN)),
                IndexedStore.keys(IndexedStore.FIRST),
                1 << 16);
        try (Storage.Source source = storage.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            EXAMPLE.assertWritten(bytes.array());
        }
    }

    @Test
    void whatTheDocumentShowsIsRead() throws IOException {
        byte[] bytes = EXAMPLE.bytes();
        StorageFiles.publish(
                storage, NAME, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        byte[] token = "Ann".getBytes(StandardCharsets.UTF_8);
        List<Long> ids = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        try (BlockFile run = BlockFile.open(storage, BlockFile.describe(storage, NAME))) {
            assertEquals(2, run.indexNumbersEnd());
            assertArrayEquals(new byte[] {1, 2, 3}, run.meta());
            new IndexRange(1, token, token, false).find(run, 0, ids::add);
            BlockFileVerifier.verify(
                    run,
                    (_, _, _) -> true,
                    (_, _, _, text) -> findings.add(text),
                    _ -> {},
                    () -> IndexedStore.keys(IndexedStore.FIRST));
        }
        assertEquals(List.of(5L), ids);
        assertEquals(List.of(), findings);
    }
}
