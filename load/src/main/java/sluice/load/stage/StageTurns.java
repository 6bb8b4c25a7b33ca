package sluice.load.stage;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.load.files.Manifests;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.Publisher;
import sluice.load.reject.DeclaredNodes;
import sluice.load.reject.RejectLog;
import sluice.model.RowKind;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * The order in which the files of a source are staged: those that are wanted first, then the
 * others. What is staged does not depend on it, since runs are named, and their rows compared, by
 * their place in the source.
 */
public final class StageTurns {
    private final Source source;
    private final long chunkBytes;
    private final List<ChunkSpan> done;
    private final LoadEvents events;
    private final Publisher publisher;
    private final Stage stage;
    private final boolean anyFirst;

    /** Of the turns so far. */
    private long bytesRead;

    public interface Stage {
        /** Stages the chunks of {@code queue} and returns how many bytes were read until now. */
        long stage(ChunkQueue queue) throws IOException;
    }

    /** {@code done} are the chunks that need not be staged. */
    public StageTurns(
            Source source,
            long chunkBytes,
            List<ChunkSpan> done,
            LoadEvents events,
            Publisher publisher,
            Stage stage) {
        this.source = source;
        this.chunkBytes = chunkBytes;
        this.done = done;
        this.events = events;
        this.publisher = publisher;
        this.stage = stage;
        this.anyFirst = source.files().stream().anyMatch(events::wantsFirst);
    }

    public void stageAll() throws IOException {
        stage(_ -> true, true);
    }

    /** Stages all nodes, then the links, whose ends are looked up among the nodes. */
    public void stageNodesThenLinks(Storage storage, RejectLog rejects) throws IOException {
        stage(file -> file.relation().kind() == RowKind.NODE, false);
        try (DeclaredNodes declared = DeclaredNodes.open(storage)) {
            rejects.checkLinks(declared);
            stage(file -> file.relation().kind() == RowKind.LINK, true);
        }
    }

    /** {@code last} says whether all files that are wanted first are among these, or before. */
    private void stage(Predicate<SourceFile> files, boolean last) throws IOException {
        if (!anyFirst) {
            turn(files);
            return;
        }
        Predicate<SourceFile> first = events::wantsFirst;
        turn(files.and(first));
        if (last) {
            tellFirst();
        }
        turn(files.and(first.negate()));
    }

    private void turn(Predicate<SourceFile> files) throws IOException {
        try (ChunkQueue queue = ChunkQueue.open(source, files, bytesRead, chunkBytes, done)) {
            bytesRead = stage.stage(queue);
        }
    }

    private void tellFirst() throws IOException {
        Manifest manifest = publisher.manifest();
        List<String> prefixes =
                source.files().stream()
                        .filter(events::wantsFirst)
                        .map(file -> StoreFiles.runPrefix(manifest.loadNumber(), file.index()))
                        .toList();
        List<FileEntry> runs =
                manifest.runs().stream()
                        .filter(run -> prefixes.stream().anyMatch(run.name()::startsWith))
                        .toList();
        events.firstStaged(Manifests.ofRunsAlone(manifest, runs));
        // What the listener shows from now on is another state, which must not have an old number.
        publisher.commit(old -> old);
    }
}
