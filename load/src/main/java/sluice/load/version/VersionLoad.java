package sluice.load.version;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.load.Abandoned;
import sluice.load.LoadResult;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadStart;
import sluice.load.plan.LoadPlan;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;
import sluice.store.VersionMark;

/**
 * A load into a new version of a store, beside the one that is served, which does not change.
 *
 * <p>The load has a manifest of its own, the draft, and goes on from it when its command is
 * repeated. It becomes a version only when all is built: a load that fails or is killed never is
 * one. Ids of names, and declarations, go on from those of the newest version, so that an id stands
 * for one name in all versions.
 */
public final class VersionLoad {
    private final Storage storage;
    private final boolean fromNothing;
    private final LongSupplier millisClock;

    private VersionLoad(Storage storage, boolean fromNothing, LongSupplier millisClock) {
        this.storage = storage;
        this.fromNothing = fromNothing;
        this.millisClock = millisClock;
    }

    /** Loads into the store that it is given, as into any; {@link #run} calls it at most once. */
    public interface Loading {
        LoadResult load(Storage draft) throws IOException;
    }

    /**
     * The end of a load of a version.
     *
     * @param number of the version that has the rows
     * @param result of the load; null if an earlier one made that version
     */
    public record Outcome(int number, @Nullable LoadResult result) {}

    /**
     * Has {@code loading} load {@code source} and makes a version of it.
     *
     * @param fromNothing whether the version has the rows of the source alone; else they are added
     *     to those of the version that is served
     * @param millisClock the time since 1970
     */
    public static Outcome run(
            Storage storage,
            Source source,
            LoadOptions options,
            boolean fromNothing,
            LongSupplier millisClock,
            Loading loading)
            throws IOException {
        LoadLock.refuseOtherFiles(storage);
        try (Closeable _ = LoadLock.hold(storage)) {
            VersionLoad load = new VersionLoad(storage, fromNothing, millisClock);
            LoadIdentity identity =
                    LoadIdentity.of(
                            source,
                            options,
                            LoadPlan.bucketBytes(source, options),
                            Optional.empty());
            load.sealPresent(identity, source, options);
            int made = load.prepare(identity, options.chunkBytes());
            if (made > 0) {
                return new Outcome(made, null);
            }
            Set<String> kept = VersionSet.read(storage).fileNames();
            LoadResult result = loading.load(new DraftStorage(storage, kept));
            return new Outcome(load.seal(), result);
        }
    }

    /**
     * Makes what a store without versions has its first one. There is no way back, so a source that
     * the store does not take is refused before.
     */
    private void sealPresent(LoadIdentity identity, Source source, LoadOptions options)
            throws IOException {
        try (Closeable _ = VersionLock.take(storage)) {
            if (VersionSet.read(storage).newest() > 0) {
                return;
            }
            Optional<Manifest> present = ManifestFile.read(storage);
            if (present.isPresent() && present.get().phase() == Manifest.Phase.COMPLETE) {
                LoadStart.of(present, identity, source, options, storage.location());
            }
            Versions.sealPresent(storage, millisClock.getAsLong());
        }
    }

    /** Sees to it that there is a draft; or returns the version that has the rows already. */
    private int prepare(LoadIdentity identity, long chunkBytes) throws IOException {
        try (Closeable _ = VersionLock.take(storage)) {
            finishEarlier();
            VersionSet set = VersionSet.read(storage);
            set.requireWhole();
            Optional<Manifest> draft = ManifestFile.read(storage, VersionFiles.DRAFT);
            if (draft.isPresent()) {
                checkBase(set, draft.get());
                return 0;
            }
            if (set.newest() == 0) {
                return 0;
            }
            Manifest newest = set.version(set.newest(), storage.location());
            Manifest base = set.served().orElse(newest);
            int number = fromNothing ? VersionMark.NOTHING : base.loadNumber();
            boolean isOnIt = number == newest.loadNumber();
            VersionMark mark = newest.mark();
            boolean isOfSame = mark != null && mark.base() == number;
            if ((isOnIt || isOfSame)
                    && LoadIdentity.parse(newest.loadIdentity()).sameAs(identity, chunkBytes)) {
                return newest.loadNumber();
            }
            ManifestFile.publish(storage, VersionFiles.DRAFT, draft(base, newest, number));
            return 0;
        }
    }

    /** The rows of {@code base}, or none, with names, declarations and number of the newest. */
    private static Manifest draft(Manifest base, Manifest newest, int number) {
        List<Bucket> buckets =
                number == VersionMark.NOTHING
                        ? List.of(new Bucket(0, 0, Bucket.State.BUILT, null, 0))
                        : base.buckets();
        return new Manifest(
                Math.max(base.version(), newest.version()),
                newest.idNames(),
                newest.loadNumber(),
                Manifest.Phase.COMPLETE,
                "",
                buckets,
                List.of(),
                newest.dictionaries(),
                newest.schema(),
                VersionMark.draft(number));
    }

    /** Seals the draft of a load that ended and was stopped then; removes one that is sealed. */
    private void finishEarlier() throws IOException {
        Optional<Manifest> draft = ManifestFile.read(storage, VersionFiles.DRAFT);
        if (draft.isEmpty() || draft.get().phase() != Manifest.Phase.COMPLETE) {
            return;
        }
        Manifest ended = draft.get();
        if (!VersionSet.read(storage).sealed().containsKey(ended.loadNumber())) {
            VersionMark mark = ended.mark();
            Versions.seal(
                    storage,
                    ended,
                    mark == null ? VersionMark.draft(VersionMark.NOTHING) : mark,
                    millisClock.getAsLong());
        }
        storage.delete(VersionFiles.DRAFT);
        storage.syncDirectory();
    }

    private void checkBase(VersionSet set, Manifest draft) {
        VersionMark mark = draft.mark();
        int base = mark == null ? VersionMark.NOTHING : mark.base();
        boolean beganWithNothing = base == VersionMark.NOTHING;
        if (set.newest() > 0 && beganWithNothing != fromNothing) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s holds an unfinished load of a version that began %s; repeat its command, %s --from-nothing, or give it up: sluice abandon %s"
                            .formatted(
                                    storage.location(),
                                    beganWithNothing ? "from nothing" : "on top of version " + base,
                                    beganWithNothing ? "with" : "without",
                                    storage.location()));
        }
    }

    private int seal() throws IOException {
        try (Closeable _ = VersionLock.take(storage)) {
            finishEarlier();
            return VersionSet.read(storage).newest();
        }
    }

    /** Whether the store in {@code storage} has an unfinished load of a version. */
    public static boolean isUnfinished(Storage storage) throws IOException {
        return storage.list().contains(VersionFiles.DRAFT);
    }

    /**
     * Gives up the unfinished load of a version, however far it is; versions stay as they are. The
     * draft goes first and its files after it, so that a crash in between leaves files that the
     * next load, or the next try, removes.
     */
    public static Abandoned abandon(Storage storage) throws IOException {
        LoadLock.refuseOtherFiles(storage);
        try (Closeable _ = LoadLock.hold(storage);
                Closeable _ = VersionLock.take(storage)) {
            VersionSet set = VersionSet.read(storage);
            set.requireWhole();
            Optional<Manifest> draft = ManifestFile.read(storage, VersionFiles.DRAFT);
            boolean unfinished =
                    draft.isPresent() && !set.sealed().containsKey(draft.get().loadNumber());
            if (draft.isPresent()) {
                storage.delete(VersionFiles.DRAFT);
                storage.syncDirectory();
            }
            int deleted = 0;
            Set<String> kept = set.fileNames();
            String ledger = unfinished ? StoreFiles.ledger(draft.get().loadNumber()) : "";
            for (String name : new TreeSet<>(storage.list())) {
                boolean isOfLoad =
                        StoreFiles.isDisposable(name)
                                || name.equals(ledger)
                                || name.equals(VersionFiles.DRAFT + StorageFiles.TEMPORARY_SUFFIX);
                if (isOfLoad && !kept.contains(name)) {
                    storage.delete(name);
                    deleted++;
                }
            }
            storage.syncDirectory();
            return new Abandoned(unfinished, set.newest() == 0, deleted);
        }
    }
}
