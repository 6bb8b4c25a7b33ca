package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.model.RowKind;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.Seeds;

class BlockFileWriterTest {

    @Test
    void givesTheSameBytesForTheSameRowsInAnyOrderAndAnyStripes() {
        Seeds.each(
                20,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> links =
                            RandomRows.winners(
                                    shape.links(random.nextInt(8000), true), RowKind.LINK);
                    List<Row> nodes =
                            RandomRows.winners(
                                    shape.nodes(random.nextInt(300), true), RowKind.NODE);
                    Borders stripes = TestFiles.borders(random, shape.id1s(), new long[0], 10);
                    MemoryStorage storage = MemoryStorage.create();
                    TestFiles.writeSegment(storage, "segment-1", links, nodes);
                    byte[] first = bytes(storage, "segment-1");
                    storage.delete("segment-1");

                    List<Row> shuffled = new ArrayList<>(links);
                    Collections.shuffle(shuffled, new Random(random.nextLong()));
                    TestFiles.writeSegment(storage, "segment-1", shuffled, nodes, stripes);

                    assertArrayEquals(first, bytes(storage, "segment-1"));
                });
    }

    @Test
    void rowsBelowAnIdAreCountedToWithinABlockAndExactlyBehindAll() {
        Seeds.each(
                50,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> links =
                            RandomRows.winners(
                                    shape.links(random.nextInt(8000), true), RowKind.LINK);
                    List<Row> nodes =
                            RandomRows.winners(
                                    shape.nodes(random.nextInt(300), true), RowKind.NODE);
                    MemoryStorage storage = MemoryStorage.create();
                    try (BlockFile file =
                            BlockFile.open(
                                    storage,
                                    TestFiles.writeSegment(storage, "segment-1", links, nodes))) {
                        for (long id : new long[] {0, 1, random.nextLong(), -1}) {
                            checkBelow(file, id, links, nodes);
                        }
                        for (int draw = 0; draw < 20 && !links.isEmpty(); draw++) {
                            long id = links.get(random.nextInt(links.size())).id1();
                            checkBelow(file, id, links, nodes);
                            checkBelow(file, id + 1, links, nodes);
                        }
                    }
                });
    }

    private static void checkBelow(BlockFile file, long id, List<Row> links, List<Row> nodes)
            throws IOException {
        List<Row> all = new ArrayList<>(links);
        all.addAll(nodes);
        long below = all.stream().filter(row -> Long.compareUnsigned(row.id1(), id) < 0).count();
        long blocks = 0;
        for (RowKind kind : RowKind.values()) {
            long most = 0;
            for (long block = 0; block < file.blocks(kind); block++) {
                most = Math.max(most, file.rowsEnd(kind, block) - file.rowsBefore(kind, block));
            }
            blocks += most;
        }
        long counted = file.rowsBelow(id);
        assertTrue(counted <= below && counted >= below - blocks, counted + " of " + below);
        if (below == all.size() && !all.isEmpty()) {
            assertEquals(below, counted);
        }
    }

    /** Each operation of writing a file fails once: nothing stays open, and no file appears. */
    @Test
    void leavesNothingOpenWhenAnyOperationFails() throws IOException {
        List<Row> links = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            links.add(new Row(i % 7, 0, i, i % 50, 0, 0, new byte[300]));
        }
        for (Fault fault : List.of(Fault.EIO, Fault.ENOSPC)) {
            boolean struck = true;
            for (int n = 1; struck; n++) {
                MemoryStorage disk = MemoryStorage.create();
                FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(n, fault));
                struck = write(storage, links);
                assertEquals(
                        OpenHandles.NONE,
                        disk.openHandles(),
                        "operation " + n + " " + storage.script());
                assertEquals(
                        struck && !disk.list().contains("segment-1")
                                ? List.of()
                                : List.of("segment-1"),
                        disk.list(),
                        "operation " + n + " " + storage.script());
                assertTrue(n < 100);
            }
        }
    }

    @Test
    void removesAFileThatIsGivenUpAfterItWasFinished() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        try (BlockFileWriter writer = new BlockFileWriter(storage, "run-1", FileKind.RUN)) {
            writer.finish(new byte[0]).discard();
        }
        assertEquals(List.of(), storage.list());
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void describesAFileThatNoManifestLists() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry =
                TestFiles.writeSegment(
                        storage, "segment-1", List.of(Row.of(1, 2, 3, 4)), List.of());
        assertEquals(entry, BlockFile.describe(storage, "segment-1"));
        storage.truncate("segment-1", 100);
        assertThrows(IOException.class, () -> BlockFile.describe(storage, "segment-1"));
    }

    private static boolean write(Storage storage, List<Row> links) {
        try {
            TestFiles.writeSegment(storage, "segment-1", links, List.of());
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    static byte[] bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }
}
