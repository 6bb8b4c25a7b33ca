package sluice.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.ByteHash;
import sluice.model.ErrorCode;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.SluiceException;
import sluice.schema.IndexNumbers;
import sluice.schema.Tokenizer;
import sluice.storage.BlockMemory;
import sluice.storage.NamedStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/**
 * At every moment of a load the candidates of an index hold every id of which the question is true;
 * after a look at the values nothing else is left. Beside a plain map.
 */
@Tag(Experiment.TAG)
class IndexedReaderTest {
    private static final int STORES = Experiment.size("indexedStores", 40, 5_000);

    @Test
    void candidatesHoldEveryTrueAnswerAtEveryMoment() {
        int[] answers = new int[1];
        Seeds.each(
                STORES,
                random -> {
                    IndexedStore store = IndexedStore.write(random);
                    try (StoreReader reader = StoreReader.open(near(random, store.storage))) {
                        for (int i = 0; i < 25; i++) {
                            answers[0] += ask(random, store, reader);
                        }
                    }
                    assertEquals(OpenHandles.NONE, store.storage.openHandles());
                });
        assertTrue(answers[0] > STORES || System.getProperty("seed") != null, "" + answers[0]);
    }

    /** A half of the stores keeps blocks in little memory instead of being mapped. */
    private static Storage near(SplittableRandom random, Storage storage) {
        if (random.nextBoolean()) {
            return storage;
        }
        Optional<BlockMemory> memory = Optional.of(new BlockMemory(20_000));
        return new NamedStorage(storage) {
            @Override
            protected String named(String name) {
                return name;
            }

            @Override
            public List<String> list() throws IOException {
                return storage.list();
            }

            @Override
            public Optional<BlockMemory> blockMemory() {
                return memory;
            }
        };
    }

    /** Asks for something; returns how many ids there were. */
    private static int ask(SplittableRandom random, IndexedStore store, StoreReader reader)
            throws IOException {
        StoreSchema schema = StoreSchema.read(store.storage, reader.manifest());
        int kind = random.nextInt(schema.equals(IndexedStore.LATER) ? 6 : 1);
        String word = List.of("ann", "bob", "eve lee", "zoe", "").get(random.nextInt(5));
        byte[] text = word.getBytes(StandardCharsets.UTF_8);
        return switch (kind) {
            case 0 -> {
                boolean isPrefix = random.nextBoolean();
                Predicate<byte[]> meant =
                        data ->
                                data[0] == 9
                                        && (isPrefix
                                                ? text(data).startsWith(word)
                                                : text(data).equals(word));
                yield compare(
                        random,
                        reader,
                        number(schema, "name", Tokenizer.EXACT),
                        IndexedStore.NAME,
                        text,
                        text,
                        isPrefix,
                        store.idsWith(IndexedStore.NAME, meant));
            }
            case 1 ->
                    compare(
                            random,
                            reader,
                            number(schema, "name", Tokenizer.TERM),
                            IndexedStore.NAME,
                            "lee".getBytes(StandardCharsets.UTF_8),
                            "lee".getBytes(StandardCharsets.UTF_8),
                            false,
                            store.idsWith(
                                    IndexedStore.NAME,
                                    data -> data[0] == 9 && text(data).endsWith("lee")));
            case 2 -> {
                int least = random.nextInt(-5, 5);
                int most = least + random.nextInt(4);
                yield compare(
                        random,
                        reader,
                        number(schema, "age", Tokenizer.INT),
                        IndexedStore.AGE,
                        number(least),
                        number(most),
                        false,
                        store.idsWith(
                                IndexedStore.AGE, data -> age(data) >= least && age(data) <= most));
            }
            case 3 -> {
                byte[] hash = new byte[8];
                long value = hash(word);
                ByteBuffer.wrap(hash).putLong(value);
                yield compare(
                        random,
                        reader,
                        number(schema, "nick", Tokenizer.HASH),
                        IndexedStore.NICK,
                        hash,
                        hash,
                        false,
                        store.idsWith(
                                IndexedStore.NICK,
                                data -> data[0] == 9 && text(data).equals(word)));
            }
            default -> {
                boolean areLinks = kind == 4;
                long type = areLinks ? IndexedStore.FRIEND : IndexedStore.NICK;
                int least = 1 + random.nextInt(3);
                int most = least + random.nextInt(3);
                yield compare(
                        random,
                        reader,
                        number(schema, areLinks ? "friend" : "nick", null),
                        type,
                        ByteBuffer.allocate(4).putInt(least).array(),
                        ByteBuffer.allocate(4).putInt(most).array(),
                        false,
                        store.idsWithCount(type, least, most));
            }
        };
    }

    private static int compare(
            SplittableRandom random,
            StoreReader reader,
            int index,
            long type,
            byte[] from,
            byte[] to,
            boolean isPrefix,
            TreeSet<Long> truth)
            throws IOException {
        int limit = 1 + random.nextInt(12);
        long first = random.nextBoolean() ? 0 : random.nextInt(90);
        boolean isBuilt = reader.manifest().phase() == Manifest.Phase.COMPLETE;
        boolean isFirstIndex = index == 1;
        List<Long> found = new ArrayList<>();
        boolean more = true;
        for (long next = first; more; ) {
            Answer<IndexedIds> answer =
                    reader.indexed(new IndexQuery(index, type, from, to, isPrefix, next, limit));
            assertEquals(reader.manifest().complete(), answer.complete());
            long[] ids = answer.value().ids();
            more = answer.value().more();
            assertTrue(ids.length <= limit && (ids.length == limit || !more), ids.length + " ids");
            boolean proven = answer.value().proven();
            assertTrue(proven || !(isBuilt && isFirstIndex), "a built index proves what it has");
            for (long id : ids) {
                assertTrue(Long.compareUnsigned(id, next) >= 0, id + " below " + next);
                assertTrue(!proven || truth.contains(id), id + " has no such row");
                found.add(id);
                more &= id != -1;
                next = id + 1;
            }
        }
        TreeSet<Long> meant = new TreeSet<>(truth.tailSet(first));
        assertTrue(found.containsAll(meant), meant + " not all in " + found);
        if (isBuilt && isFirstIndex) {
            assertArrayEquals(meant.toArray(), found.toArray(), "a built index has no others");
        }
        return meant.size();
    }

    private static String text(byte[] data) {
        return new String(data, 1, data.length - 1, StandardCharsets.UTF_8);
    }

    private static int age(byte[] data) {
        return data.length > 1 ? data[1] : 0;
    }

    private static long hash(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        return ByteHash.nonZero(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(9).put((byte) (number < 0 ? 0 : 1)).putLong(number).array();
    }

    @Test
    void indexThatTheSchemaDoesNotHaveIsAnErrorOfTheCaller() throws IOException {
        IndexedStore store = IndexedStore.write(new SplittableRandom(1));
        try (StoreReader reader = StoreReader.open(store.storage)) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> reader.indexed(IndexQuery.exact(99, 0, new byte[0], 0, 1)));
            assertEquals(ErrorCode.CONFIG, failure.code());
            assertTrue(failure.getMessage().contains("no index 99"), failure.getMessage());
        }
    }

    @Test
    void leastIdsAreThoseOfASortedSet() {
        Seeds.each(
                200,
                random -> {
                    int max = 1 + random.nextInt(100);
                    LeastIds least = new LeastIds(max);
                    TreeSet<Long> all = new TreeSet<>(Long::compareUnsigned);
                    for (int i = random.nextInt(1000); i > 0; i--) {
                        long id = random.nextBoolean() ? random.nextInt(300) : random.nextLong();
                        all.add(id);
                        least.add(id);
                        if (random.nextInt(50) == 0) {
                            assertEquals(all.size() >= max, least.isFull());
                        }
                    }
                    long[] expected = all.stream().limit(max).mapToLong(Long::longValue).toArray();
                    assertTrue(Arrays.equals(expected, least.sorted()));
                });
    }

    private static int number(StoreSchema schema, String predicate, @Nullable Tokenizer tokenizer) {
        return schema.numbers().number(new IndexNumbers.Key(0, predicate, tokenizer)).orElseThrow();
    }
}
