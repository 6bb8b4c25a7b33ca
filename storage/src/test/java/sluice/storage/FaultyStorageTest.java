package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultyStorageTest extends StorageContract {
    private final MemoryStorage disk = MemoryStorage.create();

    @Override
    Storage emptyStorage() {
        return FaultyStorage.over(
                MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(5)));
    }

    @Test
    void scriptTellsEveryOperation() throws IOException {
        FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(2, Fault.SYNC_SKIPPED));
        useEverything(storage);

        assertEquals(
                List.of(
                        "1 create run-3.tmp",
                        "2 write run-3.tmp 0..4",
                        "3 write run-3.tmp 4..10",
                        "4 sync run-3.tmp",
                        "5 close run-3.tmp",
                        "6 rename run-3.tmp run-3",
                        "7 sync-directory: SYNC_SKIPPED",
                        "8 open run-3",
                        "9 length run-3",
                        "10 read run-3 7..10",
                        "11 close run-3",
                        "12 map run-3 0..8",
                        "13 list",
                        "14 usable",
                        "15 lock LOCK",
                        "16 close LOCK",
                        "17 delete run-3"),
                storage.script());
        assertEquals(17, storage.operationCount());
        assertEquals(1, storage.hitCount());
    }

    @Test
    void scriptKeepsTheLastOperationsOnly() throws IOException {
        FaultyStorage storage = FaultyStorage.over(disk);
        for (int i = 0; i < 10_050; i++) {
            storage.list();
        }

        assertEquals(10_000, storage.script().size());
        assertEquals("51 list", storage.script().getFirst());
        assertEquals("10050 list", storage.script().getLast());
    }

    @ParameterizedTest
    @EnumSource(names = {"EIO", "ENOSPC"})
    void everyOperationCanFailAndNamesTheFile(Fault fault) throws IOException {
        List<String> failed = new ArrayList<>();
        for (int n = 1; ; n++) {
            FaultyStorage storage =
                    FaultyStorage.over(MemoryStorage.create(), FaultPlan.at(n, fault));
            try {
                useEverything(storage);
                assertEquals(0, storage.hitCount());
                break;
            } catch (FileSystemException e) {
                assertEquals(1, storage.hitCount());
                assertMessage(e, "memory");
                assertEquals(fault == Fault.ENOSPC, StorageErrors.isDiskFull(e));
                failed.add(e.getFile() + " " + e.getReason());
            }
        }
        assertEquals(fault == Fault.EIO ? 17 : 5, failed.size());
        assertTrue(failed.get(1).startsWith("memory/run-3.tmp cannot write: "), failed.toString());
    }

    @Test
    void onceStrikesOnceAndForEverStrikesOn() throws IOException {
        FaultyStorage once = FaultyStorage.over(disk, FaultPlan.at(2, Fault.EIO));
        once.list();
        assertThrows(IOException.class, once::list);
        once.list();

        FaultyStorage forEver = FaultyStorage.over(disk, FaultPlan.from(2, Fault.EIO));
        forEver.list();
        assertThrows(IOException.class, forEver::list);
        assertThrows(IOException.class, forEver::list);
        assertEquals(2, forEver.hitCount());
    }

    @Test
    void plansChooseOperationsAndFiles() throws IOException {
        FaultyStorage storage =
                FaultyStorage.over(
                        disk,
                        FaultPlan.at(2, Fault.EIO)
                                .on(DiskCall.CREATE, DiskCall.RENAME)
                                .onFiles("run-*"));

        storage.create("manifest").close();
        storage.create("run-1").close();
        storage.rename("manifest", "other");
        storage.delete("run-1");

        assertThrows(IOException.class, () -> storage.rename("other", "run-2"));
        assertEquals(List.of("other"), storage.list());
    }

    @Test
    void shortCountsAreAThirdAndNeverNothing() throws IOException {
        FaultyStorage storage =
                FaultyStorage.over(
                        disk,
                        FaultPlan.from(1, Fault.SHORT_WRITE),
                        FaultPlan.from(1, Fault.SHORT_READ));
        ByteBuffer bytes = ByteBuffer.wrap(new byte[9]);
        try (Storage.Sink sink = storage.create("run-1")) {
            assertEquals(3, sink.write(bytes));
            assertEquals(2, sink.write(bytes));
            assertEquals(1, sink.write(bytes));
            StorageFiles.writeFully(sink, bytes);
        }
        try (Storage.Source source = storage.open("run-1")) {
            assertEquals(3, source.read(ByteBuffer.allocate(9), 0));
            assertEquals(1, source.read(ByteBuffer.allocate(1), 8));
        }
    }

    @Test
    void aFailedSyncLosesTheBytesAndTheNextOneSucceeds() throws IOException {
        FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(2, Fault.SYNC_FAILURE));
        try (Storage.Sink sink = storage.create("run-1")) {
            StorageFiles.writeFully(sink, ByteBuffer.wrap(new byte[] {1, 1}));
            sink.sync();
            StorageFiles.writeFully(sink, ByteBuffer.wrap(new byte[] {2, 2}));
            assertMessage(assertThrows(IOException.class, sink::sync), "run-1: cannot sync");
            sink.sync();
        }
        ByteBuffer bytes = ByteBuffer.allocate(4);
        try (Storage.Source source = storage.open("run-1")) {
            StorageFiles.readFully(source, bytes, 0);
        }
        assertEquals(ByteBuffer.wrap(new byte[] {1, 1, 0, 0}), bytes.flip());
    }

    @Test
    void aSkippedSyncTellsSuccessAndMakesNothingDurable() throws IOException {
        FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.from(1, Fault.SYNC_SKIPPED));
        try (Storage.Sink sink = storage.create("run-1")) {
            sink.sync();
        }
        storage.syncDirectory();

        assertEquals(List.of(), disk.crash(new SplittableRandom(1), Survival.NONE).list());
    }

    @Test
    void slowRunsTheHookAndThenTheOperation() throws IOException {
        List<String> seen = new ArrayList<>();
        FaultyStorage storage =
                FaultyStorage.over(
                        disk,
                        FaultPlan.at(1, Fault.SLOW)
                                .on(DiskCall.DELETE)
                                .withHook(() -> seen.addAll(disk.list())));
        storage.create("run-1").close();

        storage.delete("run-1");

        assertEquals(List.of("run-1"), seen);
        assertEquals(List.of(), disk.list());
    }

    @Test
    void afterACutNothingHappensAnyMoreButHandlesAreGivenBack() throws IOException {
        FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(4, Fault.CUT));
        Closeable lock = storage.lock("LOCK").orElseThrow();
        Storage.Sink sink = storage.create("run-1");
        Storage.Source source = storage.open("run-1");
        assertFalse(storage.isCut());

        assertThrows(PowerCut.class, () -> sink.write(ByteBuffer.allocate(1)));

        assertTrue(storage.isCut());
        assertThrows(PowerCut.class, () -> storage.rename("run-1", "run-2"));
        assertThrows(PowerCut.class, storage::syncDirectory);
        assertThrows(PowerCut.class, sink::close);
        assertThrows(PowerCut.class, source::close);
        assertThrows(PowerCut.class, lock::close);
        assertEquals(List.of("LOCK", "run-1"), disk.list());
        assertEquals(OpenHandles.NONE, disk.openHandles());
        assertEquals(4, storage.operationCount());
        assertEquals("4 write run-1: CUT", storage.script().getLast());
    }

    @Test
    void aCloseThatFailsGivesTheHandleBack() throws IOException {
        FaultyStorage storage =
                FaultyStorage.over(disk, FaultPlan.at(1, Fault.EIO).on(DiskCall.CLOSE));
        Storage.Sink sink = storage.create("run-1");

        assertInstanceOf(FileSystemException.class, assertThrows(IOException.class, sink::close));

        sink.close();
        assertEquals(OpenHandles.NONE, disk.openHandles());
    }

    @Test
    void aFaultPassesThroughASecondFaultyStorage() throws IOException {
        FaultyStorage storage =
                FaultyStorage.over(FaultyStorage.over(disk), FaultPlan.at(1, Fault.SYNC_FAILURE));
        try (Storage.Sink sink = storage.create("run-1")) {
            StorageFiles.writeFully(sink, ByteBuffer.wrap(new byte[] {1}));
            assertThrows(IOException.class, sink::sync);
        }
        ByteBuffer bytes = ByteBuffer.allocate(1);
        try (Storage.Source source = disk.open("run-1")) {
            StorageFiles.readFully(source, bytes, 0);
        }
        assertEquals(0, bytes.get(0));
    }

    @Test
    void operationsAreCountedFromOne() {
        assertThrows(IllegalArgumentException.class, () -> FaultPlan.at(0, Fault.EIO));
    }

    /** Seventeen operations, at least one of each kind. */
    private static void useEverything(Storage storage) throws IOException {
        try (Storage.Sink sink = storage.create("run-3.tmp")) {
            StorageFiles.writeFully(sink, ByteBuffer.allocate(4));
            StorageFiles.writeFully(sink, ByteBuffer.allocate(6));
            sink.sync();
        }
        storage.rename("run-3.tmp", "run-3");
        storage.syncDirectory();
        try (Storage.Source source = storage.open("run-3")) {
            source.lengthBytes();
            source.read(ByteBuffer.allocate(9), 7);
        }
        try (Arena arena = Arena.ofConfined()) {
            storage.map("run-3", 8, arena);
        }
        storage.list();
        storage.usableBytes();
        storage.lock("LOCK").orElseThrow().close();
        storage.delete("run-3");
    }
}
