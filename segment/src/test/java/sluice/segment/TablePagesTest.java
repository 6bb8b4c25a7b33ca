package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import sluice.model.RowKind;
import sluice.storage.BlockMemory;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.NamedStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.Seeds;

/** Runs of many slices have their tables in pages, each of which is read when it is needed. */
class TablePagesTest {
    private static final int SLICES = 3000;

    private final MemoryStorage files = MemoryStorage.create();

    /** The same files, with their read bytes counted; far ones are not mapped. */
    private static final class Counted extends NamedStorage {
        final AtomicLong bytes = new AtomicLong();
        private final Storage files;
        private final Optional<BlockMemory> memory;

        Counted(Storage files, boolean isFar) {
            super(files);
            this.files = files;
            this.memory = isFar ? Optional.of(new BlockMemory(1 << 20)) : Optional.empty();
        }

        @Override
        protected String named(String name) {
            return name;
        }

        @Override
        public List<String> list() throws IOException {
            return files.list();
        }

        @Override
        public Optional<BlockMemory> blockMemory() {
            return memory;
        }

        @Override
        public Source open(FileEntry entry) throws IOException {
            Source source = super.open(entry);
            return new Source() {
                @Override
                public String name() {
                    return source.name();
                }

                @Override
                public int read(ByteBuffer into, long offset) throws IOException {
                    int count = source.read(into, offset);
                    bytes.addAndGet(Math.max(count, 0));
                    return count;
                }

                @Override
                public long lengthBytes() throws IOException {
                    return source.lengthBytes();
                }

                @Override
                public void close() throws IOException {
                    source.close();
                }
            };
        }
    }

    @Test
    void aRunHasTheSameRowsWithPagesAndWithout() {
        Seeds.each(
                20,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 300);
                    RowKind kind = random.nextBoolean() ? RowKind.LINK : RowKind.NODE;
                    List<Row> rows =
                            kind == RowKind.LINK ? shape.links(9000, true) : shape.nodes(300, true);
                    Storage storage = MemoryStorage.create();
                    FileEntry plain =
                            TestFiles.writeRun(storage, "run-1", kind, borders, rows, false);
                    FileEntry paged =
                            TestFiles.writeRun(storage, "run-2", kind, borders, rows, true);
                    for (boolean isFar : new boolean[] {false, true}) {
                        Storage read = new Counted(storage, isFar);
                        try (BlockFile expected = BlockFile.open(read, plain);
                                BlockFile found = BlockFile.open(read, paged)) {
                            assertEquals(
                                    ListCursorTest.walk(expected, kind),
                                    ListCursorTest.walk(found, kind));
                            assertArrayEquals(expected.meta(), found.meta());
                            assertEquals(slices(expected), slices(found));
                            assertEquals(List.of(), findings(found));
                        }
                    }
                });
    }

    private static List<Long> slices(BlockFile file) throws IOException {
        List<Long> slices = new ArrayList<>();
        for (int slice = 0; slice < file.slices(); slice++) {
            slices.add(file.sliceBegin(slice));
            slices.add(file.sliceRows(slice));
        }
        return slices;
    }

    @Test
    void aLookUpReadsSomePagesOfTheTables() throws IOException {
        FileEntry run = writeWide();
        for (boolean isFar : new boolean[] {false, true}) {
            Counted counted = new Counted(files, isFar);
            try (BlockFile file = BlockFile.open(counted, run)) {
                long opening = counted.bytes.get();
                assertEquals(1, rowsOf(file, 1234));
                // Two of slices, two of fences, the block, and the checksums of all pages.
                long bytes = counted.bytes.get() - opening;
                assertTrue(bytes < 5 * FileLayout.PAGE_BYTES, bytes + " bytes, isFar " + isFar);
                long again = counted.bytes.get();
                assertEquals(1, rowsOf(file, 1234));
                assertEquals(again, counted.bytes.get());
            }
        }
    }

    @Test
    void aDamagedPageIsRefusedAndTheOthersAnswer() throws IOException {
        FileEntry run = writeWide();
        byte[] bytes = BlockFileWriterTest.bytes(files, run.name());
        int tables = (int) tablesAt(bytes);
        int damaged = 3 * FileLayout.PAGE_BYTES;
        bytes[tables + damaged + 7] ^= 1;
        files.delete(run.name());
        StorageFiles.publish(
                files, run.name(), sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        for (boolean isFar : new boolean[] {false, true}) {
            try (BlockFile file = BlockFile.open(new Counted(files, isFar), run)) {
                int refused = 0;
                for (int slice = 0; slice < SLICES; slice++) {
                    int at = slice;
                    // The fence of each slice's one block.
                    int fence = slice * FileLayout.FENCE_BYTES;
                    if (fence + FileLayout.FENCE_BYTES > damaged
                            && fence < damaged + FileLayout.PAGE_BYTES) {
                        assertThrows(CorruptFileException.class, () -> rowsOf(file, at));
                        refused++;
                    } else if (fence + 2 * FileLayout.FENCE_BYTES <= damaged
                            || fence >= damaged + FileLayout.PAGE_BYTES) {
                        assertEquals(1, rowsOf(file, slice));
                    }
                }
                assertTrue(refused > 100 && refused < 110, refused + " slices");
                assertEquals(1, findings(file).size(), () -> findings(file).toString());
            }
        }
    }

    @Test
    void checksumsOfPagesHaveAChecksum() throws IOException {
        FileEntry run = writeWide();
        byte[] bytes = BlockFileWriterTest.bytes(files, run.name());
        bytes[bytes.length - FileLayout.FOOTER_BYTES - 1] ^= 1;
        files.delete(run.name());
        StorageFiles.publish(
                files, run.name(), sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        try (BlockFile file = BlockFile.open(files, run)) {
            assertThrows(CorruptFileException.class, () -> rowsOf(file, 1));
        }
    }

    @Test
    void piecesOfACopyAreThoseOfARunWithPages() throws IOException {
        FileEntry run = writeWide();
        byte[] bytes = BlockFileWriterTest.bytes(files, run.name());
        try (Storage.Source source = files.open(run.name())) {
            FilePieces pieces = FilePieces.read(source, run);
            assertEquals(SLICES, pieces.count());
            assertEquals(bytes.length - tablesAt(bytes), pieces.tail().length);
        }
        byte[] damaged = bytes.clone();
        damaged[(int) tablesAt(bytes) + 5000] ^= 1;
        files.delete(run.name());
        StorageFiles.publish(
                files, run.name(), sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(damaged)));
        try (Storage.Source source = files.open(run.name())) {
            assertThrows(CorruptFileException.class, () -> FilePieces.read(source, run));
        }
    }

    @Test
    void onlyRunsOfManySlicesHavePages() throws IOException {
        for (int slices : new int[] {8191, 8192}) {
            try (BlockFileWriter writer =
                    BlockFileWriter.ofRun(files, "run-" + slices, slices, null)) {
                for (int slice = 0; slice < slices; slice++) {
                    writer.endSlice();
                }
                writer.finish(new byte[0]).publish();
            }
            byte[] bytes = BlockFileWriterTest.bytes(files, "run-" + slices);
            assertEquals(slices < 8192 ? 1 : 3, Bytes.getInt(bytes, FileLayout.HEADER_VERSION));
        }
    }

    /** The bytes of 36 pages; docs/format.md shows those of one. */
    @Test
    void bytesOfTheFormatAreWhatTheyWere() throws IOException {
        byte[] bytes = BlockFileWriterTest.bytes(files, writeWide().name());
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        assertEquals(
                "360384 bytes 7b072811", "%d bytes %08x".formatted(bytes.length, crc.getValue()));
    }

    private static long tablesAt(byte[] bytes) {
        int footer = bytes.length - FileLayout.FOOTER_BYTES;
        return Bytes.getLong(bytes, footer + FileLayout.FOOTER_TABLES_OFFSET);
    }

    /** A run of a row in each slice, whose tables have 36 pages. */
    private FileEntry writeWide() throws IOException {
        long[] id1s = LongStream.range(0, SLICES).toArray();
        List<Row> rows = LongStream.of(id1s).mapToObj(id1 -> Row.of(id1, 7, 1, 1)).toList();
        Borders borders = new Borders(id1s, new long[SLICES]);
        return TestFiles.writeRun(files, "run-1", RowKind.LINK, borders, rows, true);
    }

    private static long rowsOf(BlockFile file, int slice) throws IOException {
        ListCursor cursor =
                new ListCursor(file, RowKind.LINK, file.sliceBegin(slice), file.sliceEnd(slice));
        return cursor.seek(slice, 7) ? cursor.rows() : 0;
    }

    private static List<String> findings(BlockFile file) {
        List<String> findings = new ArrayList<>();
        try {
            BlockFileVerifier.verify(
                    file, (_, _, _) -> true, (_, _, _, text) -> findings.add(text), _ -> {}, null);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return findings;
    }
}
