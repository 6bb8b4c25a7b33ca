package sluice.load;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.Forecast;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.load.stage.StagedChunks;
import sluice.segment.BlockFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * Makes the {@link LoadResult} of a load that has ended. Cost: opens each segment; where the schema
 * declares a predicate as {@code uid} with one value, also a pass over the segments that are new.
 */
public record LoadSummary(
        Storage storage,
        Source source,
        LoadProgress progress,
        @Nullable Forecast forecast,
        Optional<RemoteStore> remote) {

    /**
     * The result of a load after which the store is {@code manifest}.
     *
     * @param resumed whether an earlier try had begun it
     * @param already whether there was nothing to do
     * @param duplicates of the values of unique predicates
     */
    public LoadResult of(
            Manifest manifest,
            boolean resumed,
            boolean already,
            StagedChunks staged,
            long storeBytesMax,
            List<DuplicateValues> duplicates)
            throws IOException {
        List<RunMeta> chunks = staged.chunks();
        long rowsRead = 0;
        long rowsRejected = 0;
        for (RunMeta chunk : chunks) {
            rowsRead += chunk.span().rows();
            rowsRejected += chunk.span().rejected();
        }
        String ledger = StoreFiles.ledger(manifest.loadNumber());
        Held held = held(manifest);
        long bytes = held.bytes;
        LoadResult.@Nullable OutsideResult elsewhere = null;
        if (remote.isPresent()) {
            RemoteStore.Counts counts = remote.get().counts();
            held =
                    new Held(
                            counts.nodes(),
                            counts.links(),
                            counts.properties(),
                            held.indexKeys,
                            bytes,
                            counts.largestBucketRows());
            elsewhere = new LoadResult.OutsideResult(remote.get().location(), counts.bytes());
        }
        return new LoadResult(
                resumed,
                already,
                rowsRead,
                rowsRejected,
                storage.list().contains(ledger) ? ledger : "",
                held.nodes,
                held.links,
                held.properties,
                held.indexKeys,
                progress.valuesReplaced.sum(),
                bytes,
                forecast,
                new LoadOutcome(
                        progress.secondsToUptime(),
                        progress.seconds(LoadProgress.Phase.BUILD),
                        staged.runBytes(),
                        bytes,
                        storeBytesMax,
                        chunks.size(),
                        manifest.buckets().size(),
                        held.largest),
                elsewhere,
                staged.droppedGraphs(),
                DanglingReport.of(source, chunks),
                already ? List.of() : SchemaConflict.in(storage, manifest),
                duplicates);
    }

    /** The rows of the store, and those of its largest segment, which several buckets may share. */
    private record Held(
            long nodes, long links, long properties, long indexKeys, long bytes, long largest) {}

    private Held held(Manifest manifest) throws IOException {
        long nodes = 0;
        long links = 0;
        long properties = 0;
        long indexKeys = 0;
        long bytes = 0;
        long largest = 0;
        Set<FileEntry> segments = new HashSet<>();
        for (Bucket bucket : manifest.buckets()) {
            if (bucket.segment() != null && segments.add(bucket.segment())) {
                try (BlockFile segment = BlockFile.openConfined(storage, bucket.segment())) {
                    long propertyRows = segment.propertyRows();
                    nodes += segment.nodeRows();
                    properties += propertyRows;
                    links += segment.linkRows() - propertyRows;
                    indexKeys += segment.indexKeys();
                    bytes += segment.lengthBytes();
                    largest = Math.max(largest, segment.nodeRows() + segment.linkRows());
                }
            }
        }
        return new Held(nodes, links, properties, indexKeys, bytes, largest);
    }
}
