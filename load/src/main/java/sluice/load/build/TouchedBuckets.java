package sluice.load.build;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import sluice.load.files.Manifests;
import sluice.segment.BlockFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.BucketChanges;
import sluice.store.Manifest;

/** The buckets that have rows in runs and must be built. */
public record TouchedBuckets(Set<Integer> indexes) {

    /** Of a manifest without segments all: a bucket without rows is quickly built. */
    public static TouchedBuckets in(Storage storage, Manifest manifest) throws IOException {
        Set<Integer> touched = new HashSet<>();
        if (manifest.buckets().stream().allMatch(bucket -> bucket.segment() == null)) {
            IntStream.range(0, manifest.buckets().size()).forEach(touched::add);
            return new TouchedBuckets(touched);
        }
        for (FileEntry entry : manifest.runs()) {
            try (BlockFile run = BlockFile.openConfined(storage, entry)) {
                for (int bucket = 0; bucket < run.slices(); bucket++) {
                    if (run.sliceBegin(bucket) < run.sliceEnd(bucket)) {
                        touched.add(bucket);
                    }
                }
            }
        }
        return new TouchedBuckets(touched);
    }

    /**
     * As {@link #in}, for a cold store elsewhere: also those that were one bucket before, of whose
     * lists each now has a count of its own.
     */
    public static TouchedBuckets remote(Storage storage, Manifest manifest) throws IOException {
        TouchedBuckets touched = in(storage, manifest);
        Set<FileEntry> shared = BucketChanges.sharedSegments(manifest);
        for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
            FileEntry segment = manifest.buckets().get(bucket).segment();
            if (segment != null && shared.contains(segment)) {
                touched.indexes.add(bucket);
            }
        }
        return touched;
    }

    /** These buckets are staged; all others are built as they are. */
    public Manifest staged(Manifest manifest) {
        return Manifests.withBuckets(
                manifest,
                i ->
                        manifest.buckets()
                                .get(i)
                                .withState(
                                        indexes.contains(i)
                                                ? Bucket.State.STAGED
                                                : Bucket.State.BUILT));
    }
}
