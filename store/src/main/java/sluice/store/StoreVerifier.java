package sluice.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.DictionaryVerifier;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.segment.BlockFileVerifier;
import sluice.segment.Borders;
import sluice.segment.FileKind;
import sluice.segment.IndexKeys;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.PublishProbe;

/**
 * Verifies a store: reads every byte of every file that its manifest lists and compares everything
 * that must hold within a file, between files, and between the files and the manifest.
 *
 * <p>A store without findings is good. Read-only; the store should not change meanwhile. Cost: one
 * pass over the store; memory does not grow with it, but for the tables of its largest file.
 * Belongs to one thread.
 */
public final class StoreVerifier {
    private static final int NO_BUCKET = -1;
    private static final long NO_BLOCK = -1;

    /**
     * Something that was found.
     *
     * @param isNote whether it harms nothing
     * @param bucket -1 where none is meant
     * @param block within the links or nodes of a file; -1 where none is meant
     */
    public record Finding(
            boolean isNote, String file, long offset, int bucket, long block, String text) {
        @Override
        public String toString() {
            String where =
                    bucket < 0
                            ? ""
                            : " (bucket %d%s)"
                                    .formatted(bucket, block < 0 ? "" : ", block " + block);
            return "%s at byte %d%s: %s".formatted(file, offset, where, text);
        }
    }

    /**
     * What came of it.
     *
     * @param findings the first ones of each file, notes among them
     * @param findingCount how many there are in all, without notes
     */
    public record Report(
            List<Finding> findings,
            long findingCount,
            int files,
            long bytes,
            long blocks,
            long linkRows,
            long nodeRows) {
        public Report {
            findings = List.copyOf(findings);
        }

        /** Whether the store is as it must be. */
        public boolean isGood() {
            return findingCount == 0;
        }
    }

    /** Verifies the content of one dictionary, whose length is right. */
    public interface DictionaryVerifier {
        /** Fails with a {@link CorruptFileException} where something is wrong. */
        void verify(Storage storage, FileEntry dictionary) throws IOException;
    }

    /** Knows the files that may lie in the directory beside those of the manifest. */
    public interface OtherFiles {
        /**
         * Whether the file {@code name} may be there. Fails with a {@link CorruptFileException}
         * where its content is damaged.
         */
        boolean verify(Storage storage, String name) throws IOException;
    }

    /** Is told how far the work has come. */
    public interface Progress {
        void verified(long bytes, long ofBytes);
    }

    /**
     * How a store is verified.
     *
     * @param otherFiles which files may lie in the directory beside those of the manifest
     * @param findingsPerFileMax how many findings of one file are kept
     */
    public record Options(
            DictionaryVerifier dictionaries,
            OtherFiles otherFiles,
            Progress progress,
            int findingsPerFileMax) {
        /** Of dictionaries only the length; no other files. */
        public static final Options DEFAULT =
                new Options((_, _) -> {}, (_, _) -> false, (_, _) -> {}, 20);

        public Options withDictionaries(DictionaryVerifier verifier) {
            return new Options(verifier, otherFiles, progress, findingsPerFileMax);
        }

        public Options withOtherFiles(OtherFiles allowed) {
            return new Options(dictionaries, allowed, progress, findingsPerFileMax);
        }

        public Options withProgress(Progress told) {
            return new Options(dictionaries, otherFiles, told, findingsPerFileMax);
        }
    }

    private final Storage storage;
    private final Options options;
    private final VerifiedFiles verified;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> findingsOfFile = new HashMap<>();
    private long findingCount;

    /** Null where there are no indexes, or where they cannot be understood. */
    private IndexKeys.@Nullable Maker keys;

    private long bytes;
    private long totalBytes;
    private long blocks;
    private long linkRows;
    private long nodeRows;

    private StoreVerifier(Storage storage, Options options, VerifiedFiles verified) {
        this.storage = storage;
        this.options = options;
        this.verified = verified;
    }

    /** Verifies the store in {@code storage}. Fails where there is none or the disk fails. */
    public static Report verify(Storage storage, Options options) throws IOException {
        return verify(storage, options, new VerifiedFiles());
    }

    /** As the other, without the files of {@code verified}, to which it adds. */
    public static Report verify(Storage storage, Options options, VerifiedFiles verified)
            throws IOException {
        return new StoreVerifier(storage, options, verified).verify();
    }

    private Report verify() throws IOException {
        Manifest manifest;
        try {
            Optional<Manifest> found = ManifestFile.read(storage);
            manifest =
                    found.orElseThrow(
                            () ->
                                    new SluiceException(
                                            ErrorCode.STORE,
                                            "%s is not a store: it has no manifest"
                                                    .formatted(storage.location())));
        } catch (CorruptFileException e) {
            found(Manifest.FILE_NAME, e.offset(), NO_BUCKET, NO_BLOCK, e.finding());
            return report(0);
        }
        FileEntry schema = manifest.schema();
        List<FileEntry> dictionaries = verified.add(manifest.dictionaries(), null);
        List<FileEntry> schemas = verified.add(schema == null ? List.of() : List.of(schema), null);
        List<FileEntry> blockFiles = verified.add(manifest.blockFiles(), schema);
        List<List<FileEntry>> files = List.of(dictionaries, schemas, blockFiles);
        totalBytes = files.stream().flatMap(List::stream).mapToLong(FileEntry::lengthBytes).sum();
        verifyManifest(manifest);
        verifyNames(manifest);
        for (FileEntry dictionary : dictionaries) {
            verifyDictionary(dictionary);
        }
        for (FileEntry each : schemas) {
            verifySchema(each);
        }
        if (schema != null && verified.areSound()) {
            readKeys(manifest);
        }
        for (FileEntry entry : blockFiles) {
            verifyBlockFile(manifest, entry);
        }
        return report(files.stream().mapToInt(List::size).sum());
    }

    /** The names of types are read for it: damage in them is found here, if not before. */
    private void readKeys(Manifest manifest) throws IOException {
        try {
            keys = StoreSchema.keys(storage, manifest);
        } catch (CorruptFileException e) {
            found(e.file(), e.offset(), NO_BUCKET, NO_BLOCK, e.finding());
        }
    }

    private Report report(int files) {
        return new Report(findings, findingCount, files, bytes, blocks, linkRows, nodeRows);
    }

    private void verifyManifest(Manifest manifest) {
        if (manifest.version() < 1 || manifest.loadNumber() < 1) {
            foundInManifest(
                    NO_BUCKET,
                    "version %d and load %d, which are counted from 1"
                            .formatted(manifest.version(), manifest.loadNumber()));
        }
        for (int i = 0; i < manifest.buckets().size(); i++) {
            Bucket bucket = manifest.buckets().get(i);
            if (manifest.phase() == Manifest.Phase.COMPLETE
                    && bucket.state() != Bucket.State.BUILT) {
                foundInManifest(i, "the load is complete, but a bucket is " + bucket.state());
            }
            if (bucket.demand() < 0) {
                foundInManifest(i, "a demand of " + bucket.demand());
            }
        }
        Map<String, FileEntry> byName = new HashMap<>();
        for (FileEntry entry : manifest.files()) {
            if (byName.put(entry.name(), entry) != null) {
                foundInManifest(
                        NO_BUCKET, "%s is listed twice, differently".formatted(entry.name()));
            }
        }
        List<FileEntry> once = new ArrayList<>(manifest.runs());
        once.addAll(manifest.dictionaries());
        FileEntry schema = manifest.schema();
        if (schema != null) {
            once.add(schema);
        }
        once.addAll(
                manifest.buckets().stream()
                        .map(Bucket::segment)
                        .distinct()
                        .filter(s -> s != null)
                        .toList());
        if (once.size() != manifest.files().size()) {
            foundInManifest(NO_BUCKET, "a file is listed twice, or as things of two kinds");
        }
    }

    /** Compares the directory with the manifest. Missing files are found when they are opened. */
    private void verifyNames(Manifest manifest) throws IOException {
        List<String> listed = manifest.files().stream().map(FileEntry::name).toList();
        for (String name : storage.list()) {
            if (listed.contains(name) || name.equals(Manifest.FILE_NAME) || isOther(name)) {
                continue;
            }
            if (name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
                findings.add(leftover(name, "a load that was stopped; the next one deletes it"));
            } else if (PublishProbe.isName(name)) {
                findings.add(leftover(name, "a load that begins, or was killed as it began"));
            } else {
                found(name, 0, NO_BUCKET, NO_BLOCK, "the manifest does not list it");
            }
        }
    }

    private static Finding leftover(String name, String by) {
        return new Finding(true, name, 0, NO_BUCKET, NO_BLOCK, "left by " + by);
    }

    /** Whether the file may be there; what is wrong in it is a finding of its own. */
    private boolean isOther(String name) throws IOException {
        try {
            return options.otherFiles().verify(storage, name);
        } catch (NoSuchFileException _) {
            // A load that goes on has removed it.
            return true;
        } catch (CorruptFileException e) {
            found(name, e.offset(), NO_BUCKET, NO_BLOCK, e.finding());
            return true;
        }
    }

    private void verifyDictionary(FileEntry entry) throws IOException {
        try (Storage.Source source = storage.open(entry.name())) {
            if (source.lengthBytes() != entry.lengthBytes()) {
                found(
                        entry.name(),
                        source.lengthBytes(),
                        NO_BUCKET,
                        NO_BLOCK,
                        "expected a length of %d bytes".formatted(entry.lengthBytes()));
            } else {
                options.dictionaries().verify(storage, entry);
            }
        } catch (NoSuchFileException e) {
            foundMissing(entry);
        } catch (CorruptFileException e) {
            found(entry.name(), e.offset(), NO_BUCKET, NO_BLOCK, e.finding());
        }
        passed(entry.lengthBytes());
    }

    private void verifySchema(FileEntry entry) throws IOException {
        try {
            StoreSchema.read(storage, entry);
        } catch (NoSuchFileException e) {
            foundMissing(entry);
        } catch (CorruptFileException e) {
            found(entry.name(), e.offset(), NO_BUCKET, NO_BLOCK, e.finding());
        }
        passed(entry.lengthBytes());
    }

    private void verifyBlockFile(Manifest manifest, FileEntry entry) throws IOException {
        long before = bytes;
        int firstBucket = firstBucket(manifest, entry);
        boolean isRun = firstBucket < 0;
        try (BlockFile file = BlockFile.openConfined(storage, entry)) {
            FileKind expected = isRun ? FileKind.RUN : FileKind.SEGMENT;
            if (file.fileKind() != expected) {
                found(
                        entry.name(),
                        0,
                        NO_BUCKET,
                        NO_BLOCK,
                        "it is a %s, not a %s".formatted(file.fileKind(), expected));
            } else if (isRun && file.slices() != manifest.buckets().size()) {
                found(
                        entry.name(),
                        0,
                        NO_BUCKET,
                        NO_BLOCK,
                        "it has %s for %s"
                                .formatted(
                                        Plural.counted(file.slices(), "slice"),
                                        Plural.counted(manifest.buckets().size(), "bucket")));
            } else {
                blocks +=
                        BlockFileVerifier.verify(
                                file,
                                keyRule(manifest, isRun ? null : entry),
                                (offset, slice, block, text) ->
                                        found(
                                                entry.name(),
                                                offset,
                                                isRun ? slice : firstBucket,
                                                block,
                                                text),
                                this::passed,
                                keys);
                linkRows += file.linkRows();
                nodeRows += file.nodeRows();
            }
        } catch (NoSuchFileException e) {
            foundMissing(entry);
        } catch (CorruptFileException e) {
            found(entry.name(), e.offset(), NO_BUCKET, NO_BLOCK, e.finding());
        }
        passed(before + entry.lengthBytes() - bytes);
    }

    private static int firstBucket(Manifest manifest, FileEntry segment) {
        for (int i = 0; i < manifest.buckets().size(); i++) {
            if (segment.equals(manifest.buckets().get(i).segment())) {
                return i;
            }
        }
        return NO_BUCKET;
    }

    /**
     * A run's rows lie in the slices of their buckets. A segment's rows lie in buckets that it
     * belongs to; where a later load built a bucket anew, the rows that it had in an older segment,
     * shared with others, stay there and count no more.
     */
    private static BlockFileVerifier.KeyRule keyRule(
            Manifest manifest, @Nullable FileEntry segment) {
        Borders borders = manifest.borders();
        boolean[] allowed = new boolean[borders.count()];
        for (int i = 0; i < allowed.length; i++) {
            Bucket bucket = manifest.buckets().get(i);
            boolean builtAnew = manifest.loadNumber() > 1 && bucket.state() == Bucket.State.BUILT;
            allowed[i] = segment == null || segment.equals(bucket.segment()) || builtAnew;
        }
        return (slice, id1, id2) -> {
            int bucket = borders.find(id1, id2);
            return segment == null ? bucket == slice : allowed[bucket];
        };
    }

    private void passed(long count) {
        bytes += count;
        options.progress().verified(bytes, totalBytes);
    }

    private void foundMissing(FileEntry entry) {
        found(entry.name(), 0, NO_BUCKET, NO_BLOCK, "the manifest lists it, but it is missing");
    }

    private void foundInManifest(int bucket, String text) {
        found(Manifest.FILE_NAME, 0, bucket, NO_BLOCK, text);
    }

    private void found(String file, long offset, int bucket, long block, String text) {
        findingCount++;
        verified.damaged();
        if (findingsOfFile.merge(file, 1, Integer::sum) <= options.findingsPerFileMax()) {
            findings.add(new Finding(false, file, offset, bucket, block, text));
        }
    }
}
