package sluice.generate;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Exactly so many different R-MAT links, in random order.
 *
 * <p>Links are drawn, mixed by a bijection and collected in partitions by their upper bits, which
 * are then sorted: equal links meet, and the order of mixed numbers is a random order of links.
 * Where too few differ, more are drawn; what is too much is cut off at the end. Immutable once
 * made. Takes about 9 bytes of heap a link.
 */
final class DistinctLinks {
    private static final int DRAWS_PER_CHUNK = 1 << 16;
    private static final int LINKS_PER_PARTITION = 1 << 16;
    private static final int PARTITIONS_MAX = 1 << 12;
    private static final int BLOCK_LENGTH = 128;

    /** When more draws than this bring one new link, the scale is too small. */
    private static final int DRAWS_PER_LINK_MAX = 50;

    /** In rounds of fewer draws that is seen only when so many brought hardly a link. */
    private static final int DRAWS_OF_SMALL_ROUNDS_MAX = 1 << 20;

    private final long salt;
    private final Partition[] partitions;

    /** The position of the first link of each partition; one more for the end. */
    private final long[] starts;

    private DistinctLinks(long salt, Partition[] partitions) {
        this.salt = salt;
        this.partitions = partitions;
        starts = new long[partitions.length + 1];
        for (int i = 0; i < partitions.length; i++) {
            starts[i + 1] = starts[i] + partitions[i].count;
        }
    }

    /** Draws links until {@code options.links()} of them differ. */
    static DistinctLinks draw(RmatOptions options, QuadrantSampler sampler, int threads)
            throws IOException {
        long wanted = options.links();
        long possible = 1L << (2 * options.scale());
        if (wanted > possible) {
            throw tooFew(possible, options);
        }
        int partitionBits =
                64
                        - Long.numberOfLeadingZeros(
                                Math.min(PARTITIONS_MAX - 1, wanted / LINKS_PER_PARTITION));
        if (wanted >>> partitionBits > 1 << 28) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%d distinct links do not fit into memory; expected at most %d"
                            .formatted(wanted, (1L << 28) << partitionBits));
        }
        Partition[] partitions = new Partition[1 << partitionBits];
        Arrays.setAll(
                partitions,
                _ -> new Partition((int) (wanted * 1.02 / (1 << partitionBits)) + 4096));
        Collector collector =
                new Collector(options.seed(), sampler, partitions, 64 - partitionBits);
        long draws = wanted;
        long drawsInVain = 0;
        while (true) {
            long before = total(partitions);
            collector.draw(draws, threads);
            long after = total(partitions);
            long missing = wanted - after;
            if (missing <= 0) {
                return new DistinctLinks(collector.salt, partitions);
            }
            double newShare = (double) (after - before) / draws;
            drawsInVain += newShare * DRAWS_PER_LINK_MAX < 1 ? draws : 0;
            if (newShare * DRAWS_PER_LINK_MAX < 1
                    && (draws > 1000 || drawsInVain > DRAWS_OF_SMALL_ROUNDS_MAX)) {
                throw tooFew(after, options);
            }
            // The share of new links falls while they are drawn: at the end it is below the
            // round's.
            double endShare = Math.min(newShare, 2.0 * after / wanted - 1);
            double nextShare = Math.max(1.0 / DRAWS_PER_LINK_MAX, endShare);
            draws = Math.min(wanted, (long) (missing / nextShare * 1.02) + 100);
        }
    }

    private static SluiceException tooFew(long different, RmatOptions options) {
        return new SluiceException(
                ErrorCode.CONFIG,
                "only %d of %d links differ at scale %d; expected fewer links or a larger scale"
                        .formatted(different, options.links(), options.scale()));
    }

    /**
     * Copies the links from position {@code first} on, as {@link QuadrantSampler#next} gives them.
     */
    void copy(long first, int count, long[] links) {
        int partition = Arrays.binarySearch(starts, first);
        partition = partition < 0 ? -partition - 2 : partition;
        for (int i = 0; i < count; i++) {
            while (first + i >= starts[partition + 1]) {
                partition++;
            }
            long mixed = partitions[partition].mixed[(int) (first + i - starts[partition])];
            links[i] = ChunkRandom.unmix(mixed) ^ salt;
        }
    }

    private static long total(Partition[] partitions) {
        long total = 0;
        for (Partition partition : partitions) {
            total += partition.count;
        }
        return total;
    }

    private static final class Partition {
        long[] mixed;
        int count;

        Partition(int capacity) {
            mixed = new long[capacity];
        }

        synchronized void add(long[] block, int from, int length) {
            if (count + length > mixed.length) {
                mixed =
                        Arrays.copyOf(
                                mixed, Math.max(count + length, mixed.length + mixed.length / 8));
            }
            System.arraycopy(block, from, mixed, count, length);
            count += length;
        }

        /** Sorts, and keeps one of equals. */
        void sort() {
            Arrays.sort(mixed, 0, count);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (i == 0 || mixed[i] != mixed[i - 1]) {
                    mixed[kept++] = mixed[i];
                }
            }
            count = kept;
        }
    }

    private static final class Collector {
        private final long seed;
        private final QuadrantSampler sampler;
        private final Partition[] partitions;

        /** How far a mixed link is shifted to give its partition; 64 when there is but one. */
        private final int shift;

        private final long salt;
        private long chunksDrawn;

        Collector(long seed, QuadrantSampler sampler, Partition[] partitions, int shift) {
            this.seed = seed;
            this.sampler = sampler;
            this.partitions = partitions;
            this.shift = shift;
            salt = ChunkRandom.of(seed, "order", 0).nextLong();
        }

        void draw(long draws, int threads) throws IOException {
            long firstChunk = chunksDrawn;
            long chunks = Math.ceilDiv(draws, (long) DRAWS_PER_CHUNK);
            chunksDrawn += chunks;
            AtomicLong next = new AtomicLong();
            WorkerThreads workers = WorkerThreads.platform("generate");
            workers.run(
                    threads,
                    () -> {
                        Blocks blocks = new Blocks(partitions);
                        for (long chunk = next.getAndIncrement();
                                chunk < chunks && !workers.stopped();
                                chunk = next.getAndIncrement()) {
                            int count =
                                    (int)
                                            Math.min(
                                                    DRAWS_PER_CHUNK,
                                                    draws - chunk * DRAWS_PER_CHUNK);
                            drawChunk(
                                    ChunkRandom.of(seed, "distinct links", firstChunk + chunk),
                                    count,
                                    blocks);
                        }
                        blocks.flush();
                    });
            AtomicInteger nextPartition = new AtomicInteger();
            workers.run(
                    threads,
                    () -> {
                        for (int i = nextPartition.getAndIncrement();
                                i < partitions.length && !workers.stopped();
                                i = nextPartition.getAndIncrement()) {
                            partitions[i].sort();
                        }
                    });
        }

        private void drawChunk(ChunkRandom random, int count, Blocks blocks) {
            for (int i = 0; i < count; i++) {
                long mixed = ChunkRandom.mix(sampler.next(random) ^ salt);
                blocks.add(shift == 64 ? 0 : (int) (mixed >>> shift), mixed);
            }
        }
    }

    /**
     * One thread's links on their way to the partitions, a block for each, so that locks are rare.
     */
    private static final class Blocks {
        private final Partition[] partitions;
        private final long[] mixed;
        private final int[] lengths;

        Blocks(Partition[] partitions) {
            this.partitions = partitions;
            mixed = new long[partitions.length * BLOCK_LENGTH];
            lengths = new int[partitions.length];
        }

        void add(int partition, long value) {
            int start = partition * BLOCK_LENGTH;
            mixed[start + lengths[partition]] = value;
            if (++lengths[partition] == BLOCK_LENGTH) {
                partitions[partition].add(mixed, start, BLOCK_LENGTH);
                lengths[partition] = 0;
            }
        }

        void flush() {
            for (int i = 0; i < partitions.length; i++) {
                partitions[i].add(mixed, i * BLOCK_LENGTH, lengths[i]);
                lengths[i] = 0;
            }
        }
    }
}
