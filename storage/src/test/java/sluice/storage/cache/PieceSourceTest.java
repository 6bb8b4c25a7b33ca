package sluice.storage.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.storage.MemoryStorage;
import sluice.storage.StorageFiles;

class PieceSourceTest {
    private static final int LENGTH = 40 * PieceSource.PIECE_BYTES + 77;

    private final byte[] far = new byte[LENGTH];
    private final AtomicInteger requests = new AtomicInteger();
    private final MemoryStorage disk = MemoryStorage.create();
    private PieceCache cache;
    private boolean isAway;

    PieceSourceTest() throws IOException {
        cache = PieceCache.open(() -> disk, 64 << 20, () -> 0).orElseThrow();
    }

    @BeforeEach
    void fill() {
        new SplittableRandom(3).nextBytes(far);
    }

    @AfterEach
    void close() throws IOException {
        cache.close();
    }

    private PieceSource source(String key) {
        return new PieceSource(
                "file",
                key,
                LENGTH,
                cache,
                (offset, bytes) -> {
                    requests.incrementAndGet();
                    if (isAway) {
                        throw new IOException("the storage is away");
                    }
                    System.arraycopy(far, (int) offset, bytes, 0, bytes.length);
                });
    }

    private byte[] read(PieceSource source, int offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        StorageFiles.readFully(source, bytes, offset);
        assertArrayEquals(Arrays.copyOfRange(far, offset, offset + length), bytes.array());
        return bytes.array();
    }

    @Test
    void anyPartIsRightColdAndWarm() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        PieceSource source = source("k");
        for (int i = 0; i < 300; i++) {
            int offset = random.nextInt(LENGTH);
            read(source, offset, random.nextInt(Math.min(LENGTH - offset, 400_000) + 1));
        }
        int cold = requests.get();
        read(source, 0, LENGTH);
        assertTrue(requests.get() <= cold + 40);
        int warm = requests.get();
        read(source("k"), 0, LENGTH);
        assertEquals(warm, requests.get(), "all is in the cache");
        assertEquals(-1, source.read(ByteBuffer.allocate(1), LENGTH));
    }

    @Test
    void onePieceIsFetchedForALittleAndMoreWhereItIsReadOnward() throws IOException {
        PieceSource source = source("k");
        read(source, 5 * PieceSource.PIECE_BYTES + 10, 100);
        assertEquals(1, cache.counts().missed());
        assertEquals(1, requests.get());
        for (int at = 0; at < LENGTH; at += 10_000) {
            read(source, at, Math.min(10_000, LENGTH - at));
        }
        assertTrue(requests.get() < 12, requests + " requests");
    }

    @Test
    void failureNamesWhatFailedAndPasses() throws IOException {
        PieceSource source = source("k");
        isAway = true;
        IOException failure = assertThrows(IOException.class, () -> read(source, 0, 10));
        assertEquals("the storage is away", failure.getMessage());
        isAway = false;
        read(source, 0, 10);
    }

    @Test
    void otherContentHasAnotherKey() throws IOException {
        read(source("old"), 0, 10);
        new SplittableRandom(4).nextBytes(far);
        read(source("new"), 0, 10);
    }

    @Test
    void threadsThatMissTheSamePieceFetchItOnce() throws Exception {
        PieceSource source = source("k");
        Thread[] threads = new Thread[8];
        AtomicInteger right = new AtomicInteger();
        for (int i = 0; i < threads.length; i++) {
            threads[i] =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            read(source, 100, 1000);
                                            right.incrementAndGet();
                                        } catch (IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(threads.length, right.get());
        assertEquals(1, requests.get());
    }
}
