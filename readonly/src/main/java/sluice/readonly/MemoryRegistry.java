package sluice.readonly;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A registry in memory, for the nodes of one process. Its parts end with {@link #close}. */
public final class MemoryRegistry implements Registry {
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

    /** This and all below are guarded by this. */
    private final TreeMap<String, Entry> records = new TreeMap<>();

    private final Set<String> running = new HashSet<>();
    private long revisions;
    private boolean isLed;
    private boolean isAway;

    /** Has every call fail, as if the registry could not be reached, or no longer. */
    public synchronized void away(boolean isNowAway) {
        isAway = isNowAway;
    }

    private void reach() throws IOException {
        if (isAway) {
            throw new IOException("the registry is away");
        }
    }

    @Override
    public synchronized Optional<Entry> read(String path) throws IOException {
        reach();
        return Optional.ofNullable(records.get(path));
    }

    @Override
    public synchronized Map<String, Entry> readAll(String prefix) throws IOException {
        reach();
        return Map.copyOf(records.subMap(prefix, prefix + Character.MAX_VALUE));
    }

    @Override
    public boolean compareAndSet(String path, long revision, byte[] content) throws IOException {
        synchronized (this) {
            reach();
            Entry present = records.get(path);
            if ((present == null ? 0 : present.revision()) != revision) {
                return false;
            }
            records.put(path, new Entry(++revisions, content.clone()));
        }
        watchers.forEach(Runnable::run);
        return true;
    }

    @Override
    public void put(String path, byte[] content) throws IOException {
        synchronized (this) {
            reach();
            records.put(path, new Entry(++revisions, content.clone()));
        }
        watchers.forEach(Runnable::run);
    }

    @Override
    public synchronized void delete(String path) throws IOException {
        reach();
        records.remove(path);
    }

    @Override
    public synchronized Optional<Closeable> enter(String node) throws IOException {
        reach();
        return running.add(node)
                ? Optional.of(
                        () -> {
                            synchronized (this) {
                                running.remove(node);
                            }
                        })
                : Optional.empty();
    }

    @Override
    public synchronized Set<String> live(Set<String> nodes) throws IOException {
        reach();
        Set<String> live = new HashSet<>(running);
        live.retainAll(nodes);
        return live;
    }

    @Override
    public synchronized Optional<Lead> lead() throws IOException {
        reach();
        if (isLed) {
            return Optional.empty();
        }
        isLed = true;
        return Optional.of(new MemoryLead());
    }

    private final class MemoryLead implements Lead {
        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public void close() {
            synchronized (MemoryRegistry.this) {
                isLed = false;
            }
        }
    }

    @Override
    public Closeable watch(Runnable changed) {
        watchers.add(changed);
        return () -> watchers.remove(changed);
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public void close() {
        watchers.clear();
    }
}
