package sluice.readonly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The promises that every registry keeps. */
public abstract class RegistryContract {
    private static final int THREADS = 4;
    private static final int INCREMENTS = 25;

    /** A registry without records. */
    protected abstract Registry open() throws IOException;

    @Test
    void ofAllWhoCompareAndSetOneWins() throws Exception {
        try (Registry registry = open();
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Callable<Integer> increments =
                    () -> {
                        int lost = 0;
                        for (int done = 0; done < INCREMENTS; ) {
                            Optional<Registry.Entry> before = registry.read("counter");
                            long count = before.map(entry -> number(entry.content())).orElse(0L);
                            boolean won =
                                    registry.compareAndSet(
                                            "counter",
                                            before.map(Registry.Entry::revision).orElse(0L),
                                            bytes(String.valueOf(count + 1)));
                            done += won ? 1 : 0;
                            lost += won ? 0 : 1;
                        }
                        return lost;
                    };
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(increments));
            }
            for (Future<Integer> each : all) {
                each.get();
            }
            byte[] end = registry.read("counter").orElseThrow().content();
            assertEquals((long) THREADS * INCREMENTS, number(end));
        }
    }

    @Test
    void aRecordThatIsRemovedAndMadeAnewHasALaterRevision() throws IOException {
        try (Registry registry = open()) {
            assertTrue(registry.compareAndSet("pushes/1", 0, bytes("a")));
            assertFalse(registry.compareAndSet("pushes/1", 0, bytes("b")));
            long first = registry.read("pushes/1").orElseThrow().revision();
            registry.delete("pushes/1");
            registry.delete("pushes/1");
            assertEquals(Optional.empty(), registry.read("pushes/1"));
            assertFalse(registry.compareAndSet("pushes/1", first, bytes("c")));
            assertTrue(registry.compareAndSet("pushes/1", 0, bytes("d")));
            registry.put("pushes/2", bytes("e"));
            Map<String, Registry.Entry> all = registry.readAll("pushes/");
            assertEquals(Set.of("pushes/1", "pushes/2"), all.keySet());
            assertTrue(registry.read("pushes/1").orElseThrow().revision() > first);
        }
    }

    @Test
    void oneLeadsAndANodeRunsOnce() throws IOException {
        try (Registry registry = open()) {
            Closeable a = registry.enter("a").orElseThrow();
            assertEquals(Optional.empty(), registry.enter("a"));
            assertEquals(Set.of("a"), registry.live(Set.of("a", "b")));
            a.close();
            assertEquals(Set.of(), registry.live(Set.of("a", "b")));
            Registry.Lead lead = registry.lead().orElseThrow();
            assertTrue(lead.isHeld());
            assertEquals(Optional.empty(), registry.lead());
            lead.close();
            registry.lead().orElseThrow().close();
        }
    }

    @Test
    void aWatcherHearsOfAChange() throws Exception {
        try (Registry registry = open()) {
            registry.put("before", bytes("x"));
            CountDownLatch heard = new CountDownLatch(2);
            try (Closeable _ = registry.watch(heard::countDown)) {
                for (int i = 0; heard.getCount() > 0 && i < 100; i++) {
                    registry.put("record", bytes(String.valueOf(i)));
                    heard.await(200, TimeUnit.MILLISECONDS);
                }
            }
            assertEquals(0, heard.getCount());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static long number(byte[] content) {
        return Long.parseLong(new String(content, UTF_8));
    }
}
