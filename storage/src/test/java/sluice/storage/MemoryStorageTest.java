package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryStorageTest extends StorageContract {
    private static final int DRAWS = 300;

    @Override
    Storage emptyStorage() {
        return MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(7));
    }

    @ParameterizedTest
    @EnumSource
    void whatWasSyncedSurvivesEveryCrash(Survival survival) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        Storage.Sink sink = storage.create("run-1");
        StorageFiles.writeFully(sink, filled(700, 1));
        sink.sync();
        storage.syncDirectory();
        StorageFiles.writeFully(sink, filled(3000, 2));
        storage.create("run-2");

        for (int seed = 0; seed < DRAWS; seed++) {
            MemoryStorage after = storage.crash(new SplittableRandom(seed), survival);

            assertArrayEquals(filled(700, 1).array(), Arrays.copyOf(bytes(after, "run-1"), 700));
        }
    }

    @Test
    void noneLosesAllThatWasNotSynced() throws IOException {
        MemoryStorage storage = withChangesNotSynced();

        MemoryStorage after = storage.crash(new SplittableRandom(1), Survival.NONE);

        assertEquals(List.of("deleted", "kept", "old-name", "replaced"), after.list());
        assertEquals(10, bytes(after, "kept").length);
        assertEquals(1, bytes(after, "replaced")[0]);
    }

    @Test
    void allKeepsAllThatWasNotSynced() throws IOException {
        MemoryStorage storage = withChangesNotSynced();

        MemoryStorage after = storage.crash(new SplittableRandom(1), Survival.ALL);

        assertEquals(storage.list(), after.list());
        for (String name : storage.list()) {
            assertArrayEquals(bytes(storage, name), bytes(after, name));
        }
    }

    @Test
    void namesWithoutBytesKeepsNamesAndLosesBytes() throws IOException {
        MemoryStorage storage = withChangesNotSynced();
        Set<Integer> lengthsSeen = new HashSet<>();

        for (int seed = 0; seed < DRAWS; seed++) {
            MemoryStorage after =
                    storage.crash(new SplittableRandom(seed), Survival.NAMES_WITHOUT_BYTES);

            assertEquals(storage.list(), after.list());
            byte[] replaced = bytes(after, "replaced");
            lengthsSeen.add(replaced.length);
            assertArrayEquals(new byte[replaced.length], replaced);
        }
        assertEquals(Set.of(0, 1300), lengthsSeen);
    }

    @Test
    void halfKeepsPrefixesOnly() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        for (int i = 0; i < 4; i++) {
            create(storage, "run-" + i, filled(2000, i + 1));
        }
        Set<List<String>> listsSeen = new HashSet<>();
        Set<Integer> lengthsSeen = new HashSet<>();

        for (int seed = 0; seed < DRAWS; seed++) {
            MemoryStorage after = storage.crash(new SplittableRandom(seed), Survival.HALF);
            assertEquals(storage.list().subList(0, after.list().size()), after.list());
            listsSeen.add(after.list());
            for (String name : after.list()) {
                byte[] survived = bytes(after, name);
                assertArrayEquals(Arrays.copyOf(bytes(storage, name), survived.length), survived);
                lengthsSeen.add(survived.length);
            }
        }
        assertEquals(5, listsSeen.size());
        assertEquals(Set.of(0, 512, 1024, 1536, 2000), lengthsSeen);
    }

    @Test
    void tornDrawsEveryMixtureOfSectorsAndNames() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        create(storage, "run-1", filled(1536, 1));
        create(storage, "run-2", filled(1, 2));
        Set<String> sectorsSeen = new HashSet<>();
        Set<List<String>> listsSeen = new HashSet<>();

        for (int seed = 0; seed < DRAWS; seed++) {
            MemoryStorage after = storage.crash(new SplittableRandom(seed), Survival.TORN);
            listsSeen.add(after.list());
            if (after.list().contains("run-1")) {
                byte[] survived = bytes(after, "run-1");
                StringBuilder sectors = new StringBuilder();
                for (int at = 0; at < survived.length; at += 512) {
                    sectors.append(survived[at]);
                    assertEquals(survived[at], survived[at + 511], "a sector is torn inside");
                }
                sectorsSeen.add(sectors.toString());
            }
        }
        assertEquals(4, listsSeen.size());
        assertTrue(
                sectorsSeen.containsAll(
                        Set.of("", "0", "1", "00", "01", "10", "11", "000", "001", "010", "111")),
                sectorsSeen.toString());
    }

    @Test
    void renameMayOutliveTheBytesAndTheBytesTheRename() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        create(storage, "a", filled(5, 1));
        storage.rename("a", "b");
        Set<String> seen = new HashSet<>();

        for (int seed = 0; seed < DRAWS; seed++) {
            MemoryStorage after = storage.crash(new SplittableRandom(seed), Survival.TORN);
            for (String name : after.list()) {
                byte[] survived = bytes(after, name);
                seen.add(name + (survived.length == 5 && survived[0] == 1 ? " whole" : " lost"));
            }
        }
        assertEquals(Set.of("a whole", "a lost", "b whole", "b lost"), seen);
    }

    @Test
    void aFileHasOneNameWhicheverRenamesSurvive() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        create(storage, "a", filled(5, 1));
        storage.syncDirectory();
        storage.rename("a", "b");
        storage.rename("b", "c");

        for (int seed = 0; seed < DRAWS; seed++) {
            assertEquals(1, storage.crash(new SplittableRandom(seed), Survival.TORN).list().size());
        }
    }

    @Test
    void crashLeavesTheOldDiskAndFreesLocks() throws IOException {
        MemoryStorage storage = withChangesNotSynced();
        List<String> before = storage.list();
        assertTrue(storage.lock("LOCK").isPresent());

        MemoryStorage after = storage.crash(new SplittableRandom(1), Survival.ALL);
        create(after, "new", filled(5, 1));

        assertTrue(after.lock("LOCK").isPresent());
        assertTrue(storage.lock("LOCK").isEmpty());
        assertTrue(storage.list().containsAll(before) && !storage.list().contains("new"));
    }

    @Test
    void whatSurvivedOneCrashSurvivesTheNext() throws IOException {
        MemoryStorage after = withChangesNotSynced().crash(new SplittableRandom(1), Survival.ALL);

        MemoryStorage twice = after.crash(new SplittableRandom(2), Survival.NONE);

        assertEquals(after.list(), twice.list());
        for (String name : after.list()) {
            assertArrayEquals(bytes(after, name), bytes(twice, name));
        }
    }

    @Test
    void whatFitsIsWrittenBeforeTheDiskIsFull() throws IOException {
        MemoryStorage storage =
                MemoryStorage.create(MemoryStorage.Options.DEFAULT.withCapacityBytes(100));
        try (Storage.Sink sink = storage.create("run-1")) {
            assertEquals(60, sink.write(filled(60, 1)));
            assertEquals(40, sink.write(filled(60, 2)));
            IOException failure = assertThrows(IOException.class, () -> sink.write(filled(1, 3)));

            assertTrue(StorageErrors.isDiskFull(failure));
            assertMessage(failure, "memory/run-1: cannot write: No space left on device");
            assertEquals(0, storage.usableBytes());
            sink.sync();
        }
        assertEquals(100, bytes(storage, "run-1").length);
    }

    @Test
    void spaceIsFreeWhenTheLastUserOfADeletedFileIsGone() throws IOException {
        MemoryStorage storage =
                MemoryStorage.create(MemoryStorage.Options.DEFAULT.withCapacityBytes(100));
        create(storage, "run-1", filled(70, 1));
        create(storage, "run-2", filled(20, 1));
        try (Storage.Source _ = storage.open("run-1")) {
            storage.rename("run-2", "run-1");
            assertEquals(10, storage.usableBytes());
        }
        assertEquals(80, storage.usableBytes());
        storage.resize(30);
        assertEquals(10, storage.usableBytes());
        storage.delete("run-1");
        assertEquals(30, storage.usableBytes());
    }

    @Test
    void everythingOpenIsCountedUntilItIsClosed() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        assertEquals(OpenHandles.NONE, storage.openHandles());
        Arena arena = Arena.ofShared();
        Storage.Sink sink = storage.create("run-1");
        Storage.Source source = storage.open("run-1");
        Closeable lock = storage.lock("LOCK").orElseThrow();
        storage.map("run-1", 0, arena);
        storage.map("run-1", 0, arena);

        assertEquals(
                new OpenHandles(
                        List.of("run-1"),
                        List.of("run-1"),
                        List.of("run-1", "run-1"),
                        1,
                        List.of("LOCK")),
                storage.openHandles());

        sink.close();
        source.close();
        lock.close();
        assertEquals(1, storage.openHandles().arenaCount());
        arena.close();
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void shortCountsHappenAndAreNeverNothing() throws IOException {
        MemoryStorage storage =
                MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(3));
        Set<Integer> counts = new HashSet<>();
        try (Storage.Sink sink = storage.create("run-1")) {
            for (int i = 0; i < DRAWS; i++) {
                counts.add(sink.write(filled(4, 1)));
            }
        }
        assertEquals(Set.of(1, 2, 3, 4), counts);
        counts.clear();
        try (Storage.Source source = storage.open("run-1")) {
            for (int i = 0; i < DRAWS; i++) {
                counts.add(source.read(ByteBuffer.allocate(4), 0));
            }
        }
        assertEquals(Set.of(1, 2, 3, 4), counts);
    }

    @Test
    void damageAndTruncationAreSeenByReadersAndAreDurable() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        StorageFiles.publish(storage, "a", sink -> StorageFiles.writeFully(sink, filled(5, 1)));

        storage.damage("a", 2, (byte) 9);
        storage.truncate("a", 4);

        assertArrayEquals(new byte[] {1, 1, 9, 1}, bytes(storage, "a"));
        MemoryStorage after = storage.crash(new SplittableRandom(1), Survival.NONE);
        assertArrayEquals(new byte[] {1, 1, 9, 1}, bytes(after, "a"));
        assertThrows(IllegalArgumentException.class, () -> storage.damage("a", 4, (byte) 9));
        assertThrows(IllegalArgumentException.class, () -> storage.truncate("a", 5));
    }

    private static MemoryStorage withChangesNotSynced() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        Storage.Sink kept = storage.create("kept");
        StorageFiles.writeFully(kept, filled(10, 1));
        kept.sync();
        create(storage, "deleted", filled(10, 1));
        create(storage, "old-name", filled(10, 1));
        try (Storage.Sink replaced = storage.create("replaced")) {
            StorageFiles.writeFully(replaced, filled(10, 1));
            replaced.sync();
        }
        storage.syncDirectory();
        StorageFiles.writeFully(kept, filled(900, 2));
        storage.delete("deleted");
        storage.rename("old-name", "new-name");
        create(storage, "created", filled(1300, 2));
        storage.rename("created", "replaced");
        return storage;
    }

    private static void create(Storage storage, String name, ByteBuffer bytes) throws IOException {
        try (Storage.Sink sink = storage.create(name)) {
            StorageFiles.writeFully(sink, bytes);
        }
    }

    private static byte[] bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }

    private static ByteBuffer filled(int lengthBytes, int value) {
        byte[] bytes = new byte[lengthBytes];
        Arrays.fill(bytes, (byte) value);
        return ByteBuffer.wrap(bytes);
    }
}
