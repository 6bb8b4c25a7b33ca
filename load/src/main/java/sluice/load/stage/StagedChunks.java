package sluice.load.stage;

import java.io.IOException;
import java.util.List;
import sluice.ingest.fact.DroppedGraphs;
import sluice.load.files.RunMeta;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/** What staging has left: its chunks, as they describe themselves, and the bytes of their runs. */
public record StagedChunks(List<RunMeta> chunks, long runBytes) {
    /** Of a load that had nothing to stage. */
    public static final StagedChunks NONE = new StagedChunks(List.of(), 0);

    public static StagedChunks of(Storage storage, List<FileEntry> runs) throws IOException {
        long bytes = runs.stream().mapToLong(FileEntry::lengthBytes).sum();
        return new StagedChunks(StagedRuns.chunks(storage, runs), bytes);
    }

    /** The graphs that facts of the chunks were taken without. */
    public DroppedGraphs droppedGraphs() {
        return chunks.stream()
                .map(chunk -> chunk.span().dropped())
                .reduce(DroppedGraphs.NONE, DroppedGraphs::plus);
    }
}
