package sluice.coordinator;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.PinnedReader;
import sluice.store.StoreDictionary;
import sluice.store.StoreReader;

/**
 * A store directory as a cold store, also before the first manifest of its first load: nothing is
 * known then. It stays on its manifest until {@link #refresh} moves it on; whoever runs or watches
 * the load calls that.
 *
 * <p>An epoch is the version of a manifest, the first one of those with the same content: after
 * uptime, building a bucket changes where links are read, not which there are.
 */
public final class StoreCold implements ColdStore {
    private static final long NOTHING_YET = 0;

    /** The manifests {@code first} to {@code last} have the same content. */
    private record Same(long first, long last) {}

    private final Storage storage;
    private final LongConsumer demand;
    private final StoreDictionary names;
    private final StoreDeclarations declarations;
    private volatile Same same = new Same(0, 0);

    /** Null before there is a manifest; written once, by {@link #refresh}. */
    private volatile @Nullable StoreReader reader;

    /** Null where a load has no recent files, or has ended. */
    private volatile @Nullable RecentRows recent;

    private StoreCold(Storage storage, LongConsumer demand) throws IOException {
        this.storage = storage;
        this.demand = demand;
        this.names = StoreDictionary.open(storage, null);
        this.declarations = new StoreDeclarations(storage);
    }

    /**
     * The store in {@code storage}, as it is now; {@code demand} is told the id of every query. The
     * caller closes it.
     */
    public static StoreCold open(Storage storage, LongConsumer demand) throws IOException {
        StoreCold cold = new StoreCold(storage, demand);
        try {
            cold.refresh();
            return cold;
        } catch (Throwable failure) {
            cold.close();
            throw failure;
        }
    }

    /** Moves on to the store's present manifest; says whether there was a newer one. */
    public synchronized boolean refresh() throws IOException {
        StoreReader opened = reader;
        if (opened == null) {
            if (ManifestFile.read(storage).isEmpty()) {
                return false;
            }
            StoreReader first = StoreReader.open(storage, demand);
            try {
                moveOn(first.manifest());
            } catch (Throwable failure) {
                first.close();
                throw failure;
            }
            same = new Same(first.manifest().version(), first.manifest().version());
            reader = first;
            return true;
        }
        Manifest before = opened.manifest();
        if (!opened.refresh(this::moveOn)) {
            return false;
        }
        // Until the next line, views of the new manifest have an epoch of their own.
        Manifest after = opened.manifest();
        long first = haveSameContent(before, after) ? same.first() : after.version();
        same = new Same(first, after.version());
        return true;
    }

    /** Names and schema move on before the rows of their manifest are shown. */
    private void moveOn(Manifest manifest) throws IOException {
        names.show(manifest);
        declarations.show(manifest);
    }

    private static boolean haveSameContent(Manifest before, Manifest after) {
        return before.complete() && after.complete() && before.loadNumber() == after.loadNumber();
    }

    /** The names of what is read now, and of it alone; closed with this. */
    StoreDictionary names() {
        return names;
    }

    /** The declarations of the store now. */
    StoreDeclarations declarations() {
        return declarations;
    }

    /** What is read now; null before the first manifest. */
    @Nullable Manifest manifest() {
        StoreReader opened = reader;
        return opened == null ? null : opened.manifest();
    }

    /**
     * Shows {@code rows} from the next manifest on until uptime, or none; what was shown before
     * ends.
     */
    void show(@Nullable RecentRows rows) throws IOException {
        RecentRows before = recent;
        recent = rows;
        if (before != null) {
            before.end();
        }
    }

    @Override
    public ColdView view() throws IOException {
        StoreReader opened = reader;
        if (opened == null) {
            return new EmptyView(NOTHING_YET, false);
        }
        PinnedReader pinned = opened.pin();
        ColdView view = new StoreView(pinned, epochOf(pinned.manifest()));
        RecentRows rows = recent;
        if (rows == null || !rows.isShownWith(pinned.manifest()) || !rows.hold()) {
            // Rows that have just gone are copies of what the view has.
            return view;
        }
        return new RecentView(rows, view);
    }

    @Override
    public long epoch() {
        StoreReader opened = reader;
        if (opened == null) {
            return NOTHING_YET;
        }
        Manifest manifest = opened.manifest();
        RecentRows rows = recent;
        boolean shown = rows != null && rows.isShownWith(manifest);
        return shown ? RecentView.epoch(epochOf(manifest)) : epochOf(manifest);
    }

    @Override
    public OptionalLong otherWay(long linkType) {
        return declarations.declarations().otherWay(linkType, names);
    }

    private long epochOf(Manifest manifest) {
        Same now = same;
        boolean known = now.first() <= manifest.version() && manifest.version() <= now.last();
        return known ? now.first() : manifest.version();
    }

    @Override
    public synchronized void close() throws IOException {
        show(null);
        StoreReader opened = reader;
        try {
            if (opened != null) {
                opened.close();
            }
        } finally {
            names.close();
        }
    }
}
