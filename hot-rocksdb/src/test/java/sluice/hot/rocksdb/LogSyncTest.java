package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

@Timeout(60)
class LogSyncTest {
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong synced = new AtomicLong();
    private final AtomicLong syncs = new AtomicLong();

    /** What was written before the call is on disk at its end. */
    private void sync() {
        long before = written.get();
        LockSupport.parkNanos(10_000);
        synced.set(before);
        syncs.incrementAndGet();
    }

    @Test
    void whoWaitedIsDurableAndManyShareASync() throws InterruptedException {
        int threads = 32;
        int writes = 200;
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (LogSync sync = LogSync.start(this::sync, Durability.SYNC)) {
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                writers.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try {
                                                for (int j = 0; j < writes; j++) {
                                                    long mine = written.incrementAndGet();
                                                    sync.await();
                                                    assertTrue(synced.get() >= mine);
                                                }
                                            } catch (Throwable e) {
                                                failure.set(e);
                                            }
                                        }));
            }
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertEquals(null, failure.get());
        assertTrue(syncs.get() < threads * writes, "syncs: " + syncs);
    }

    @Test
    void writeThatComesDuringASyncWaitsForTheNextOne() throws Exception {
        Semaphore mayEnd = new Semaphore(0);
        Semaphore begun = new Semaphore(0);
        LogSync.Log log =
                () -> {
                    begun.release();
                    mayEnd.acquireUninterruptibly();
                    syncs.incrementAndGet();
                };
        LogSync sync = LogSync.start(log, Durability.SYNC);
        try {
            CountDownLatch first = writer(sync);
            begun.acquire();
            CountDownLatch second = writer(sync);
            mayEnd.release();
            assertTrue(first.await(30, TimeUnit.SECONDS));
            begun.acquire();
            assertEquals(1, second.getCount());
            assertEquals(1, syncs.get());
            mayEnd.release();
            assertTrue(second.await(30, TimeUnit.SECONDS));
            assertEquals(2, syncs.get());
        } finally {
            mayEnd.release(2);
            sync.close();
        }
    }

    /** A thread that waits for the log; counts down once it has. */
    private static CountDownLatch writer(LogSync sync) {
        CountDownLatch ended = new CountDownLatch(1);
        Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                sync.await();
                                ended.countDown();
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        return ended;
    }

    @Test
    void failedSyncFailsAllWhoWaitThenAndLater() {
        LogSync.Log log =
                () -> {
                    syncs.incrementAndGet();
                    throw new IOException("the disk is gone");
                };
        try (LogSync sync = LogSync.start(log, Durability.SYNC)) {
            for (int i = 0; i < 2; i++) {
                IOException failure = assertThrows(IOException.class, sync::await);
                assertEquals("the disk is gone", failure.getMessage());
            }
        }
        assertEquals(1, syncs.get());
    }

    /** A full disk is told in this way. */
    @Test
    void whatAUserCanActOnIsTold() {
        LogSync.Log log =
                () -> {
                    throw new SluiceException(ErrorCode.RESOURCE, "no space; make room");
                };
        try (LogSync sync = LogSync.start(log, Durability.SYNC)) {
            IOException failure = assertThrows(IOException.class, sync::await);
            assertTrue(failure.getMessage().endsWith("no space; make room"), failure.getMessage());
        }
    }

    @Test
    void asyncDoesNotWaitAndSyncsWithinItsWindow() throws Exception {
        CountDownLatch synced = new CountDownLatch(1);
        try (LogSync sync = LogSync.start(synced::countDown, new Durability.Async(5))) {
            sync.await();
            assertTrue(synced.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void closingSyncsWhatIsLeft() throws Exception {
        LogSync sync = LogSync.start(syncs::incrementAndGet, new Durability.Async(1_000_000));
        sync.await();
        sync.close();
        assertEquals(1, syncs.get());
    }
}
