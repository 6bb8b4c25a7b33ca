package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.fact.DroppedGraphs;
import sluice.load.files.DanglingLinks;
import sluice.load.files.RunMeta;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.segment.BlockFile;
import sluice.segment.BlockFileWriter;
import sluice.segment.Borders;
import sluice.segment.FileKind;
import sluice.segment.RowPool;
import sluice.segment.StripeWriter;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.DocumentedBytes;

/** The run that docs/format.md shows, with its meta: it is written so, and so it is read. */
class RunDocumentTest {
    private static final String NAME = "run-000001-000000-000002-000";
    private static final DocumentedBytes EXAMPLE = DocumentedBytes.ofFormatPage(NAME);
    private static final RunMeta META =
            new RunMeta(
                    0x1122334455667788L,
                    0,
                    true,
                    true,
                    new ChunkSpan(new ChunkId(0, 2), 8192, 8292, 4, 3, 1, true, DroppedGraphs.NONE),
                    new DanglingLinks(1, List.of(new DanglingLinks.Example(2, 3, "no node 5"))));

    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void theDocumentShowsWhatIsWritten() throws IOException {
        Borders buckets = new Borders(new long[] {0, 8}, new long[2]);
        RowPool pool = new RowPool(1 << 20, _ -> {});
        try (BlockFileWriter file = new BlockFileWriter(storage, NAME, FileKind.RUN)) {
            pool.reset(buckets);
            append(pool, 9, 5, 1002, 0, "");
            append(pool, 5, 7, 1000, 0, "hi");
            append(pool, 5, 7, 1000, RowSink.TOMBSTONE, "");
            StripeWriter stripes = new StripeWriter();
            stripes.begin(pool);
            for (int bucket = 0; bucket < buckets.count(); bucket++) {
                stripes.writeAll(pool, bucket, RowKind.LINK, file);
                file.endSlice();
            }
            file.finish(META.encode()).publish();
        }
        EXAMPLE.assertWritten(bytes());
    }

    @Test
    void whatTheDocumentShowsIsAdopted() throws IOException {
        byte[] bytes = EXAMPLE.bytes();
        StorageFiles.publish(
                storage, NAME, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        try (BlockFile run = BlockFile.open(storage, BlockFile.describe(storage, NAME))) {
            assertEquals(META, RunMeta.decode(NAME, run.meta()));
            assertEquals(3, run.linkRows());
            assertEquals(List.of(0L, 1L, 1L, 2L), slices(run));
        }
    }

    private static List<Long> slices(BlockFile run) throws IOException {
        return List.of(run.sliceBegin(0), run.sliceEnd(0), run.sliceBegin(1), run.sliceEnd(1));
    }

    private static void append(
            RowPool pool, long id1, long id2, long time, int flags, String text) {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        pool.append(id1, 1, id2, time, 0, flags, data, 0, data.length);
    }

    private byte[] bytes() throws IOException {
        try (Storage.Source source = storage.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }
}
