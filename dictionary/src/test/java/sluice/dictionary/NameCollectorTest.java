package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

class NameCollectorTest {
    private final HeapStorage storage = new HeapStorage();

    @Test
    void runSaysByItsTagWhatItIs() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            collector.begin("people-0");
            collector.finish(new byte[] {4, 2});
        }
        assertEquals(List.of("names-people-0.run"), storage.list());
        NameRun run = NameRun.open(storage, "names-people-0.run");
        assertArrayEquals(new byte[] {4, 2}, run.tag());
        assertEquals(List.of(), run.parts());
    }

    @Test
    void runIsNotThereBeforeItIsFinishedAndItsPartsGoWithIt() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameBytes.HASH, 20, 70_000)) {
            collector.begin("people-0");
            int group = collector.group("Person");
            for (int i = 0; i < 25; i++) {
                add(collector, group, new byte[] {(byte) i});
            }
            collector.flush();
            assertEquals(List.of("names-people-0.0.run", "names-people-0.1.run"), storage.list());
            assertThrows(
                    NoSuchFileException.class, () -> NameRun.open(storage, "names-people-0.run"));
            assertThrows(
                    CorruptFileException.class,
                    () -> NameRun.open(storage, "names-people-0.1.run"));
            collector.begin("people-1");
            assertEquals(List.of(), storage.list());
            add(collector, group, new byte[] {7});
            collector.finish(new byte[0]);
        }
        assertEquals(List.of("names-people-1.run"), storage.list());
        try (NameRunCursor cursor =
                NameRunCursor.open(
                        storage,
                        NameRun.open(storage, "names-people-1.run").file(),
                        NameBytes.HASH,
                        NameShard.ALL,
                        0)) {
            assertTrue(cursor.next());
            assertEquals(7, cursor.bytes()[cursor.offset()]);
            assertEquals(new NameGroup(false, "Person"), cursor.groups().get(cursor.group()));
            assertEquals(false, cursor.next());
        }
    }

    @Test
    void nameCountsInEachChunkThatHasItAndNoTypeDoes() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            int group = collector.group("");
            collector.begin("a");
            add(collector, group, new byte[] {1});
            add(collector, group, new byte[] {1});
            add(collector, group, new byte[] {2});
            collector.addType("knows");
            collector.finish(new byte[0]);
            assertEquals(2, collector.namesWritten());
            collector.begin("b");
            add(collector, group, new byte[] {2});
            collector.finish(new byte[0]);
            assertEquals(3, collector.namesWritten());
        }
    }

    @Test
    void runWhoseFirstPartIsGoneIsNotWhole() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameBytes.HASH, 20, 70_000)) {
            collector.begin("a");
            for (int i = 0; i < 25; i++) {
                add(collector, collector.group(""), new byte[] {(byte) i});
            }
            collector.finish(new byte[0]);
        }
        storage.delete("names-a.0.run");
        assertThrows(IOException.class, () -> NameRun.open(storage, "names-a.run"));
    }

    @Test
    void temporaryFileOfAProcessThatDiedIsReplaced() throws IOException {
        storage.put("names-a.run.tmp", new byte[] {1, 2, 3});
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            collector.begin("a");
            collector.finish(new byte[0]);
        }
        assertEquals(List.of("names-a.run"), storage.list());
    }

    @Test
    void emptyAndTooLongNamesAreRefused() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            collector.begin("a");
            int group = collector.group("");
            byte[] bytes = new byte[70_000];
            assertInput(() -> collector.add(group, bytes, 0, 0));
            assertInput(() -> collector.add(group, bytes, 0, NameCollector.NAME_BYTES_MAX + 1));
            assertInput(() -> collector.addType(""));
            assertInput(() -> collector.addType(bytes, 0, 4097));
            collector.add(group, bytes, 0, NameCollector.NAME_BYTES_MAX);
            collector.add(group, bytes, 0, NameCollector.NAME_BYTES_MAX - 1);
            collector.add(group, bytes, 0, NameCollector.NAME_BYTES_MAX - 2);
            collector.addType(bytes, 0, 4096);
            collector.finish(new byte[0]);
        }
        try (Dictionary none = Dictionary.open(storage, List.of())) {
            NameFile file =
                    DictionaryBuilder.build(
                                    storage,
                                    none,
                                    List.of("names-a.run"),
                                    1,
                                    DictionaryBuilder.MEMORY_BYTES_MIN)
                            .orElseThrow();
            try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
                assertEquals(3, dictionary.count());
                assertEquals(1, dictionary.typeCount());
                assertEquals(
                        1,
                        dictionary.find("", "\0".repeat(NameCollector.NAME_BYTES_MAX)) >= 0
                                ? 1
                                : 0);
            }
        }
    }

    @Test
    void moreTypesThanMemoryHoldsAreRefused() throws IOException {
        try (NameCollector collector = new NameCollector(storage, 16 * 1024 * 1024)) {
            collector.begin("a");
            for (int i = 0; i < 40_000; i++) {
                collector.addType("%d-%s".formatted(i, "x".repeat(1000)));
            }
            collector.finish(new byte[0]);
        }
        List<String> before = storage.list();
        try (Dictionary none = Dictionary.open(storage, List.of())) {
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    DictionaryBuilder.build(
                                            storage,
                                            none,
                                            List.of("names-a.run"),
                                            1,
                                            DictionaryBuilder.MEMORY_BYTES_MIN));
            assertEquals(ErrorCode.RESOURCE, refused.code());
        }
        assertEquals(before, storage.list());
    }

    /** Programs of before read a dictionary whose types keep to their limits, and no other. */
    @Test
    void theVersionSaysWhetherTypesAreLongOrMany() throws IOException {
        assertEquals(1, versionWith(65_536, 1));
        assertEquals(2, versionWith(65_537, 1));
        assertEquals(1, versionWith(1, 255));
        assertEquals(2, versionWith(1, 256));
        assertEquals(2, versionWith(1, 4096));
    }

    private static int versionWith(int types, int bytes) throws IOException {
        HeapStorage storage = new HeapStorage();
        try (NameCollector collector = new NameCollector(storage, 16 * 1024 * 1024)) {
            collector.begin("a");
            byte[] name = new byte[Math.max(4, bytes)];
            for (int i = 0; i < types; i++) {
                ByteBuffer.wrap(name).putInt(i);
                collector.addType(name, 0, name.length);
            }
            collector.finish(new byte[0]);
        }
        try (Dictionary none = Dictionary.open(storage, List.of())) {
            NameFile file =
                    DictionaryBuilder.build(
                                    storage,
                                    none,
                                    List.of("names-a.run"),
                                    1,
                                    DictionaryBuilder.MEMORY_BYTES_MIN)
                            .orElseThrow();
            assertEquals(List.of(), Dictionary.verify(storage, List.of(file)));
            try (Dictionary dictionary = Dictionary.open(storage, List.of(file));
                    Storage.Source source = storage.open(file.name())) {
                assertEquals(types, dictionary.typeCount());
                ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
                source.read(header, 0);
                return header.getInt(8);
            }
        }
    }

    @Test
    void namesOfOneHashAreAllThereAndFound() throws IOException {
        NameBytes.Hash constant = (bytes, offset, length) -> 42;
        List<Name> names =
                IntStream.range(0, 20_000).mapToObj(i -> NameSets.name("", "name" + i)).toList();
        try (NameCollector collector = new NameCollector(storage, constant, 30_000, 4_000_000)) {
            NameSets.collect(collector, "a", names, List.of());
            NameSets.collect(collector, "b", names.reversed(), List.of());
        }
        try (Dictionary none = Dictionary.open(storage, List.of(), constant)) {
            NameFile file =
                    DictionaryBuilder.build(
                                    storage,
                                    none,
                                    List.of("names-a.run", "names-b.run"),
                                    1,
                                    4,
                                    constant)
                            .orElseThrow();
            try (Dictionary dictionary = Dictionary.open(storage, List.of(file), constant)) {
                List<Name> ordered = names.stream().sorted(NameSets.order(constant)).toList();
                assertEquals(names.size(), dictionary.count());
                for (int id = 0; id < ordered.size(); id++) {
                    assertEquals(id, NameSets.find(dictionary, ordered.get(id)));
                    assertEquals(ordered.get(id), dictionary.name(id).orElseThrow());
                }
                assertEquals(-1, dictionary.find("", "name"));
            }
            assertEquals(List.of(), Dictionary.verify(storage, List.of(file), constant));
        }
    }

    @Test
    void lessMemoryThanNeededAndAWrongLabelAreOurMistakes() throws IOException {
        assertThrows(
                IllegalArgumentException.class,
                () -> new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN - 1));
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            assertThrows(IllegalArgumentException.class, () -> collector.begin("a.0"));
            assertThrows(IllegalStateException.class, () -> collector.finish(new byte[0]));
        }
    }

    private static void add(NameCollector collector, int group, byte[] name) throws IOException {
        collector.add(group, name, 0, name.length);
    }

    private interface Act {
        void run() throws IOException;
    }

    private static void assertInput(Act act) {
        SluiceException refused = assertThrows(SluiceException.class, act::run);
        assertEquals(ErrorCode.INPUT, refused.code());
    }
}
