package sluice.load.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import sluice.load.files.Manifests;
import sluice.segment.PendingFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * Makes files durable and visible, in this order: the file's bytes, its name, the directory, then a
 * manifest that lists it; and deletes files that no manifest lists any more, after that.
 *
 * <p>Several files that become durable while a manifest is being written share the next one. A long
 * manifest is not written for each file either: {@link ManifestPace} says when, and {@link #await}
 * and {@link #commit} write it at once. A file that waits for its manifest is durable: a crash then
 * costs the work on it, as one before it was named does.
 *
 * <p>Threads that compute hand their files over and go on; at most {@value #PENDING_MAX} may wait.
 * {@code this} guards the changes that wait for a manifest; {@code manifestLock} is held while one
 * is written.
 */
public final class Publisher implements AutoCloseable {
    private static final int PENDING_MAX = 16;

    private final Storage storage;
    private final LoadEvents events;
    private final Workers workers;
    private final LongSupplier nanoClock;
    private final Semaphore pending = new Semaphore(PENDING_MAX);
    private final Object manifestLock = new Object();
    private final List<Change> changes = new ArrayList<>();
    private volatile Manifest manifest;

    /** Guarded by {@code manifestLock}. */
    private final ManifestPace pace = new ManifestPace();

    /** All files that the manifest lists; guarded by {@code manifestLock} while threads publish. */
    private Set<FileEntry> listed;

    /** The bytes of these. */
    private long listedBytes;

    /** Guarded by {@code manifestLock} while threads publish. */
    private volatile long storeBytesMax;

    /** What becomes of the manifest. */
    public interface Change {
        Manifest apply(Manifest manifest) throws IOException;
    }

    /** What follows once a file is durable. */
    public interface Then {
        /** How the manifest changes by the file. */
        Manifest change(Manifest manifest, FileEntry entry);
    }

    /** Publishes from {@code manifest} on; {@code nanoClock} paces long manifests. */
    public Publisher(
            Storage storage,
            Manifest manifest,
            LoadEvents events,
            Workers workers,
            LongSupplier nanoClock) {
        this.storage = storage;
        this.manifest = manifest;
        this.listed = new HashSet<>(manifest.files());
        this.listedBytes = bytesOf(listed);
        this.storeBytesMax = listedBytes;
        this.events = events;
        this.workers = workers;
        this.nanoClock = nanoClock;
    }

    /** The manifest that was published last. */
    public Manifest manifest() {
        return manifest;
    }

    /**
     * Publishes {@code file}, then the manifest with it. Once that failed for any file, this one is
     * given up too, and the failure is thrown.
     */
    public void publish(PendingFile file, Then then) throws IOException {
        pending.acquireUninterruptibly();
        workers.submit(
                () -> {
                    try {
                        publishNow(file, then);
                    } finally {
                        pending.release();
                    }
                });
        workers.throwFailure();
    }

    private void publishNow(PendingFile file, Then then) throws IOException {
        if (workers.hasFailed()) {
            file.discard();
            return;
        }
        FileEntry entry = file.publish();
        commitSoon(old -> then.change(old, entry));
    }

    /** The most that the files of the store took so far, those that are being replaced included. */
    public long storeBytesMax() {
        return storeBytesMax;
    }

    private static long bytesOf(Set<FileEntry> files) {
        return files.stream().mapToLong(FileEntry::lengthBytes).sum();
    }

    /** Waits until all that was handed over is published, and listed. */
    public void await() throws IOException {
        pending.acquireUninterruptibly(PENDING_MAX);
        pending.release(PENDING_MAX);
        workers.throwFailure();
        synchronized (manifestLock) {
            publishChanges(true);
        }
    }

    /** Changes the manifest, durably, and deletes what it lists no longer. */
    public void commit(Change change) throws IOException {
        change(change, true);
    }

    /** Changes the manifest, durably; a long one with the next that {@link ManifestPace} wants. */
    public void commitSoon(Change change) throws IOException {
        change(change, false);
    }

    private void change(Change change, boolean isAtOnce) throws IOException {
        synchronized (this) {
            changes.add(change);
        }
        synchronized (manifestLock) {
            publishChanges(isAtOnce);
        }
    }

    /** Writes a manifest if something changed and, unless {@code isAtOnce}, it is time to. */
    private void publishChanges(boolean isAtOnce) throws IOException {
        int entries = manifest.buckets().size() + manifest.runs().size();
        long began = nanoClock.getAsLong();
        if (!isAtOnce && !pace.isDue(entries, began)) {
            return;
        }
        List<Change> mine;
        synchronized (this) {
            mine = List.copyOf(changes);
            changes.clear();
        }
        if (!mine.isEmpty()) {
            publishManifest(mine);
            pace.written(began, nanoClock.getAsLong());
        }
    }

    private void publishManifest(List<Change> mine) throws IOException {
        Manifest before = manifest;
        Manifest next = before;
        for (Change change : mine) {
            next = change.apply(next);
        }
        next = Manifests.withVersion(next, before.version() + 1);
        storage.syncDirectory();
        ManifestFile.publish(storage, next);
        manifest = next;
        events.published(next);
        list(next);
    }

    /** Counts what {@code next} lists, and deletes what only the manifest before it lists. */
    private void list(Manifest next) throws IOException {
        Set<FileEntry> dropped = listed;
        Set<FileEntry> files = new HashSet<>(next.files());
        long addedBytes = 0;
        for (FileEntry file : files) {
            addedBytes += dropped.remove(file) ? 0 : file.lengthBytes();
        }
        storeBytesMax = Math.max(storeBytesMax, listedBytes + addedBytes);
        listedBytes += addedBytes - bytesOf(dropped);
        listed = files;
        Set<String> names = new TreeSet<>();
        dropped.forEach(file -> names.add(file.name()));
        if (!names.isEmpty()) {
            files.forEach(file -> names.remove(file.name()));
        }
        for (String name : names) {
            storage.delete(name);
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
