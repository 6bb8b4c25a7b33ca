package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;
import sluice.segment.KeyRange;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.PinnedReader;
import sluice.store.scan.LongRanges;

/** One scan of a table: which buckets it needs, in which partitions. */
final class StoreScan implements SupportsReportStatistics, Batch {
    private static final long PARTITION_BYTES_MAX = 64 << 20;
    private static final long PARTITION_BYTES_MIN = 1 << 20;

    /** So that a partition that takes longer than others does not leave cores idle for long. */
    private static final int PARTITIONS_PER_CORE = 4;

    private final ReadOptions options;
    private final StorePin pin;
    private final ScanWish wish;
    private final long runBytesPerBucket;

    StoreScan(ReadOptions options, StorePin pin, ScanWish wish) {
        this.options = options;
        this.pin = pin;
        this.wish = wish;
        Manifest manifest = pin.manifest();
        this.runBytesPerBucket =
                manifest.runs().stream().mapToLong(FileEntry::lengthBytes).sum()
                        / manifest.buckets().size();
    }

    @Override
    public StructType readSchema() {
        return wish.schema();
    }

    @Override
    public String description() {
        return "sluice %s of %s, manifest %d, id1 in %s, types in %s%s"
                .formatted(
                        TableColumns.titleOf(options.table()),
                        options.store(),
                        pin.manifest().version(),
                        text(wish.rows().id1()),
                        text(wish.rows().type()),
                        wish.counts() > 0 ? ", counted" : "");
    }

    private static String text(LongRanges ranges) {
        return ranges.isAll() ? "all" : "[" + ranges + "]";
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        Manifest manifest = pin.manifest();
        long target = partitionBytes(manifest);
        List<InputPartition> parts = new ArrayList<>();
        int first = -1;
        long bytes = 0;
        int count = manifest.buckets().size();
        for (int bucket = 0; bucket <= count; bucket++) {
            boolean wanted = bucket < count && isWanted(bucket);
            long more = wanted ? bytes(manifest, bucket) : 0;
            if (first >= 0 && (!wanted || bytes + more > target)) {
                parts.add(TablePart.of(manifest, first, bucket));
                first = -1;
            }
            if (wanted) {
                bytes = first < 0 ? more : bytes + more;
                first = first < 0 ? bucket : first;
            }
        }
        return parts.toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new PartReaders(PinnedState.of(options, pin), options.table().rows(), wish);
    }

    @Override
    public Statistics estimateStatistics() {
        Manifest manifest = pin.manifest();
        long bytes = 0;
        for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
            bytes += isWanted(bucket) ? bytes(manifest, bucket) : 0;
        }
        return new Size(OptionalLong.of(bytes), knownRows());
    }

    private record Size(OptionalLong sizeInBytes, OptionalLong numRows) implements Statistics {}

    /** How many rows there are, where the files say so. */
    private OptionalLong knownRows() {
        try (PinnedReader reader = pin.lease()) {
            long rows = 0;
            for (int bucket = 0; bucket < reader.manifest().buckets().size(); bucket++) {
                OptionalLong known =
                        reader.bucket(bucket, options.table().rows()).knownRows(wish.rows());
                if (known.isEmpty()) {
                    return OptionalLong.empty();
                }
                rows += known.getAsLong();
            }
            return OptionalLong.of(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isWanted(int bucket) {
        Manifest manifest = pin.manifest();
        boolean isOpen = bucket + 1 == manifest.buckets().size();
        Bucket begin = manifest.buckets().get(bucket);
        Bucket end = manifest.buckets().get(isOpen ? bucket : bucket + 1);
        KeyRange range =
                new KeyRange(
                        begin.firstId1(),
                        begin.firstId2(),
                        isOpen ? 0 : end.firstId1(),
                        isOpen ? 0 : end.firstId2(),
                        isOpen);
        return !wish.rows().isEmpty() && wish.rows().id1().meets(range);
    }

    private long partitionBytes(Manifest manifest) {
        if (options.partitionBytes() > 0) {
            return options.partitionBytes();
        }
        long all = 0;
        for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
            all += bytes(manifest, bucket);
        }
        int cores = SparkSession.active().sparkContext().defaultParallelism();
        long even = all / Math.max(1, (long) PARTITIONS_PER_CORE * cores);
        return Math.clamp(even, PARTITION_BYTES_MIN, PARTITION_BYTES_MAX);
    }

    /** Its segment and, where it is not built, an equal share of the runs. */
    private long bytes(Manifest manifest, int bucket) {
        Bucket it = manifest.buckets().get(bucket);
        long bytes = it.segment() == null ? 0 : it.segment().lengthBytes();
        return it.state() == Bucket.State.BUILT ? bytes : bytes + runBytesPerBucket;
    }
}
