package sluice.backup;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/**
 * A folder of backups of a store. One process at a time writes to it.
 *
 * <p>Files are copied under temporary names, synced and renamed; the catalogue of the new backup is
 * published after them, so that it is there whole or not at all. Only {@link #keep} deletes files
 * of backups.
 */
public final class BackupFolder implements AutoCloseable {
    private static final String LOCK = "lock";
    private static final String DAMAGED = "use another backup of the folder";

    private final Storage folder;
    private final Closeable lock;
    private final FileCopy files = new FileCopy();

    private BackupFolder(Storage folder, Closeable lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * The result of a backup or a restore.
     *
     * @param number of the backup
     * @param time when the backup was begun
     * @param fileCount the files of the store
     * @param lengthBytes the bytes of these
     * @param copiedCount the files that were copied
     * @param copiedBytes the bytes of these; the others were there
     */
    public record Result(
            int number,
            Instant time,
            int fileCount,
            long lengthBytes,
            int copiedCount,
            long copiedBytes) {}

    /** Is asked between files whether to go on, and learns how many bytes are done. */
    public interface Progress {
        /** Throws to end the copy. */
        void copied(long bytes, long ofBytes);
    }

    /**
     * Opens the folder, which must be empty or have backups. The caller must close it. Throws if
     * another process writes to it.
     */
    public static BackupFolder open(Storage folder) throws IOException {
        List<String> names = folder.list();
        for (String name : names) {
            if (!isOfFolder(name)) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s is no folder of backups: it holds other files, such as %s; name a new or empty folder"
                                .formatted(folder.location(), name));
            }
        }
        Closeable lock =
                folder.lock(LOCK)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "another backup or restore works in %s; wait for it, or stop it"
                                                        .formatted(folder.location())));
        return new BackupFolder(folder, lock);
    }

    private static boolean isOfFolder(String name) {
        return name.equals(LOCK)
                || name.startsWith(Catalogue.PREFIX)
                || name.startsWith(KeptFile.Part.HOT.word() + "-")
                || name.startsWith(KeptFile.Part.STORE.word() + "-");
    }

    /** Opens the folder to restore a backup: it may be one that nobody can write to. */
    public static BackupFolder openToRead(Storage folder) {
        return new BackupFolder(folder, () -> {});
    }

    /** The numbers of the backups, the newest last. */
    public List<Integer> numbers() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        for (String name : folder.list()) {
            Catalogue.number(name).ifPresent(numbers::add);
        }
        numbers.sort(null);
        return numbers;
    }

    /**
     * The backup {@code number}, with nothing copied.
     *
     * @throws CorruptFileException if its catalogue is damaged
     */
    public Result backup(int number) throws IOException {
        return result(Catalogue.read(folder, number), 0, 0);
    }

    private static Result result(Catalogue catalogue, int copiedCount, long copiedBytes) {
        return new Result(
                catalogue.number(),
                catalogue.time(),
                catalogue.files().size(),
                catalogue.lengthBytes(),
                copiedCount,
                copiedBytes);
    }

    /**
     * Backs up the store in {@code store}, whose lock the caller holds. The caller also sees to it
     * that the files of {@code hot}, a checkpoint of its hot store, do not change.
     *
     * @throws SluiceException if there is no store
     */
    public Result backUp(Storage store, Optional<Storage> hot, Instant time, Progress progress)
            throws IOException {
        Manifest manifest = manifest(store);
        deleteTemporaryFiles();
        List<Integer> numbers = numbers();
        int number = numbers.isEmpty() ? 1 : numbers.getLast() + 1;
        Taking taking = new Taking(known(numbers), progress);
        if (hot.isPresent()) {
            for (String name : hot.get().list()) {
                taking.takeChanging(KeptFile.Part.HOT, hot.get(), name);
            }
        }
        Map<String, FileEntry> listed = new TreeMap<>();
        manifest.files().forEach(file -> listed.put(file.name(), file));
        for (String name : store.list()) {
            if (VersionFiles.number(name) > 0) {
                Optional<Manifest> version = ManifestFile.read(store, name);
                version.ifPresent(v -> v.files().forEach(file -> listed.put(file.name(), file)));
            }
        }
        taking.expectBytes(listed.values().stream().mapToLong(FileEntry::lengthBytes).sum());
        for (String name : store.list()) {
            if (!listed.containsKey(name) && isOfStore(name)) {
                taking.takeChanging(KeptFile.Part.STORE, store, name);
            }
        }
        for (FileEntry file : listed.values()) {
            taking.takeListed(store, file);
        }
        // The names of the copies, before the catalogue that needs them.
        folder.syncDirectory();
        Catalogue catalogue = new Catalogue(number, time, store.location(), taking.taken);
        catalogue.publish(folder);
        return result(catalogue, taking.copiedCount, taking.copiedBytes);
    }

    /** Fails if there is no store in {@code store}. */
    public static void requireStore(Storage store) throws IOException {
        var unused = manifest(store);
    }

    private static Manifest manifest(Storage store) throws IOException {
        return ManifestFile.read(store)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "%s is not a store, or has no rows yet"
                                                .formatted(store.location())));
    }

    /** Files that change their content under one name, or that no manifest lists. */
    private static boolean isOfStore(String name) {
        return !name.endsWith(StorageFiles.TEMPORARY_SUFFIX)
                && (name.equals(Manifest.FILE_NAME) || StoreFiles.isBackedUp(name));
    }

    private void deleteTemporaryFiles() throws IOException {
        for (String name : folder.list()) {
            if (name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
                folder.delete(name);
            }
        }
    }

    /** All files that backups keep, by their names; a damaged catalogue keeps none. */
    private Map<String, KeptFile> known(List<Integer> numbers) throws IOException {
        Map<String, KeptFile> known = new HashMap<>();
        Set<String> there = new HashSet<>(folder.list());
        for (int number : numbers) {
            try {
                known.putAll(Catalogue.read(folder, number).byKeptName());
            } catch (CorruptFileException _) {
                // Its files are copied again where they are needed; restoring it says what is
                // wrong.
                continue;
            }
        }
        known.keySet().retainAll(there);
        return known;
    }

    /** The files of one backup while they are taken. */
    private final class Taking {
        final List<KeptFile> taken = new ArrayList<>();
        private final Map<String, KeptFile> known;
        private final Progress progress;
        private long expectedBytes;
        private long doneBytes;
        private int copiedCount;
        private long copiedBytes;

        Taking(Map<String, KeptFile> known, Progress progress) {
            this.known = known;
            this.progress = progress;
        }

        void expectBytes(long bytes) {
            expectedBytes = doneBytes + bytes;
        }

        /** A file that the manifest lists: its name and checksum say what it holds. */
        void takeListed(Storage store, FileEntry file) throws IOException {
            String version = "%08x".formatted(file.checksum());
            String keptName = KeptFile.keptName(KeptFile.Part.STORE, file.name(), version);
            KeptFile kept = known.get(keptName);
            if (kept == null || kept.lengthBytes() != file.lengthBytes()) {
                FileCopy.Content content = files.copy(store, file.name(), folder, keptName);
                if (content.lengthBytes() != file.lengthBytes()) {
                    throw new CorruptFileException(
                            file.name(),
                            content.lengthBytes(),
                            "expected length " + file.lengthBytes(),
                            "run: sluice verify");
                }
                kept =
                        new KeptFile(
                                KeptFile.Part.STORE,
                                file.name(),
                                content.lengthBytes(),
                                content.checksum(),
                                version);
                count(content);
            }
            add(kept);
        }

        /** A file that is known by its content alone. */
        void takeChanging(KeptFile.Part part, Storage from, String name) throws IOException {
            FileCopy.Content content = files.read(from, name);
            String version = "%08x%x".formatted(content.checksum(), content.lengthBytes());
            KeptFile kept =
                    new KeptFile(part, name, content.lengthBytes(), content.checksum(), version);
            if (!known.containsKey(kept.keptName())) {
                FileCopy.Content copied = files.copy(from, name, folder, kept.keptName());
                if (!copied.equals(content)) {
                    throw new IOException(
                            "%s of %s changes while it is copied".formatted(name, from.location()));
                }
                count(content);
            }
            add(kept);
        }

        private void count(FileCopy.Content content) {
            copiedCount++;
            copiedBytes += content.lengthBytes();
        }

        private void add(KeptFile kept) {
            taken.add(kept);
            doneBytes += kept.lengthBytes();
            progress.copied(doneBytes, Math.max(expectedBytes, doneBytes));
        }
    }

    /**
     * Deletes all backups but the {@code count} newest ones, and the files that only those had.
     * Returns how many backups went.
     */
    public int keep(int count) throws IOException {
        List<Integer> numbers = numbers();
        int gone = Math.max(0, numbers.size() - count);
        if (gone == 0) {
            return 0;
        }
        // A damaged catalogue that stays would not say which files it needs.
        Set<String> needed = new HashSet<>();
        for (int number : numbers.subList(gone, numbers.size())) {
            needed.addAll(Catalogue.read(folder, number).byKeptName().keySet());
        }
        for (int number : numbers.subList(0, gone)) {
            folder.delete(Catalogue.name(number));
        }
        // A catalogue must not come back after its files have gone.
        folder.syncDirectory();
        for (String name : folder.list()) {
            boolean isKept =
                    name.equals(LOCK) || name.startsWith(Catalogue.PREFIX) || needed.contains(name);
            if (!isKept) {
                folder.delete(name);
            }
        }
        folder.syncDirectory();
        return gone;
    }

    /**
     * Restores the backup {@code number} into {@code store} and its hot store's folder {@code hot},
     * which must be empty or hold what an earlier restore left. Every byte is compared with its
     * checksum. The manifest comes last: before it there is no store.
     */
    public Result restore(int number, Storage store, Storage hot, Progress progress)
            throws IOException {
        Catalogue catalogue = Catalogue.read(folder, number);
        RestoreMark.begin(store, hot);
        long doneBytes = 0;
        @Nullable KeptFile manifest = null;
        for (KeptFile file : catalogue.files()) {
            if (file.part() == KeptFile.Part.STORE && file.name().equals(Manifest.FILE_NAME)) {
                manifest = file;
                continue;
            }
            restore(file, file.part() == KeptFile.Part.HOT ? hot : store);
            doneBytes += file.lengthBytes();
            progress.copied(doneBytes, catalogue.lengthBytes());
        }
        if (manifest == null) {
            throw new CorruptFileException(
                    Catalogue.name(number), 0, "it names no manifest", DAMAGED);
        }
        hot.syncDirectory();
        store.syncDirectory();
        restore(manifest, store);
        store.syncDirectory();
        RestoreMark.end(store);
        return result(catalogue, catalogue.files().size(), catalogue.lengthBytes());
    }

    private void restore(KeptFile file, Storage to) throws IOException {
        FileCopy.Content content;
        try {
            content = files.copy(folder, file.keptName(), to, file.name());
        } catch (NoSuchFileException e) {
            CorruptFileException missing =
                    new CorruptFileException(file.keptName(), 0, "it is missing", DAMAGED);
            missing.initCause(e);
            throw missing;
        }
        if (content.lengthBytes() != file.lengthBytes() || content.checksum() != file.checksum()) {
            to.delete(file.name());
            throw new CorruptFileException(
                    file.keptName(),
                    0,
                    "it has %d bytes with the checksum %08x, not %d with %08x"
                            .formatted(
                                    content.lengthBytes(),
                                    content.checksum(),
                                    file.lengthBytes(),
                                    file.checksum()),
                    DAMAGED);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
