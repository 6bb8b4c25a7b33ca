package sluice.store;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import sluice.model.IndexQuery;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.schema.SchemaReader;
import sluice.segment.BlockFileWriter;
import sluice.segment.Borders;
import sluice.segment.FileKind;
import sluice.segment.IndexKeys;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.segment.StripeWriter;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;

/**
 * Prints what the entries of indexes cost on one core, and the questions for one token: run it to
 * tune {@code RowIndex}, {@code PairSort} and {@link IndexedReader}. Each case is a segment of
 * 300,000 values in memory, written with and without its index; the best of several rounds counts,
 * in time of the processor.
 */
final class IndexSpeed {
    private static final int ROWS = 300_000;
    private static final int ROUNDS = 5;
    private static final int ROWS_PER_STRIPE = 2000;
    private static final long TYPE = PropertyTypes.FIRST;

    private IndexSpeed() {}

    private record Case(String name, String type, String tokenizer) {}

    private static final Case[] CASES = {
        new Case("names, exact", "string", "exact"),
        new Case("names, hash", "string", "hash"),
        new Case("names, term", "string", "term"),
        new Case("names, trigram", "string", "trigram"),
        new Case("ages, int", "int", "int"),
    };

    public static void main(String[] arguments) throws IOException {
        for (Case one : CASES) {
            StoreSchema schema =
                    StoreSchema.EMPTY.with(
                            SchemaReader.read(
                                    "speed",
                                    "p: %s @index(%s) .\n".formatted(one.type, one.tokenizer)),
                            _ -> false);
            IndexKeys.Maker keys =
                    SchemaKeys.maker(schema, _ -> OptionalLong.of(PropertyTypes.predicateOf(TYPE)));
            List<byte[]> values = values(one.type);
            RowPool pool = pool(values);
            double with = Double.MAX_VALUE;
            double without = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                without = Math.min(without, seconds(pool, null));
                with = Math.min(with, seconds(pool, RowIndex.of(keys, 24 << 20)));
            }
            long entries = entries(keys.make(), values);
            System.out.printf(
                    "%-16s %7.2f M entries %6.2f M entries/s; segment %.3f s, without %.3f s; %.0f"
                            + " k find/s%n",
                    one.name,
                    entries / 1e6,
                    entries / (with - without) / 1e6,
                    with,
                    without,
                    finds(schema, keys, pool, values) / 1e3);
        }
    }

    /** The time of this thread alone, whatever else runs on the machine. */
    private static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static List<byte[]> values(String type) {
        Random random = new Random(1);
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            values.add(
                    type.equals("int")
                            ? new byte[] {2, (byte) (1 + random.nextInt(100))}
                            : ("\tPerson Number " + random.nextInt(ROWS))
                                    .getBytes(StandardCharsets.US_ASCII));
        }
        return values;
    }

    private static RowPool pool(List<byte[]> values) {
        RowPool pool =
                new RowPool(
                        96L << 20,
                        _ -> {
                            throw new IllegalStateException("more rows than the pool holds");
                        });
        pool.reset(
                new Borders(
                        LongStream.range(0, ROWS / ROWS_PER_STRIPE)
                                .map(i -> i * ROWS_PER_STRIPE)
                                .toArray(),
                        new long[ROWS / ROWS_PER_STRIPE]));
        for (int i = 0; i < ROWS; i++) {
            byte[] data = values.get(i);
            pool.append(i, TYPE, 0, 0, 0, 0, data, 0, data.length);
        }
        return pool;
    }

    private static double seconds(RowPool pool, @Nullable RowIndex index) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        long begin = nanos();
        write(storage, pool, index);
        return (nanos() - begin) / 1e9;
    }

    private static FileEntry write(MemoryStorage storage, RowPool pool, @Nullable RowIndex index)
            throws IOException {
        if (index != null) {
            index.beginRun(storage, "keys");
        }
        try (BlockFileWriter file =
                new BlockFileWriter(storage, "segment-1", FileKind.SEGMENT, index)) {
            StripeWriter stripes = new StripeWriter();
            stripes.begin(pool);
            for (int stripe = 0; stripe < ROWS / ROWS_PER_STRIPE; stripe++) {
                stripes.writeWinners(pool, stripe, RowKind.LINK, file);
            }
            return file.finish(new byte[0]).publish();
        } finally {
            if (index != null) {
                index.end();
            }
        }
    }

    private static long entries(IndexKeys keys, List<byte[]> values) throws IOException {
        long[] count = new long[1];
        for (byte[] value : values) {
            keys.keys(TYPE, value, 0, value.length, (_, _, _) -> count[0]++);
        }
        return count[0];
    }

    /** How many questions for the first token of a value a second has. */
    private static double finds(
            StoreSchema schema, IndexKeys.Maker keys, RowPool pool, List<byte[]> values)
            throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry segment = write(storage, pool, RowIndex.of(keys, 24 << 20));
        ManifestFile.publish(
                storage,
                new Manifest(
                        1,
                        false,
                        1,
                        Manifest.Phase.COMPLETE,
                        "",
                        List.of(new Bucket(0, 0, Bucket.State.BUILT, segment, 0)),
                        List.of(),
                        List.of(),
                        schema.write(storage, 1)));
        List<byte[]> tokens = new ArrayList<>();
        IndexKeys made = keys.make();
        for (byte[] value : values.subList(0, 50_000)) {
            int before = tokens.size();
            made.keys(
                    TYPE,
                    value,
                    0,
                    value.length,
                    (key, offset, length) -> {
                        if (tokens.size() == before) {
                            tokens.add(
                                    ByteBuffer.allocate(length - 4)
                                            .put(key, offset + 4, length - 4)
                                            .array());
                        }
                    });
        }
        double best = 0;
        try (StoreReader reader = StoreReader.open(storage)) {
            for (int round = 0; round < 3; round++) {
                long begin = nanos();
                for (byte[] token : tokens) {
                    reader.indexed(IndexQuery.exact(1, TYPE, token, 0, 10));
                }
                best = Math.max(best, tokens.size() * 1e9 / (nanos() - begin));
            }
        }
        return best;
    }
}
