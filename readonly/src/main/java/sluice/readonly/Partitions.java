package sluice.readonly;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * The partitions of one version: consecutive ranges of its buckets, of about equal bytes. A border
 * is only where an id begins, so that all rows of an id are in one partition.
 *
 * <p>Immutable. A look-up is a binary search among the partitions that have rows.
 */
public final class Partitions {
    private final List<Cut> cuts;
    private final long[] firstIds;

    private Partitions(List<Cut> cuts) {
        this.cuts = List.copyOf(cuts);
        this.firstIds = cuts.stream().mapToLong(Cut::firstId).toArray();
        if (firstIds.length == 0 || firstIds[0] != 0) {
            throw new IllegalArgumentException("the first partition must begin with id 0");
        }
    }

    /** Those whose cuts a push has, ascending. */
    public static Partitions of(List<Cut> cuts) {
        return new Partitions(cuts);
    }

    /** The {@code count} partitions of a version: a bucket goes where its middle byte falls. */
    public static Partitions of(Manifest manifest, int count) {
        long[] bytes = bytes(manifest);
        long total = Math.max(1, Arrays.stream(bytes).sum());
        int[] partitions = new int[bytes.length];
        long before = 0;
        for (int i = 0; i < bytes.length; i++) {
            double middle = (before + bytes[i] / 2.0) / total;
            partitions[i] = (int) Math.min(count - 1L, (long) (middle * count));
            before += bytes[i];
        }
        return of(manifest, bytes, partitions);
    }

    /** The partitions of a version with the borders of {@code earlier}, where buckets allow. */
    public static Partitions of(Manifest manifest, Partitions earlier) {
        int[] partitions = new int[manifest.buckets().size()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = earlier.find(manifest.buckets().get(i).firstId1());
        }
        return of(manifest, bytes(manifest), partitions);
    }

    /** The bytes of each bucket; buckets that share a segment share its bytes. */
    private static long[] bytes(Manifest manifest) {
        Map<FileEntry, Integer> shares = new HashMap<>();
        for (Bucket bucket : manifest.buckets()) {
            @Nullable FileEntry segment = bucket.segment();
            if (segment != null) {
                shares.merge(segment, 1, Integer::sum);
            }
        }
        long[] bytes = new long[manifest.buckets().size()];
        for (int i = 0; i < bytes.length; i++) {
            @Nullable FileEntry segment = manifest.buckets().get(i).segment();
            bytes[i] =
                    segment == null ? 0 : segment.lengthBytes() / shares.getOrDefault(segment, 1);
        }
        return bytes;
    }

    /** A partition begins only where an id does. */
    private static Partitions of(Manifest manifest, long[] bytes, int[] partitions) {
        List<Cut> cuts = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            Cut last = cuts.isEmpty() ? null : cuts.getLast();
            Bucket bucket = manifest.buckets().get(i);
            if (last == null || (bucket.firstId2() == 0 && partitions[i] > last.partition())) {
                cuts.add(new Cut(bucket.firstId1(), partitions[i], bytes[i]));
            } else {
                cuts.set(
                        cuts.size() - 1,
                        new Cut(last.firstId(), last.partition(), last.bytes() + bytes[i]));
            }
        }
        return new Partitions(cuts);
    }

    /** The bytes of the largest. */
    public long largestBytes() {
        return cuts.stream().mapToLong(Cut::bytes).max().orElse(0);
    }

    /** The partitions that have rows, ascending. */
    public List<Cut> cuts() {
        return cuts;
    }

    /** The partition of {@code id}. */
    public int find(long id) {
        int low = 0;
        int high = firstIds.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (Long.compareUnsigned(firstIds[middle], id) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return cuts.get(low).partition();
    }

    /**
     * The part of {@code version} that a node needs with {@code held}: its manifest without the
     * segments of all other partitions. Names and declarations stay whole.
     */
    public Manifest part(Manifest version, Set<Integer> held) {
        Set<FileEntry> files = new HashSet<>();
        for (Bucket bucket : version.buckets()) {
            @Nullable FileEntry segment = bucket.segment();
            if (segment != null && held.contains(find(bucket.firstId1()))) {
                files.add(segment);
            }
        }
        List<Bucket> buckets = new ArrayList<>();
        for (Bucket bucket : version.buckets()) {
            @Nullable FileEntry segment = bucket.segment();
            boolean isHeld = segment != null && files.contains(segment);
            buckets.add(
                    isHeld
                            ? bucket
                            : new Bucket(
                                    bucket.firstId1(),
                                    bucket.firstId2(),
                                    bucket.state(),
                                    null,
                                    bucket.demand()));
        }
        return new Manifest(
                version.version(),
                version.idNames(),
                version.loadNumber(),
                version.phase(),
                version.loadIdentity(),
                buckets,
                version.runs(),
                version.dictionaries(),
                version.schema(),
                version.mark());
    }
}
