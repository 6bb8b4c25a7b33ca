package sluice.load.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.dictionary.Dictionary;
import sluice.dictionary.DictionaryBuilder;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.dictionary.NameTrail;
import sluice.dictionary.RowTrail;
import sluice.dictionary.TrailIds;
import sluice.ingest.row.CollectingNames;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.storage.MemoryStorage;

/** A chunk's rows come out of its trail as they went in, with the ids of the dictionary. */
class RowReplayTest {
    private static final String LABEL = "000001-000000-000000";
    private static final String IDS = "names-" + LABEL + ".ids";

    private final MemoryStorage storage = MemoryStorage.create();

    /** What a chunk holds: a link, with one back or not, a property, or a rejected row. */
    private record Item(
            String subject,
            String predicate,
            String object,
            String back,
            long slot,
            long time,
            long version,
            int flags,
            byte[] data) {}

    /** Writes down what comes. */
    private static final class Written implements RowSink, Rejects {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void append(
                long id1,
                long type,
                long id2,
                long time,
                long version,
                int flags,
                byte[] data,
                int dataOffset,
                int dataLength) {
            byte[] bytes = Arrays.copyOfRange(data, dataOffset, dataOffset + dataLength);
            lines.add(
                    List.of(id1, type, id2, time, version, flags, Arrays.hashCode(bytes))
                            .toString());
        }

        @Override
        public void reject(long line, long byteOffset, int column, String cause, byte[] row) {
            lines.add(
                    List.of(
                                    line,
                                    byteOffset,
                                    column,
                                    cause,
                                    new String(row, StandardCharsets.UTF_8))
                            .toString());
        }
    }

    @Test
    void rowsComeBackWithTheIdsOfTheirNames() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Item> items = items(random, random.nextInt(4000), seed % 5 == 0 ? 70_000 : 40);
            String context = "seed " + seed;
            collect(items, 64L << 20);
            try (Dictionary dictionary = Dictionary.open(storage, build())) {
                Written expected = new Written();
                say(items, new Looked(dictionary), expected, expected);
                assertEquals(expected.lines, replayed(dictionary).orElseThrow(), context);
                storage.delete(IDS);
                assertEquals(expected.lines, replayed(dictionary).orElseThrow(), "looked up");
            }
        }
    }

    @Test
    void aDamagedTrailIsNotReplayed() throws IOException {
        Random random = new Random(3);
        List<Item> items = items(random, 3000, 40);
        collect(items, 64L << 20);
        try (Dictionary dictionary = Dictionary.open(storage, build())) {
            List<String> whole = replayed(dictionary).orElseThrow();
            int refused = 0;
            for (int i = 0; i < 400; i++) {
                String trail = i % 2 == 0 ? NameTrail.fileName(LABEL) : IDS;
                long length = lengthBytes(trail);
                long at = random.nextLong(length);
                byte before = byteAt(trail, at);
                storage.damage(trail, at, (byte) (before ^ 1 << random.nextInt(8)));
                Optional<List<String>> rows = replayed(dictionary);
                refused += rows.isEmpty() ? 1 : 0;
                rows.ifPresent(found -> assertEquals(whole, found));
                storage.damage(trail, at, before);
            }
            assertTrue(refused > 380, "refused: " + refused);
            assertEquals(whole, replayed(dictionary).orElseThrow());
        }
    }

    @Test
    void aChunkWhoseNamesDoNotFitIntoMemoryLeavesNoRows() throws IOException {
        collect(items(new Random(4), 30_000, 40), NameCollector.MEMORY_BYTES_MIN);
        assertFalse(storage.list().contains(NameTrail.fileName(LABEL)));
    }

    /** Rows that take names another way would come back with wrong ones. */
    @Test
    void rowsThatAreNoFactsAreRefused() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            CollectingNames names = new CollectingNames(collector);
            collector.beginWithRows(LABEL);
            RowRecorder recorder = new RowRecorder(collector, names);
            recorder.begin();
            long id = id(names, "alice");
            assertThrows(
                    IllegalStateException.class,
                    () -> recorder.append(id, 1, 17, 0, 0, 0, new byte[0], 0, 0));
        }
    }

    private Optional<List<String>> replayed(Dictionary dictionary) throws IOException {
        Written written = new Written();
        Optional<RowTrail> found =
                RowTrail.open(storage, LABEL, new TrailIds(storage, dictionary, 1));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (RowTrail trail = found.get()) {
            new RowReplay(trail, written, written).run();
        }
        return Optional.of(written.lines);
    }

    private long lengthBytes(String name) throws IOException {
        try (var source = storage.open(name)) {
            return source.lengthBytes();
        }
    }

    private byte byteAt(String name, long at) throws IOException {
        byte[] one = new byte[1];
        try (var source = storage.open(name)) {
            source.read(ByteBuffer.wrap(one), at);
        }
        return one[0];
    }

    private void collect(List<Item> items, long memoryBytes) throws IOException {
        for (String name : storage.list()) {
            storage.delete(name);
        }
        try (NameCollector collector = new NameCollector(storage, memoryBytes)) {
            CollectingNames names = new CollectingNames(collector);
            RowRecorder recorder = new RowRecorder(collector, names);
            collector.beginWithRows(LABEL);
            recorder.begin();
            say(items, names, recorder, recorder);
            recorder.finish();
            collector.finish(new byte[0]);
        }
    }

    private List<NameFile> build() throws IOException {
        try (Dictionary none = Dictionary.open(storage, List.of())) {
            return List.of(
                    DictionaryBuilder.build(
                                    storage,
                                    none,
                                    List.of(NameCollector.runName(LABEL)),
                                    1,
                                    DictionaryBuilder.MEMORY_BYTES_MIN)
                            .orElseThrow());
        }
    }

    /** As facts do: subject, object, then types. */
    private static void say(List<Item> items, NameResolver names, RowSink sink, Rejects rejects) {
        long line = 0;
        for (Item item : items) {
            line++;
            byte[] data = item.data();
            int from = Math.min(3, data.length);
            int length = data.length - from;
            if (item.subject().isEmpty()) {
                rejects.reject(line, 7 * line, 3, "cause " + line, data);
                continue;
            }
            long id1 = id(names, item.subject());
            long time = item.time();
            long version = item.version();
            if (item.object().isEmpty()) {
                long type = PropertyTypes.ofPredicate(names.type(item.predicate()));
                sink.append(
                        id1, type, item.slot(), time, version, item.flags(), data, from, length);
                continue;
            }
            long id2 = id(names, item.object());
            long type = names.type(item.predicate());
            sink.append(id1, type, id2, time, version, item.flags(), data, from, length);
            if (!item.back().isEmpty()) {
                long back = names.type(item.back());
                sink.append(id2, back, id1, time, version, item.flags(), data, from, length);
            }
        }
    }

    private static long id(NameResolver names, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return names.id(names.group(""), bytes, 0, bytes.length);
    }

    private static List<Item> items(Random random, int count, int dataBytesMax) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(10);
            String subject = kind == 0 ? "" : name(random);
            String object = kind < 4 ? "" : name(random);
            String back = kind < 8 ? "" : "~predicate" + random.nextInt(3);
            byte[] data = new byte[random.nextInt(3) == 0 ? random.nextInt(dataBytesMax) : 0];
            random.nextBytes(data);
            items.add(
                    new Item(
                            subject,
                            "predicate" + random.nextInt(4),
                            object,
                            back,
                            random.nextBoolean() ? 0 : random.nextLong(),
                            random.nextBoolean() ? 0 : random.nextLong(),
                            random.nextBoolean() ? 0 : random.nextLong(),
                            random.nextInt(4),
                            data));
        }
        return items;
    }

    /** Some names are as long as names can be. */
    private static String name(Random random) {
        String name = "name" + Math.abs((int) (1000 * random.nextGaussian()));
        return random.nextInt(1000) == 0
                ? name + "x".repeat(NameCollector.NAME_BYTES_MAX - name.length())
                : name;
    }

    /** The names of a pass that looks each up. */
    private record Looked(Dictionary dictionary) implements NameResolver {
        @Override
        public int group(String name) {
            return dictionary.group(name);
        }

        @Override
        public long id(int group, byte[] bytes, int offset, int length) {
            try {
                return dictionary.find(
                        dictionary.groups().get(group),
                        new String(bytes, offset, length, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public long type(String name) {
            return dictionary.type(name).orElseThrow();
        }

        @Override
        public long type(byte[] bytes, int offset, int length) {
            return type(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
    }
}
