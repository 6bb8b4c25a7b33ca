package sluice.spark.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Things of an executor that are costly to open: each stays open between tasks, and is closed when
 * none has used it for {@value #IDLE_SECONDS} seconds. An executor does not hear of the end of a
 * load or of a query. {@code this} guards the fields.
 *
 * @param <K> what names a thing
 * @param <V> the thing
 */
public final class KeptOpen<K, V extends Closeable> {
    private static final int IDLE_SECONDS = 20;

    private static final ScheduledExecutorService CLOSER =
            Executors.newSingleThreadScheduledExecutor(KeptOpen::thread);

    private final Map<K, Use<V>> open = new HashMap<>();

    /** Opens a thing. */
    public interface Opening<V> {
        V open() throws IOException;
    }

    private static final class Use<V> {
        final V thing;
        int uses;
        @Nullable Future<?> closing;

        Use(V thing) {
            this.thing = thing;
        }
    }

    /** The thing that {@code key} names, opened if it is not; {@link #giveBack} must follow. */
    public synchronized V take(K key, Opening<V> opening) throws IOException {
        Use<V> use = open.get(key);
        if (use == null) {
            use = new Use<>(opening.open());
            open.put(key, use);
        }
        use.uses++;
        if (use.closing != null) {
            use.closing.cancel(false);
            use.closing = null;
        }
        return use.thing;
    }

    /** Ends one use of the thing that {@code key} names. */
    public synchronized void giveBack(K key) {
        Use<V> use = open.get(key);
        if (use == null || use.uses == 0) {
            throw new IllegalStateException("not taken: " + key);
        }
        use.uses--;
        if (use.uses == 0) {
            use.closing = CLOSER.schedule(() -> close(key), IDLE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private synchronized void close(K key) {
        Use<V> use = open.get(key);
        if (use != null && use.uses == 0) {
            open.remove(key);
            try {
                use.thing.close();
            } catch (IOException _) {
                // All it had open was read only.
            }
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "sluice-close");
        thread.setDaemon(true);
        return thread;
    }
}
