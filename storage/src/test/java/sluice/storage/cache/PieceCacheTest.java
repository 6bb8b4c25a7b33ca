package sluice.storage.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.storage.DirectoryStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.Survival;

class PieceCacheTest {
    private static final int PIECE = 10_000;
    private static final long BUDGET = PieceCache.BYTES_MIN;
    private static final long PAUSE_NANOS = PieceCache.PAUSE_SECONDS * 1_000_000_000L;

    private final AtomicLong nanos = new AtomicLong();

    private PieceCache open(Storage storage) throws IOException {
        return PieceCache.open(() -> storage, BUDGET, nanos::get).orElseThrow();
    }

    private static byte[] piece(String file, long offset) {
        byte[] piece = new byte[PIECE];
        new SplittableRandom(file.hashCode() * 31L + offset).nextBytes(piece);
        return piece;
    }

    private static void keep(PieceCache cache, String file, long offset) {
        cache.keep(file, offset, piece(file, offset));
    }

    private static boolean finds(PieceCache cache, String file, long offset) {
        Optional<byte[]> found = cache.find(file, offset);
        found.ifPresent(piece -> assertArrayEquals(piece(file, offset), piece));
        return found.isPresent();
    }

    @Test
    void keepsItsBudgetAndThePiecesThatWereAskedFor() throws IOException {
        MemoryStorage disk = MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(3));
        try (PieceCache cache = open(disk)) {
            for (int i = 0; i < 1000; i++) {
                keep(cache, "a", i);
                assertTrue(finds(cache, "a", i % 10), "piece " + i);
                assertTrue(cache.counts().bytes() <= BUDGET);
            }
            long kept = 0;
            for (String name : disk.list()) {
                if (name.startsWith("cache-")) {
                    try (Storage.Source source = disk.open(name)) {
                        kept += source.lengthBytes();
                    }
                }
            }
            assertEquals(cache.counts().bytes(), kept);
            assertTrue(finds(cache, "a", 9), "it was asked for");
            assertTrue(finds(cache, "a", 999), "it is new");
            assertTrue(!finds(cache, "a", 500), "nobody asked for it");
        }
        assertEquals(OpenHandles.NONE, disk.openHandles());
    }

    @ParameterizedTest
    @EnumSource
    void killedProcessLeavesRightPiecesOrNone(Survival survival) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 10; round++) {
            MemoryStorage disk = MemoryStorage.create();
            PieceCache killed = open(disk);
            for (int i = 0; i < 30; i++) {
                keep(killed, "a", i);
            }
            MemoryStorage left = disk.crash(random, survival);
            try (PieceCache next = open(left)) {
                int found = 0;
                for (int i = 0; i < 30; i++) {
                    found += finds(next, "a", i) ? 1 : 0;
                    keep(next, "a", i);
                    assertTrue(finds(next, "a", i));
                }
                assertTrue(survival != Survival.ALL || found == 30, found + " found");
            }
        }
    }

    @Test
    void damagedPieceIsNotFoundAndKeptOnceMore() throws IOException {
        MemoryStorage disk = MemoryStorage.create();
        try (PieceCache cache = open(disk)) {
            keep(cache, "a", 0);
            keep(cache, "a", 1);
            disk.damage("cache-000000000001", PIECE / 2, (byte) 99, (byte) 98);
            assertTrue(!finds(cache, "a", 0));
            assertTrue(finds(cache, "a", 1));
            assertEquals(1, cache.counts().damaged());
            keep(cache, "a", 0);
            assertTrue(finds(cache, "a", 0));
        }
    }

    @Test
    void secondProcessIsRefused() throws IOException {
        MemoryStorage disk = MemoryStorage.create();
        try (PieceCache _ = open(disk)) {
            assertEquals(Optional.empty(), PieceCache.open(() -> disk, BUDGET, nanos::get));
        }
        open(disk).close();
    }

    @Test
    void fullDiskFailsNobodyAndIsTriedAfterAPause() throws IOException {
        MemoryStorage disk =
                MemoryStorage.create(
                        MemoryStorage.Options.DEFAULT.withCapacityBytes(PIECE * 3 / 2));
        try (PieceCache cache = open(disk)) {
            keep(cache, "a", 0);
            keep(cache, "a", 1);
            assertEquals(1, cache.counts().notKept());
            assertTrue(finds(cache, "a", 0));
            assertTrue(!finds(cache, "a", 1));
            disk.resize(1 << 20);
            keep(cache, "a", 1);
            assertEquals(2, cache.counts().notKept(), "it pauses");
            nanos.addAndGet(PAUSE_NANOS);
            keep(cache, "a", 1);
            assertTrue(finds(cache, "a", 1));
        }
    }

    @Test
    void goesOnInANewFolderWhenItsOwnWasDeleted(@TempDir Path parent) throws IOException {
        Path folder = parent.resolve("cache");
        try (PieceCache cache =
                PieceCache.open(() -> DirectoryStorage.create(folder), BUDGET, nanos::get)
                        .orElseThrow()) {
            for (int i = 0; i < 20; i++) {
                keep(cache, "a", i);
            }
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
            assertTrue(finds(cache, "a", 0), "the open file is still there");
            for (int i = 20; i < 40; i++) {
                keep(cache, "a", i);
            }
            assertTrue(cache.counts().notKept() > 0);
            nanos.addAndGet(PAUSE_NANOS);
            keep(cache, "a", 77);
            assertTrue(finds(cache, "a", 77));
            assertTrue(Files.isDirectory(folder));
        }
    }

    @Test
    void filesThatAreNoCacheAreLeftAlone() throws IOException {
        MemoryStorage disk = MemoryStorage.create();
        try (Storage.Sink sink = disk.create("cache-notes.txt")) {
            assertEquals(3, sink.write(ByteBuffer.wrap(new byte[] {1, 2, 3})));
        }
        try (Storage.Sink sink = disk.create("cache-000000000007")) {
            byte[] garbage = new byte[5000];
            Arrays.fill(garbage, (byte) 0x53);
            assertTrue(sink.write(ByteBuffer.wrap(garbage)) > 0);
        }
        try (PieceCache cache = open(disk)) {
            keep(cache, "a", 0);
            assertTrue(finds(cache, "a", 0));
        }
        assertTrue(disk.list().contains("cache-notes.txt"));
    }
}
