package sluice.load.version;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreReader;
import sluice.store.VersionFiles;
import sluice.store.VersionMark;

/**
 * The versions of a store: lists them, serves another one, deletes old ones.
 *
 * <p>To serve a version is to replace the manifest by a copy of it, in one step: whenever a process
 * or the power ends, the store is the one version or the other, whole. Servers of the store move on
 * as they follow a load. Every call holds the lock of versions, and none waits for a load.
 */
public final class Versions {
    private Versions() {}

    /**
     * The version that is served after a call.
     *
     * @param before the one that was served before it; 0 if none was
     * @param bytes of its files
     * @param bytesBefore of the files of the one before
     */
    public record Served(int number, int before, long bytes, long bytesBefore) {
        /** Whether it was served already. */
        public boolean isSame() {
            return number == before;
        }
    }

    /** The versions of the store in {@code storage}, oldest first. */
    public static List<StoreVersion> list(Storage storage) throws IOException {
        VersionSet set = VersionSet.read(storage);
        Map<FileEntry, Integer> shares = set.shares();
        List<StoreVersion> versions = new ArrayList<>();
        for (Map.Entry<Integer, Manifest> each : set.sealed().entrySet()) {
            int number = each.getKey();
            List<FileEntry> files = each.getValue().files();
            VersionMark mark = each.getValue().mark();
            long own = 0;
            for (FileEntry file : files) {
                own += shares.getOrDefault(file, 1) == 1 ? file.lengthBytes() : 0;
            }
            versions.add(
                    new StoreVersion(
                            number,
                            set.state(number),
                            set.pinned().contains(number),
                            mark == null ? VersionMark.LOADS : mark.base(),
                            mark == null ? 0 : mark.sealedMillis(),
                            files.size(),
                            bytes(each.getValue()),
                            own));
        }
        return versions;
    }

    /** The faults of versions whose own files cannot be read. */
    public static List<CorruptFileException> damages(Storage storage) throws IOException {
        return List.copyOf(VersionSet.read(storage).damaged().values());
    }

    /** The store in {@code storage} as if the version {@code number} were served: for reading. */
    public static Storage view(Storage storage, int number) throws IOException {
        VersionSet.read(storage).version(number, storage.location());
        return new RenamedStorage(storage, VersionFiles.version(number));
    }

    /**
     * Serves the version {@code number}, or the newest one, which must not have been served before.
     * A store without versions becomes its own first one.
     *
     * @param nowMillis since 1970
     */
    public static Served publish(Storage storage, OptionalInt number, long nowMillis)
            throws IOException {
        if (!VersionFiles.areIn(storage)) {
            LoadLock.refuseOtherFiles(storage);
            try (Closeable _ = LoadLock.hold(storage);
                    Closeable _ = VersionLock.take(storage)) {
                sealPresent(storage, nowMillis);
            }
        }
        try (Closeable _ = VersionLock.take(storage)) {
            VersionSet set = VersionSet.read(storage);
            int wanted = number.orElseGet(set::newest);
            if (wanted == 0 && number.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s has no version yet: its first load has not ended; repeat the command of that load"
                                .formatted(storage.location()));
            }
            int served = set.servedNumber();
            if (number.isEmpty() && wanted != served && wanted <= set.newestServed()) {
                throw refusal(
                        "%s: version %d, its newest, was rolled back; to serve it all the same: sluice publish %s %d",
                        storage, wanted);
            }
            if (wanted < served) {
                set.version(wanted, storage.location());
                throw refusal(
                        "%s: version %d is older than the one that is served; to go back to it: sluice rollback %s %d",
                        storage, wanted);
            }
            return serve(storage, set, wanted, nowMillis);
        }
    }

    /** Serves the version {@code number}, or the one before that which is served, again. */
    public static Served rollback(Storage storage, OptionalInt number, long nowMillis)
            throws IOException {
        try (Closeable _ = VersionLock.take(storage)) {
            VersionSet set = VersionSet.read(storage);
            int served = set.servedNumber();
            Integer older = set.sealed().lowerKey(served);
            if (number.isEmpty() && older == null) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s has no version before the one that is served; see: sluice versions %s"
                                .formatted(storage.location(), storage.location()));
            }
            int wanted = number.orElseGet(() -> older == null ? 0 : older);
            if (wanted > served) {
                set.version(wanted, storage.location());
                throw refusal(
                        "%s: version %d is newer than the one that is served; to serve it: sluice publish %s %d",
                        storage, wanted);
            }
            return serve(storage, set, wanted, nowMillis);
        }
    }

    private static SluiceException refusal(String text, Storage storage, int number) {
        String location = storage.location();
        return new SluiceException(
                ErrorCode.STORE, text.formatted(location, number, location, number));
    }

    /** The swap. The manifest is replaced only after everything of the version was opened. */
    private static Served serve(Storage storage, VersionSet set, int number, long nowMillis)
            throws IOException {
        Manifest version = set.version(number, storage.location());
        @Nullable Manifest before = set.served().orElse(null);
        long bytesBefore = before == null ? 0 : bytes(before);
        Served served = new Served(number, set.servedNumber(), bytes(version), bytesBefore);
        VersionMark mark = version.mark();
        if (mark == null) {
            throw new CorruptFileException(
                    VersionFiles.version(number),
                    0,
                    "it has no mark of a version",
                    "serve another version: sluice versions " + storage.location());
        }
        VersionMark markBefore = before == null ? null : before.mark();
        if (served.isSame() && markBefore != null && markBefore.publishedMillis() > 0) {
            return served;
        }
        Storage view = new RenamedStorage(storage, VersionFiles.version(number));
        try (StoreReader reader = StoreReader.open(view);
                Dictionary _ = Dictionary.open(view, reader.manifest().nameFiles())) {
            VersionMark published =
                    mark.published(
                            served.isSame() ? 0 : served.before(),
                            Math.max(number, set.newestServed()),
                            nowMillis);
            long counted = before == null ? 0 : before.version();
            ManifestFile.publish(
                    storage, version.marked(published, Math.max(counted, version.version()) + 1));
        }
        return served;
    }

    /** Seals the state of a store that has no versions, which stays what is served. */
    static void sealPresent(Storage storage, long nowMillis) throws IOException {
        Optional<Manifest> present = ManifestFile.read(storage);
        if (present.isEmpty()) {
            return;
        }
        Manifest manifest = present.get();
        if (manifest.phase() != Manifest.Phase.COMPLETE) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s cannot have versions yet: its load has not ended; repeat the command of that load, or absorb what was written online"
                            .formatted(storage.location()));
        }
        seal(storage, manifest, VersionMark.draft(VersionMark.LOADS), nowMillis);
        // From here on its readers say which version they read.
        serve(storage, VersionSet.read(storage), manifest.loadNumber(), nowMillis);
    }

    /** Makes {@code manifest} a version, which from now on never changes. */
    static void seal(Storage storage, Manifest manifest, VersionMark mark, long nowMillis)
            throws IOException {
        // The names of its files, before the version that lists them.
        storage.syncDirectory();
        ManifestFile.publish(
                storage,
                VersionFiles.version(manifest.loadNumber()),
                manifest.marked(mark.sealed(nowMillis), manifest.version()));
    }

    /** Keeps the version {@code number} from being deleted, or no longer does. */
    public static void pin(Storage storage, int number, boolean pinned) throws IOException {
        try (Closeable _ = VersionLock.take(storage)) {
            VersionSet set = VersionSet.read(storage);
            set.version(number, storage.location());
            if (pinned && !set.pinned().contains(number)) {
                StorageFiles.publish(storage, VersionFiles.pin(number), _ -> {});
            } else if (!pinned && set.pinned().contains(number)) {
                storage.delete(VersionFiles.pin(number));
                storage.syncDirectory();
            }
        }
    }

    /** Keeps all versions from being deleted until the caller closes what is returned. */
    public static Closeable keepAll(Storage storage) throws IOException {
        List<Closeable> readings = new ArrayList<>();
        for (String name : storage.list()) {
            if (VersionFiles.number(name) > 0) {
                readings.add(VersionFiles.reading(storage, VersionFiles.number(name)));
            }
        }
        return () -> StorageFiles.closeAll(readings);
    }

    /**
     * Deletes all versions but the newest {@code count} of those that are not needed: needed are
     * the version that is served, those that wait to be served, the newest of all, whose names the
     * next load goes on from, and those that are pinned or read. Returns the deleted ones.
     */
    public static List<Integer> keep(Storage storage, int count) throws IOException {
        try (Closeable _ = VersionLock.take(storage)) {
            VersionSet set = VersionSet.read(storage);
            set.requireWhole();
            List<Integer> gone = new ArrayList<>();
            int others = 0;
            for (int number : set.sealed().descendingKeySet()) {
                StoreVersion.State state = set.state(number);
                boolean isOld =
                        state == StoreVersion.State.KEPT || state == StoreVersion.State.ROLLED_BACK;
                others += isOld ? 1 : 0;
                if (isOld
                        && others > count
                        && number != set.newest()
                        && !set.pinned().contains(number)
                        && !isRead(storage, number)) {
                    gone.add(number);
                }
            }
            delete(storage, set, gone);
            return gone.reversed();
        }
    }

    /** The versions go first: none must come back after its files have gone. */
    private static void delete(Storage storage, VersionSet set, List<Integer> gone)
            throws IOException {
        Set<String> files = new TreeSet<>();
        for (int number : gone) {
            set.version(number, storage.location()).files().forEach(file -> files.add(file.name()));
            storage.delete(VersionFiles.version(number));
        }
        storage.syncDirectory();
        Set<String> kept = VersionSet.read(storage).fileNamesWithDraft(storage);
        files.addAll(strays(storage));
        files.removeAll(kept);
        files.retainAll(new HashSet<>(storage.list()));
        for (String name : files) {
            storage.delete(name);
        }
        storage.syncDirectory();
    }

    /** Files that a deletion left that was cut off; while a load runs, all may be its own. */
    private static List<String> strays(Storage storage) throws IOException {
        Optional<Closeable> lock = storage.lock(StoreFiles.LOCK);
        if (lock.isEmpty()) {
            return List.of();
        }
        try (Closeable _ = lock.get()) {
            List<String> names = storage.list();
            if (names.contains(VersionFiles.DRAFT)) {
                return List.of();
            }
            return names.stream()
                    .filter(StoreFiles::isDisposable)
                    .filter(name -> !name.startsWith(StoreFiles.NAMES_PREFIX))
                    .toList();
        }
    }

    /** Whether a process has the version open; what such processes left is removed. */
    private static boolean isRead(Storage storage, int number) throws IOException {
        boolean isRead = false;
        for (String name : storage.list()) {
            if (VersionFiles.read(name) == number) {
                Optional<Closeable> lock = storage.lock(name);
                if (lock.isEmpty()) {
                    isRead = true;
                } else {
                    lock.get().close();
                    storage.delete(name);
                }
            }
        }
        return isRead;
    }

    private static long bytes(Manifest manifest) {
        return manifest.files().stream().mapToLong(FileEntry::lengthBytes).sum();
    }
}
