package sluice.live;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.load.LoadResult;
import sluice.load.files.LoadLock;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.HotStore;
import sluice.model.SluiceException;
import sluice.question.Declaring;
import sluice.question.NameLookup;
import sluice.question.Questions;
import sluice.server.BackingStore;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/**
 * A store that this process has open for reads, writes and loads: the directory, its hot store, its
 * remote parts, the coordinator and, where it is asked for, a server.
 *
 * <pre>{@code
 * try (Live live = Live.open(Path.of("graph"), LiveSettings.usual())) {
 *     live.load(Source.open(List.of("links.csv"), null));
 *     LinkList list = live.graph().linkList(LinkQuery.newest(1, 0, 10)).value();
 * }
 * }</pre>
 *
 * <p>Safe for any number of threads; one load at a time; one process at a time has a store open.
 * Online writes are in the directory {@value OwnHotStore#HOT} of the store until they are absorbed,
 * or in a remote hot store. A store with versions takes none: it is answered from the version that
 * is served, also once another one is published, and any number of processes may have it open.
 */
public final class Live implements AutoCloseable {
    /** The directory of copies of recent rows while a load stages, below that of the store. */
    public static final String RECENT = "recent";

    /** A read of another system waits for it, and must not hold up those of its connection. */
    private static final int READ_THREADS_REMOTE = 64;

    private final Parts parts;
    private final LiveSettings settings;
    private final LoadProgress progress;
    private final LiveStore store;
    private final @Nullable SluiceServer server;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Live(
            Parts parts,
            LiveSettings settings,
            LoadProgress progress,
            LiveStore store,
            @Nullable SluiceServer server) {
        this.parts = parts;
        this.settings = settings;
        this.progress = progress;
        this.store = store;
        this.server = server;
    }

    /** What of a store is neither in memory nor in the files of its loads. */
    private record Parts(
            HotStore hot, Optional<RemoteStore> cold, Optional<HotCheckpoint.Maker> checkpoints)
            implements AutoCloseable {
        /** Why the hot store takes no write though it is there; a remote one is, or is away. */
        Optional<String> writesRefused() {
            return switch (hot) {
                case RocksHotStore own -> own.writesRefused();
                case NoWrites sealed -> Optional.of(sealed.refusal());
                default -> Optional.empty();
            };
        }

        @Override
        public void close() throws IOException {
            try (hot) {
                try {
                    if (checkpoints.isPresent()) {
                        checkpoints.get().close();
                    }
                } finally {
                    if (cold.isPresent()) {
                        cold.get().close();
                    }
                }
            }
        }
    }

    /**
     * Opens the store in {@code directory}, which is made if there is none. The caller closes it.
     * Throws a {@link sluice.model.SluiceException} if the directory holds other files, if the
     * store was made with other remote parts, or if its hot store is lost or damaged; nothing is
     * written then.
     */
    public static Live open(Path directory, LiveSettings settings) throws IOException {
        return open(directory, DirectoryStorage.create(directory), settings, new LoadProgress());
    }

    /**
     * Opens the store in {@code directory}, whose files are in {@code storage}; a server shows
     * {@code progress} as that of the store's load.
     */
    public static Live open(
            Path directory, Storage storage, LiveSettings settings, LoadProgress progress)
            throws IOException {
        Parts parts = parts(directory, storage, settings);
        try {
            // Left by a process that was killed: this one alone has the store open.
            RocksHotStore.delete(directory.resolve(RECENT));
        } catch (Throwable failure) {
            parts.close();
            throw failure;
        }
        return open(parts, storage, settings, progress);
    }

    /**
     * Opens the store in {@code storage}, a shared one, for reading: it follows the loads of other
     * processes, and any number of them may have it open. The caller closes it, then the storage.
     */
    public static Live openShared(Storage storage, LiveSettings settings, LoadProgress progress)
            throws IOException {
        String location = storage.location();
        if (settings.remote().isRemote()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is in shared storage and is read only; it has no part in another system"
                            .formatted(location));
        }
        Parts parts = new Parts(NoWrites.ofShared(location), Optional.empty(), Optional.empty());
        return open(parts, storage, settings, progress);
    }

    private static Live open(
            Parts parts, Storage storage, LiveSettings settings, LoadProgress progress)
            throws IOException {
        try {
            LiveStore store = store(storage, parts, settings);
            try {
                return new Live(
                        parts, settings, progress, store, server(parts, settings, progress, store));
            } catch (Throwable failure) {
                store.close();
                throw failure;
            }
        } catch (Throwable failure) {
            parts.close();
            throw failure;
        }
    }

    private static Parts parts(Path directory, Storage storage, LiveSettings settings)
            throws IOException {
        // Before a hot store is made there, which would stay.
        LoadLock.refuseOtherFiles(storage);
        if (VersionFiles.areIn(storage)) {
            return sealed(storage, settings);
        }
        RemoteStores remote = new RemoteStores(settings.remote(), storage);
        remote.check();
        Optional<HotStore> named = remote.openHot();
        HotStore hot =
                named.isPresent()
                        ? named.get()
                        : OwnHotStore.open(directory, storage, settings.hot());
        Parts parts = new Parts(hot, Optional.empty(), Optional.empty());
        try {
            parts = new Parts(hot, remote.openCold(), Optional.empty());
            remote.adopt(hot);
            if (!(hot instanceof RocksHotStore own)) {
                return parts;
            }
            HotCheckpoint.Maker maker = HotCheckpoint.Maker.start(directory, storage, own);
            parts = new Parts(hot, parts.cold(), Optional.of(maker));
            if (!VersionFiles.areIn(storage)) {
                return parts;
            }
        } catch (Throwable failure) {
            parts.close();
            throw failure;
        }
        // It got its first version after the look above and before this process could keep it off.
        parts.close();
        return sealed(storage, settings);
    }

    /** A store with versions is read alone, and any number of processes may have it open. */
    private static Parts sealed(Storage storage, LiveSettings settings) throws IOException {
        String location = storage.location();
        if (settings.remote().isRemote()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s has versions, which are whole in its directory; leave out --hot and --cold"
                            .formatted(location));
        }
        if (ManifestFile.read(storage).isEmpty()) {
            throw VersionFiles.servesNone(location);
        }
        return new Parts(NoWrites.ofVersions(location), Optional.empty(), Optional.empty());
    }

    private static LiveStore store(Storage storage, Parts parts, LiveSettings settings)
            throws IOException {
        boolean searchRuns = settings.remote().searchRuns();
        boolean isSealed = parts.hot() instanceof NoWrites;
        return LiveStore.open(
                storage,
                parts.hot(),
                new LiveStoreOptions(
                        settings.load(),
                        settings.decisions(),
                        parts.cold().map(cold -> new LiveStoreOptions.Built(cold, searchRuns)),
                        settings.hotLists()
                                .filter(_ -> !isSealed)
                                .map(
                                        lists ->
                                                new LiveStoreOptions.Copied(
                                                        lists, new SecureRandom()::nextLong)),
                        settings.firstNodeId()),
                System::nanoTime);
    }

    private static @Nullable SluiceServer server(
            Parts parts, LiveSettings settings, LoadProgress progress, LiveStore store)
            throws IOException {
        if (settings.server().isEmpty()) {
            return null;
        }
        ServerOptions named = settings.server().get();
        ServerOptions where =
                settings.remote().isRemote()
                        ? named.threads(READ_THREADS_REMOTE, named.writeThreads())
                        : named;
        LiveStatus status = new LiveStatus(store, parts::writesRefused, progress, System::nanoTime);
        return SluiceServer.start(
                where, new BackingStore(store.graph(), store.names(), store.declaring()), status);
    }

    /** What is read and written. */
    public GraphStore graph() {
        return store.graph();
    }

    /**
     * Questions by value and along links, of what the store declares now: each request asks for
     * them again. Names are those of {@code store().names()}.
     */
    public Questions questions() {
        Declaring declaring = store.declaring();
        return new Questions(
                graph(),
                declaring.declarations(),
                NameLookup.of(store.names(), declaring::complete));
    }

    /** The store with its loads, its coordinator and what it holds. */
    public LiveStore store() {
        return store;
    }

    /** The server before the store, if one was asked for. */
    public Optional<SluiceServer> server() {
        return Optional.ofNullable(server);
    }

    /**
     * Loads {@code source}; queries are complete once its copy has ended. Returns when all is
     * built.
     */
    public LoadResult load(Source source) throws IOException {
        return store.load(source, settings.load(), progress, LoadEvents.NONE);
    }

    /**
     * Lets running requests end, stops what is being built, makes all writes durable. Reads and
     * writes that begin later fail; a second call does nothing.
     */
    @Override
    public void close() throws IOException {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            if (server != null) {
                server.close();
            }
        } finally {
            try {
                store.close();
            } finally {
                parts.close();
            }
        }
    }
}
