package sluice.load;

import java.io.IOException;
import java.util.List;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/** What staging has left: its chunks, as they describe themselves, and the bytes of their runs. */
record StagedChunks(List<RunMeta> chunks, long runBytes) {
    /** Of a load that had nothing to stage. */
    static final StagedChunks NONE = new StagedChunks(List.of(), 0);

    static StagedChunks of(Storage storage, List<FileEntry> runs) throws IOException {
        long bytes = runs.stream().mapToLong(FileEntry::lengthBytes).sum();
        return new StagedChunks(StagedRuns.chunks(storage, runs), bytes);
    }
}
