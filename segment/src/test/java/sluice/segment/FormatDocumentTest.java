package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.StorageFiles;
import sluice.testkit.DocumentedBytes;

/** Files that docs/format.md shows: the writer writes these bytes, the reader reads them. */
class FormatDocumentTest {
    private static final DocumentedBytes EXAMPLE = DocumentedBytes.ofFormatPage("segment-1");

    private static final List<Row> LINKS =
            List.of(
                    new Row(5, 1, 7, 1000, 0, 0, "hi".getBytes(StandardCharsets.UTF_8)),
                    new Row(5, 1, 9, 1002, 0, 0, new byte[0]),
                    new Row(
                            6,
                            2,
                            5,
                            1001,
                            0,
                            RowSink.HIDDEN,
                            "x".getBytes(StandardCharsets.UTF_8)));
    private static final List<Row> NODES =
            List.of(new Row(5, 3, 0, 999, 0, 0, "Ann".getBytes(StandardCharsets.UTF_8)));

    /** Format 3, which the writer chooses for runs of many slices. */
    private static final DocumentedBytes PAGED = DocumentedBytes.ofFormatPage("run-3");

    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void theDocumentShowsWhatTheWriterWrites() throws IOException {
        TestFiles.writeSegment(storage, "segment-1", LINKS, NODES);
        EXAMPLE.assertWritten(BlockFileWriterTest.bytes(storage, "segment-1"));
    }

    @Test
    void theDocumentShowsARunWithPages() throws IOException {
        Borders borders = new Borders(new long[] {0, 6}, new long[2]);
        FileEntry run = TestFiles.writeRun(storage, "run-3", RowKind.LINK, borders, LINKS, true);
        PAGED.assertWritten(BlockFileWriterTest.bytes(storage, "run-3"));
        storage.delete("run-3");
        byte[] bytes = PAGED.bytes();
        StorageFiles.publish(
                storage, "run-3", sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        try (BlockFile file = BlockFile.open(storage, run)) {
            assertEquals(
                    List.of(LINKS.get(1), LINKS.get(0), LINKS.get(2)),
                    ListCursorTest.walk(file, RowKind.LINK));
            assertEquals(2, file.slices());
        }
    }

    @Test
    void theReaderReadsWhatTheDocumentShows() throws IOException {
        byte[] bytes = EXAMPLE.bytes();
        StorageFiles.publish(
                storage,
                "segment-1",
                sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        FileEntry entry = BlockFile.describe(storage, "segment-1");
        try (BlockFile file = BlockFile.open(storage, entry)) {
            assertEquals(
                    RandomRows.winners(LINKS, RowKind.LINK),
                    ListCursorTest.walk(file, RowKind.LINK));
            assertEquals(NODES, ListCursorTest.walk(file, RowKind.NODE));
            List<String> findings = new ArrayList<>();
            BlockFileVerifier.verify(
                    file, (_, _, _) -> true, (_, _, _, text) -> findings.add(text), _ -> {}, null);
            assertEquals(List.of(), findings);
        }
    }
}
