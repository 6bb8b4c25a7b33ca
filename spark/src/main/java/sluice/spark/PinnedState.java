package sluice.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * The files of a pinned state that all partitions share, on their way to a task.
 *
 * @param store as {@link sluice.spark.load.SparkStore#place} says it
 * @param token of the pin
 */
record PinnedState(
        String store,
        long token,
        boolean idNames,
        boolean laterWins,
        FileRef[] runs,
        FileRef[] dictionaries,
        @Nullable FileRef schema)
        implements Serializable {

    static PinnedState of(ReadOptions options, StorePin pin) {
        Manifest manifest = pin.manifest();
        FileEntry schema = manifest.schema();
        return new PinnedState(
                options.store(),
                pin.token(),
                manifest.idNames(),
                manifest.laterWins(),
                FileRef.of(manifest.runs()),
                FileRef.of(manifest.dictionaries()),
                schema == null ? null : FileRef.of(schema));
    }

    /** A manifest with the names of the store and nothing else. */
    Manifest ofNames() {
        return new Manifest(
                1,
                idNames,
                1,
                Manifest.Phase.COMPLETE,
                "",
                List.of(new Bucket(0, 0, Bucket.State.BUILT, null, 0)),
                List.of(),
                Arrays.stream(dictionaries).map(FileRef::entry).toList(),
                schema == null ? null : schema.entry());
    }
}
