package sluice.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.fact.DroppedGraphs;
import sluice.load.files.RunMeta;
import sluice.model.RowKind;
import sluice.segment.BlockFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;

/** Finds the source's rows that are in the runs which a manifest lists, by the runs' own words. */
final class StagedRows {
    private record Run(RunMeta meta, long rows) {}

    private StagedRows() {}

    /**
     * The rows in source order; empty where the first parts of a chunk of nodes cannot tell, since
     * a run keeps one row of each node. Chunks of a file must have been staged one after the other.
     */
    static Optional<List<TestRow>> of(Storage storage, Manifest manifest, TestSource source)
            throws IOException {
        Map<ChunkId, List<Run>> chunks = new TreeMap<>();
        for (FileEntry entry : manifest.runs()) {
            try (BlockFile file = BlockFile.openConfined(storage, entry)) {
                RunMeta meta = RunMeta.decode(entry.name(), file.meta());
                chunks.computeIfAbsent(meta.span().id(), _ -> new ArrayList<>())
                        .add(new Run(meta, file.linkRows()));
            }
        }
        List<TestRow> rows = new ArrayList<>();
        Map<Integer, Long> ends = new TreeMap<>();
        for (List<Run> runs : chunks.values()) {
            ChunkSpan span = runs.getLast().meta().span();
            int file = span.id().fileIndex();
            if (runs.getLast().meta().last()) {
                rows.addAll(source.rowsOf(span));
                ends.put(file, span.endByte());
            } else if (source.files().get(file).kind() == RowKind.NODE) {
                return Optional.empty();
            } else {
                long start = ends.getOrDefault(file, 0L);
                ChunkSpan rest =
                        new ChunkSpan(
                                span.id(),
                                start,
                                Long.MAX_VALUE,
                                0,
                                0,
                                0,
                                false,
                                DroppedGraphs.NONE);
                long count = runs.stream().mapToLong(Run::rows).sum();
                rows.addAll(source.rowsOf(rest).subList(0, Math.toIntExact(count)));
            }
        }
        return Optional.of(rows);
    }
}
