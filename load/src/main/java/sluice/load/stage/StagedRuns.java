package sluice.load.stage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.load.files.RejectFile;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.segment.BlockFile;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * The runs that an interrupted try of a load left: those of whole chunks, which are kept, and the
 * others, which are deleted and staged again.
 */
public record StagedRuns(List<FileEntry> files, List<ChunkSpan> spans, List<String> incomplete) {

    /**
     * Looks through the files of the load {@code loadNumber}; {@code loadKey} tells its own runs.
     */
    public static StagedRuns adopt(Storage storage, int loadNumber, long loadKey)
            throws IOException {
        Map<ChunkId, List<FileEntry>> parts = new TreeMap<>();
        Map<ChunkId, RunMeta> last = new TreeMap<>();
        List<String> incomplete = new ArrayList<>();
        List<String> runs =
                storage.list().stream()
                        .filter(name -> name.startsWith(StoreFiles.runPrefix(loadNumber)))
                        .sorted(StoreFiles::compareRuns)
                        .toList();
        for (String name : runs) {
            try {
                FileEntry entry = BlockFile.describe(storage, name);
                RunMeta meta = readMeta(storage, entry);
                ChunkId id = meta.span().id();
                boolean lacksRejects =
                        meta.rejects()
                                && !RejectFile.isWhole(storage, StoreFiles.rejects(loadNumber, id));
                if (meta.loadKey() != loadKey
                        || lacksRejects
                        || !name.equals(StoreFiles.run(loadNumber, id, meta.part()))) {
                    incomplete.add(name);
                    continue;
                }
                parts.computeIfAbsent(id, _ -> new ArrayList<>()).add(entry);
                if (meta.last()) {
                    last.put(id, meta);
                }
            } catch (CorruptFileException e) {
                incomplete.add(name);
            }
        }
        return choose(parts, last, incomplete);
    }

    private static StagedRuns choose(
            Map<ChunkId, List<FileEntry>> parts,
            Map<ChunkId, RunMeta> last,
            List<String> incomplete) {
        List<FileEntry> files = new ArrayList<>();
        List<ChunkSpan> spans = new ArrayList<>();
        for (Map.Entry<ChunkId, List<FileEntry>> chunk : parts.entrySet()) {
            RunMeta meta = last.get(chunk.getKey());
            if (meta != null && meta.part() == chunk.getValue().size() - 1) {
                files.addAll(chunk.getValue());
                spans.add(meta.span());
            } else {
                chunk.getValue().forEach(entry -> incomplete.add(entry.name()));
            }
        }
        return new StagedRuns(files, spans, incomplete);
    }

    /** What the chunks say of themselves whose whole runs are {@code runs}, in source order. */
    public static List<RunMeta> chunks(Storage storage, List<FileEntry> runs) throws IOException {
        List<RunMeta> chunks = new ArrayList<>();
        for (FileEntry run : runs) {
            RunMeta meta = readMeta(storage, run);
            if (meta.last()) {
                chunks.add(meta);
            }
        }
        return chunks;
    }

    /** Deletes what is not kept. To be called once no manifest lists it. */
    public void deleteIncomplete(Storage storage) throws IOException {
        List<String> present = storage.list();
        for (String name : incomplete) {
            if (present.contains(name)) {
                storage.delete(name);
            }
        }
        // Else an old part could come back beside new ones of its chunk, cut elsewhere.
        storage.syncDirectory();
    }

    private static RunMeta readMeta(Storage storage, FileEntry entry) throws IOException {
        try (BlockFile run = BlockFile.openConfined(storage, entry)) {
            return RunMeta.decode(entry.name(), run.meta());
        }
    }
}
