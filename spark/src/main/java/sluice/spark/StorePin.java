package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;
import sluice.load.version.Versions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.spark.load.SparkStore;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.NamedStore;
import sluice.store.PinnedReader;

/**
 * One state of a store, which stays readable in this process until nothing refers to this any more:
 * a table of Spark has no end that a data source hears of. Thread-safe.
 *
 * <p>Tasks in the same process read its open files, which a load may have deleted since; tasks in
 * other processes open the files by their names.
 */
final class StorePin {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final Map<Long, WeakReference<StorePin>> PINS = new ConcurrentHashMap<>();
    private static final AtomicLong COUNT = new AtomicLong();

    /** The name that Spark gives the driver: the process that pins. */
    private static final String DRIVER = "driver";

    private final long token = COUNT.incrementAndGet();
    private final NamedStore store;

    private StorePin(NamedStore store) {
        this.store = store;
    }

    /** The files of a store, closed behind what reads them. */
    private record Files(SparkStore files, NamedStore store) {
        static Files open(ReadOptions options) throws IOException {
            SparkStore files = SparkStore.open(options.store());
            try {
                Storage storage =
                        options.version() == 0
                                ? files.storage()
                                : Versions.view(files.storage(), options.version());
                return new Files(files, NamedStore.open(storage));
            } catch (Throwable failure) {
                files.close();
                throw failure;
            }
        }
    }

    /** Pins the state that {@code options} ask for; refuses one that has not all rows yet. */
    static StorePin open(ReadOptions options) {
        try {
            Files opened = Files.open(options);
            StorePin pin = new StorePin(opened.store());
            long token = pin.token;
            CLEANER.register(pin, () -> release(token, opened));
            PINS.put(token, new WeakReference<>(pin));
            if (!pin.manifest().complete()) {
                throw new SluiceException(
                        ErrorCode.INCOMPLETE,
                        "%s: a load is still copying its rows, so a table would lack some; read it when the load has reached uptime"
                                .formatted(options.store()));
            }
            return pin;
        } catch (NoSuchFileException e) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is not a store: it has no such file or directory as %s; make one with: sluice load STORE SOURCE…"
                            .formatted(options.store(), e.getFile()),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void release(long token, Files opened) {
        PINS.remove(token);
        try (SparkStore _ = opened.files()) {
            opened.store().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pin with {@code token}, if this process has it. */
    static @Nullable StorePin of(long token) {
        SparkEnv spark = SparkEnv.get();
        if (spark == null || !spark.executorId().equals(DRIVER)) {
            return null;
        }
        WeakReference<StorePin> found = PINS.get(token);
        return found == null ? null : found.get();
    }

    /** The number by which a task in this process finds the pin. */
    long token() {
        return token;
    }

    Manifest manifest() {
        return store.reader().manifest();
    }

    NamedStore store() {
        return store;
    }

    /** A lease on the files; the caller closes it. */
    PinnedReader lease() {
        return store.reader().pin();
    }

    boolean idsAreNames() {
        return manifest().idNames();
    }

    boolean typesAreNames() {
        return store.dictionary().typeCount() > 0;
    }

    /** Whether links may have properties among them. */
    boolean hasProperties() {
        return manifest().schema() != null;
    }
}
