package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.experiments.rival.RocksRival;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Machine;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;
import sluice.store.StoreReader;

/**
 * The stores that lists are read from, each made when it is first asked for and open from then on:
 * all of them hold the full input. Used by one thread; close closes and deletes them.
 */
final class ListStores implements AutoCloseable {
    private final Bench bench;
    private final BenchmarkInput input;
    private @Nullable StoreReader built;
    private @Nullable StoreReader atUptime;
    private @Nullable RocksRival rival;

    ListStores(Bench bench, BenchmarkInput input) {
        this.bench = bench;
        this.input = input;
    }

    /** A store that is all segments. */
    StoreReader built() throws IOException {
        StoreReader store = built;
        if (store == null) {
            store = load("lists-built", LoadEvents.NONE);
            requirePhase(store, Manifest.Phase.COMPLETE);
            built = store;
        }
        return store;
    }

    /** A store that is all runs, as it is when uptime begins: its load was stopped there. */
    StoreReader atUptime() throws IOException {
        StoreReader store = atUptime;
        if (store == null) {
            store = load("lists-at-uptime", new StopAtUptime());
            requirePhase(store, Manifest.Phase.BUILDING);
            atUptime = store;
        }
        return store;
    }

    /** RocksDB with one index and a cache that holds all of it, where the machine has the room. */
    RocksRival rival() throws IOException {
        RocksRival database = rival;
        if (database == null) {
            Path place = bench.emptyPlace("lists-rival");
            long bytes = RivalMeasurement.load(bench, place, input, false).number("segment_bytes");
            long room = Machine.memory().orElse(4 * bytes) / 4;
            database = RocksRival.open(place, Math.min(2 * bytes, room));
            rival = database;
        }
        return database;
    }

    private StoreReader load(String name, LoadEvents events) throws IOException {
        DirectoryStorage storage = DirectoryStorage.create(bench.emptyPlace(name));
        Source source = Source.open(List.of(input.full().toString()), null);
        try {
            Load.run(
                    storage, source, bench.loadOptions(), new LoadProgress(), events, new Demand());
        } catch (SluiceException stopped) {
            if (stopped.code() != ErrorCode.INTERRUPTED) {
                throw stopped;
            }
        }
        return StoreReader.open(storage);
    }

    private static void requirePhase(StoreReader store, Manifest.Phase phase) throws IOException {
        if (store.manifest().phase() != phase) {
            Manifest.Phase found = store.manifest().phase();
            store.close();
            throw new IllegalStateException("the store is " + found + ", expected " + phase);
        }
    }

    private static final class StopAtUptime implements LoadEvents {
        private volatile boolean reached;

        @Override
        public void uptime() {
            reached = true;
        }

        @Override
        public boolean stopRequested() {
            return reached;
        }
    }

    @Override
    public void close() throws IOException {
        if (rival != null) {
            rival.close();
        }
        if (atUptime != null) {
            atUptime.close();
        }
        if (built != null) {
            built.close();
        }
        if (!bench.options().keep()) {
            Bench.delete(bench.directory().resolve("lists-rival"));
            Bench.delete(bench.directory().resolve("lists-at-uptime"));
            Bench.delete(bench.directory().resolve("lists-built"));
        }
    }
}
