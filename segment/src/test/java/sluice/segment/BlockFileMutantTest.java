package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.Seeds;

/**
 * Files that nobody wrote: good ones with a few values changed, most of them with checksums made
 * right again, so that what stands behind the checksums is reached. Reading them in every way gives
 * rows or a declared failure, nothing else.
 */
class BlockFileMutantTest {
    private static final long[] VALUES = {
        0, 1, -1, 7, 8, 64, 255, 2048, 65_535, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31
    };

    @Test
    void segmentsGiveRowsOrADeclaredFailure() {
        fuzz(BlockFileMutantTest::segment);
    }

    static byte[] segment(SplittableRandom random) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        RandomRows shape = new RandomRows(random, true);
        List<Row> links = new ArrayList<>(shape.links(random.nextInt(300), false));
        for (int i = random.nextBoolean() ? 2500 : 0; i > 0; i--) {
            links.add(Row.of(7, 3, i, random.nextInt(50)));
        }
        TestFiles.writeSegment(storage, "file", links, shape.nodes(50, false));
        return BlockFileWriterTest.bytes(storage, "file");
    }

    @Test
    void runsGiveRowsOrADeclaredFailure() {
        fuzz(BlockFileMutantTest::run);
    }

    @Test
    void runsWithTablesInPagesGiveRowsOrADeclaredFailure() {
        fuzz(random -> run(random, true));
    }

    static byte[] run(SplittableRandom random) throws IOException {
        return run(random, false);
    }

    private static byte[] run(SplittableRandom random, boolean hasPages) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        RandomRows shape = new RandomRows(random, true);
        Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 6);
        RowKind kind = random.nextBoolean() ? RowKind.LINK : RowKind.NODE;
        List<Row> rows = kind == RowKind.LINK ? shape.links(3000, true) : shape.nodes(300, true);
        TestFiles.writeRun(storage, "file", kind, borders, rows, hasPages);
        return BlockFileWriterTest.bytes(storage, "file");
    }

    @Test
    void sealingAnUnchangedFileChangesNothing() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry =
                TestFiles.writeSegment(storage, "file", List.of(Row.of(1, 2, 3, 4)), List.of());
        byte[] bytes = BlockFileWriterTest.bytes(storage, "file");
        assertEquals(entry, SealedBytes.seal("file", bytes));
    }

    private interface Good {
        byte[] file(SplittableRandom random) throws IOException;
    }

    private static void fuzz(Good good) {
        int[] outcomes = new int[2];
        Seeds.each(
                20,
                random -> {
                    byte[] file = good.file(random);
                    for (int i = 0; i < 50; i++) {
                        outcomes[readMutant(random, file) ? 1 : 0]++;
                    }
                });
        if (System.getProperty("seed") == null) {
            assertTrue(
                    outcomes[0] > 100 && outcomes[1] > 20,
                    "failed %d, read %d".formatted(outcomes[0], outcomes[1]));
        }
    }

    /** Whether everything could be read. */
    private static boolean readMutant(SplittableRandom random, byte[] good) throws IOException {
        byte[] bytes = good.clone();
        MemorySegment memory = MemorySegment.ofArray(bytes);
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            mutate(random, memory);
        }
        return random.nextInt(10) == 0
                ? read(random, bytes, new FileEntry("file", bytes.length, random.nextInt()))
                : readSealed(random, bytes);
    }

    /** Makes the checksums of {@code bytes} right and reads them as a file in every way. */
    static boolean readSealed(SplittableRandom random, byte[] bytes) throws IOException {
        return read(random, bytes, SealedBytes.seal("file", bytes));
    }

    private static boolean read(SplittableRandom random, byte[] bytes, FileEntry entry)
            throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        StorageFiles.publish(
                storage, "file", sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        boolean read = readAll(storage, entry, random);
        assertEquals(OpenHandles.NONE, storage.openHandles());
        return read;
    }

    /** One value somewhere: anywhere, or where it hurts: headers of blocks, tables, footer. */
    private static void mutate(SplittableRandom random, MemorySegment memory) {
        long size = memory.byteSize();
        long footer = size - FileLayout.FOOTER_BYTES;
        long tables = Math.clamp(memory.get(Bytes.LONG, footer), 0, footer - 8);
        long at =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextLong(size - 8);
                    case 1 ->
                            Math.min(
                                    size - 8,
                                    FileLayout.HEADER_BYTES
                                            + random.nextLong(Block.HEADER_BYTES + 40));
                    case 2 -> tables + random.nextLong(footer - tables);
                    default -> footer + 8 * random.nextLong(16);
                };
        if (random.nextBoolean()) {
            memory.set(Bytes.BYTE, at, (byte) random.nextInt(256));
        } else if (random.nextBoolean()) {
            memory.set(Bytes.LONG, at, VALUES[random.nextInt(VALUES.length)]);
        } else {
            memory.set(Bytes.LONG, at, memory.get(Bytes.LONG, at) + random.nextInt(-3, 4));
        }
    }

    private static boolean readAll(Storage storage, FileEntry entry, SplittableRandom random)
            throws IOException {
        boolean whole = true;
        try (BlockFile file = BlockFile.open(storage, entry)) {
            for (RowKind kind : RowKind.values()) {
                whole &= succeeds(() -> walk(file, kind, random));
                whole &= succeeds(() -> scan(file, kind));
            }
            whole &=
                    succeeds(
                            () -> {
                                file.meta();
                                for (int slice = 0; slice < file.slices(); slice++) {
                                    file.sliceEnd(slice);
                                }
                            });
            assertEquals(findings(file, 1 << 20), findings(file, BlockBuilder.ROWS_MAX));
            return whole;
        } catch (IOException | SluiceException e) {
            return false;
        }
    }

    /** What is found does not depend on how many id2s the verifier keeps. */
    private static List<String> findings(BlockFile file, int id2sKeptMax) throws IOException {
        List<String> found = new ArrayList<>();
        BlockFileVerifier.verify(
                file,
                (_, _, _) -> true,
                (offset, _, _, text) -> found.add(offset + " " + text),
                _ -> {},
                null,
                id2sKeptMax);
        return found;
    }

    private interface Reading {
        void read() throws IOException;
    }

    private static boolean succeeds(Reading reading) {
        try {
            reading.read();
            return true;
        } catch (IOException | SluiceException e) {
            return false;
        }
    }

    private static void walk(BlockFile file, RowKind kind, SplittableRandom random)
            throws IOException {
        ListCursor cursor = new ListCursor(file, kind, 0, file.blocks(kind));
        long passed = 0;
        for (boolean on = cursor.seek(0, 0); on; on = cursor.nextList()) {
            long id1 = cursor.id1();
            long type = cursor.type();
            long id2 = cursor.id2();
            long rows = cursor.rows();
            cursor.visibleRows();
            LinkCollector collector = new LinkCollector(1);
            collector.addRows(cursor, Long.MIN_VALUE, Integer.MAX_VALUE);
            collector.toList(id1, type).links();
            for (Runs step :
                    List.<Runs>of(
                            c -> c.skipRows(random.nextLong(rows + 1)),
                            c -> c.skipNewerThan(random.nextInt(60)),
                            c -> c.seekId2(random.nextBoolean() ? id2 : random.nextInt(2600)),
                            c -> c.seekBestOf(id2))) {
                ListCursor other = new ListCursor(file, kind, 0, file.blocks(kind));
                if (other.seek(id1, type) && other.id1() == id1) {
                    step.on(other);
                    if (other.hasRow()) {
                        other.data();
                        other.nextIsEqual();
                    }
                }
            }
            assertTrue(++passed <= listsMax(file, kind), "more lists than rows");
        }
    }

    /** Of tables in pages nobody compares the sum of the rows of all blocks with the footer. */
    private static long listsMax(BlockFile file, RowKind kind) throws IOException {
        int version = Bytes.getInt(file.read(FileLayout.HEADER_VERSION, Integer.BYTES), 0);
        return version == FileLayout.FORMAT_VERSION_PAGED
                ? file.blocks(kind) * BlockBuilder.ROWS_MAX
                : file.linkRows() + file.nodeRows();
    }

    private interface Runs {
        void on(ListCursor cursor) throws IOException;
    }

    private static void scan(BlockFile file, RowKind kind) throws IOException {
        RowScanner scanner = new RowScanner();
        RowPool pool = new RowPool(1 << 20, RowPool::clear);
        scanner.scan(file, kind, 0, file.blocks(kind), KeyRange.ALL, pool);
    }
}
