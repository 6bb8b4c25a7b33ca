package sluice.load.files;

import java.io.IOException;
import sluice.dictionary.NameRun;
import sluice.ingest.ChunkId;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;
import sluice.store.VersionFiles;

/**
 * The names of a store's files. Every name is used once; the number of its load is part of it.
 * Numbers have at least six digits (a part three), with zeros in front, and more where they need
 * them.
 */
public final class StoreFiles {
    public static final String LOCK = "lock";

    /** The aim of the last plan of an insertion, and its progress. */
    public static final String PLAN = "plan-journal";

    /** The plan of a load that is cut into tasks; a number follows. */
    private static final String TASKS_PREFIX = "tasks-";

    /**
     * Names of some chunks, between the two passes over a source with names, with their numbers in
     * trails and the ids that a merge gave them; and those that tasks have collected or merged.
     */
    public static final String NAMES_PREFIX = "names-";

    /** Ends the names of runs of names. Files beside them are not synced: a load can do without. */
    private static final String RUN_SUFFIX = ".run";

    /** In which order one chunk asked for its names, and the rows of facts between them. */
    public static final String TRAIL_PREFIX = "trail-";

    private static final String RUN_PREFIX = "run-";
    private static final String LEDGER_PREFIX = "rejects-";
    private static final String REJECT_PREFIX = "reject-";
    private static final String SORT_PREFIX = "keys-";
    private static final String BEFORE_PREFIX = "before-";

    private StoreFiles() {}

    /** Part {@code part} of the run of a chunk; a chunk that overflows its pool leaves several. */
    public static String run(int loadNumber, ChunkId chunk, int part) {
        return "run-%06d-%06d-%06d-%03d"
                .formatted(loadNumber, chunk.fileIndex(), chunk.chunkIndex(), part);
    }

    /**
     * Orders the names of runs by their numbers, which is the order of the source. Costs nothing on
     * the heap: a manifest may list a million runs.
     */
    public static int compareRuns(String one, String other) {
        int at = 0;
        int shorter = Math.min(one.length(), other.length());
        while (at < shorter && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        // Zeros fill up to one width, so that of two numbers the one with more digits is larger.
        int digits = Integer.compare(numberEnd(one, at), numberEnd(other, at));
        return digits != 0 || at == shorter ? digits : one.charAt(at) - other.charAt(at);
    }

    private static int numberEnd(String name, int from) {
        int end = name.indexOf('-', from);
        return end < 0 ? name.length() : end;
    }

    public static String runPrefix(int loadNumber) {
        return "run-%06d-".formatted(loadNumber);
    }

    /** Of the runs of all chunks of one file. */
    public static String runPrefix(int loadNumber, int fileIndex) {
        return "run-%06d-%06d-".formatted(loadNumber, fileIndex);
    }

    /**
     * The beginning of the names of files that are needed while the run {@code name} is written.
     */
    public static String sortOfRun(String name) {
        return SORT_PREFIX + name.substring(RUN_PREFIX.length());
    }

    /** The same while the values of unique predicates are compared. */
    public static String sortOfUnique(int loadNumber) {
        return SORT_PREFIX + "unique-%06d".formatted(loadNumber);
    }

    public static String segment(int loadNumber, int bucket) {
        return "segment-%06d-%06d".formatted(loadNumber, bucket);
    }

    public static String segmentPrefix(int loadNumber) {
        return "segment-%06d-".formatted(loadNumber);
    }

    /** The rows of a chunk that could not be read. */
    public static String rejects(int loadNumber, ChunkId chunk) {
        return REJECT_PREFIX
                + "%06d-%06d-%06d".formatted(loadNumber, chunk.fileIndex(), chunk.chunkIndex());
    }

    public static String rejectPrefix(int loadNumber) {
        return REJECT_PREFIX + "%06d-".formatted(loadNumber);
    }

    /** The plan of a load whose work is cut into tasks. */
    public static String taskPlan(int loadNumber) {
        return TASKS_PREFIX + "%06d".formatted(loadNumber);
    }

    /** The plan by which tasks collect the names of a load. */
    public static String taskNames(int loadNumber) {
        return TASKS_PREFIX + "%06d-names".formatted(loadNumber);
    }

    /**
     * Where the chunks of a source file begin, as the plan's tasks have found; {@code loadKey} says
     * which source, and how it is cut.
     */
    public static String chunkStarts(int loadNumber, int fileIndex, long loadKey) {
        return TASKS_PREFIX + "%06d-starts-%06d-%016x".formatted(loadNumber, fileIndex, loadKey);
    }

    /** The beginning of the names of runs of names that tasks of a load have collected. */
    public static String namesPrefix(int loadNumber) {
        return NAMES_PREFIX + "t-%06d-".formatted(loadNumber);
    }

    /**
     * The label of the run of names that a task collects from the chunks {@code first} to {@code
     * last}; the store's, unlike those that a process has for itself.
     */
    public static String namesLabel(int loadNumber, long loadKey, ChunkId first, ChunkId last) {
        return "t-%06d-%016x-%06d-%06d-%06d-%06d"
                .formatted(
                        loadNumber,
                        loadKey,
                        first.fileIndex(),
                        first.chunkIndex(),
                        last.fileIndex(),
                        last.chunkIndex());
    }

    /** The label of the run of one shard of all names that the tasks of a load have collected. */
    public static String namesShardLabel(int loadNumber, long loadKey, int shard, int shards) {
        return "t-%06d-%016x-shard-%02d-of-%02d".formatted(loadNumber, loadKey, shard, shards);
    }

    /** The store at uptime, as the tasks that build it are given it. */
    public static String taskRuns(int loadNumber) {
        return TASKS_PREFIX + "%06d-runs".formatted(loadNumber);
    }

    /** The prefix of the plan of a load and all files that belong to it. */
    public static String taskPrefix(int loadNumber) {
        return TASKS_PREFIX + "%06d".formatted(loadNumber);
    }

    /** All rejected rows of a load, in source order, for people and for replay. */
    public static String ledger(int loadNumber) {
        return LEDGER_PREFIX + "%06d.jsonl".formatted(loadNumber);
    }

    /**
     * Whether loads leave files of this name beside those that the manifest lists: the lock, the
     * files by which a checkpoint is asked for, addresses of other systems, build jobs, the store's
     * name, the mark of a hot store, versions, the journal of a plan, ledgers of rejected rows, and
     * what a load that was stopped left for the next one to take up or delete.
     */
    public static boolean isOfLoad(String name) {
        return name.equals(LOCK)
                || VersionFiles.isOfVersions(name)
                || name.startsWith(CheckpointRequest.PREFIX)
                || name.startsWith(StoreAddresses.FILE_NAME)
                || name.startsWith(StoredJobs.FILE_NAME)
                || name.startsWith(StoreName.FILE_NAME)
                || name.startsWith(HotMark.FILE_NAME)
                || name.startsWith(PLAN)
                || name.startsWith(LEDGER_PREFIX)
                || name.startsWith(NAMES_PREFIX)
                || isDisposable(name);
    }

    /** Whether a copy of a store needs the file besides those that its manifest lists. */
    public static boolean isBackedUp(String name) {
        return name.equals(StoreName.FILE_NAME)
                || name.equals(HotMark.FILE_NAME)
                || VersionFiles.number(name) > 0
                || VersionFiles.pinned(name) > 0
                || name.startsWith(LEDGER_PREFIX)
                || name.startsWith(REJECT_PREFIX)
                || name.startsWith(BEFORE_PREFIX);
    }

    /**
     * Whether {@link #isOfLoad}; compares a file that has a checksum of its own with it, and fails
     * with a {@link sluice.storage.CorruptFileException} where they differ.
     */
    public static boolean verifyOther(Storage storage, String name) throws IOException {
        if (!isOfLoad(name) || name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
            return isOfLoad(name);
        }
        if (name.startsWith(REJECT_PREFIX)) {
            RejectFile.verify(storage, name);
        } else if (name.startsWith(NAMES_PREFIX) && name.endsWith(RUN_SUFFIX)) {
            NameRun.verify(storage, name);
        } else if (name.startsWith(TASKS_PREFIX)) {
            CheckedBytes.read(storage, name);
        } else if (name.startsWith(BEFORE_PREFIX)
                || name.equals(VersionFiles.DRAFT)
                || VersionFiles.number(name) > 0) {
            ManifestFile.read(storage, name);
        } else if (name.equals(StoreAddresses.FILE_NAME)
                || name.equals(StoredJobs.FILE_NAME)
                || name.equals(PLAN)
                || name.equals(StoreName.FILE_NAME)) {
            CheckedLines.read(storage, name);
        }
        return true;
    }

    /** The manifest that a load began with, for as long as the load can be abandoned. */
    public static String before(int loadNumber) {
        return BEFORE_PREFIX + "%06d".formatted(loadNumber);
    }

    /** Whether the file is {@link #before}, of whichever load. */
    public static boolean isBefore(String name) {
        return name.startsWith(BEFORE_PREFIX) && !name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
    }

    /** Whether a file was made by a load and may go when no manifest lists it. */
    public static boolean isDisposable(String name) {
        return name.startsWith(RUN_PREFIX)
                || name.startsWith(SORT_PREFIX)
                || name.startsWith("segment-")
                || name.startsWith(REJECT_PREFIX)
                || name.startsWith(BEFORE_PREFIX)
                || name.startsWith(TASKS_PREFIX)
                || name.startsWith("dict-")
                || StoreSchema.isFileName(name)
                || name.startsWith(TRAIL_PREFIX)
                || name.startsWith(NAMES_PREFIX);
    }

    /** Whether a load may have left the file where there is no manifest yet. */
    static boolean isOfStore(String name) {
        return name.equals(LOCK)
                || VersionFiles.isOfVersions(name)
                || name.startsWith(CheckpointRequest.PREFIX)
                || name.startsWith(StoreAddresses.FILE_NAME)
                || name.startsWith(StoredJobs.FILE_NAME)
                || name.startsWith(StoreName.FILE_NAME)
                || name.startsWith(HotMark.FILE_NAME)
                || name.startsWith(PLAN)
                || name.startsWith(NAMES_PREFIX)
                || name.startsWith(Manifest.FILE_NAME)
                || name.startsWith(LEDGER_PREFIX)
                || isDisposable(name);
    }
}
