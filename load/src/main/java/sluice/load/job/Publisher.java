package sluice.load.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
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
 * <p>Several files that become durable while a manifest is being written share the next one.
 * Threads that compute hand their files over and go on; at most {@value #PENDING_MAX} may wait.
 * {@code this} guards the changes that wait for a manifest; {@code manifestLock} is held while one
 * is written.
 */
public final class Publisher implements AutoCloseable {
    private static final int PENDING_MAX = 16;

    private final Storage storage;
    private final LoadEvents events;
    private final Workers workers;
    private final Semaphore pending = new Semaphore(PENDING_MAX);
    private final Object manifestLock = new Object();
    private final List<Change> changes = new ArrayList<>();
    private volatile Manifest manifest;

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

    public Publisher(Storage storage, Manifest manifest, LoadEvents events, Workers workers) {
        this.storage = storage;
        this.manifest = manifest;
        this.storeBytesMax = bytesOf(manifest, manifest);
        this.events = events;
        this.workers = workers;
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
        commit(old -> then.change(old, entry));
    }

    /** The most that the files of the store took so far, those that are being replaced included. */
    public long storeBytesMax() {
        return storeBytesMax;
    }

    private static long bytesOf(Manifest before, Manifest next) {
        Set<FileEntry> files = new HashSet<>(before.files());
        files.addAll(next.files());
        long bytes = 0;
        for (FileEntry file : files) {
            bytes += file.lengthBytes();
        }
        return bytes;
    }

    /** Waits until all that was handed over is published. */
    public void await() throws IOException {
        pending.acquireUninterruptibly(PENDING_MAX);
        pending.release(PENDING_MAX);
        workers.throwFailure();
    }

    /** Changes the manifest, durably, and deletes what it lists no longer. */
    public void commit(Change change) throws IOException {
        synchronized (this) {
            changes.add(change);
        }
        synchronized (manifestLock) {
            List<Change> mine;
            synchronized (this) {
                mine = List.copyOf(changes);
                changes.clear();
            }
            if (!mine.isEmpty()) {
                publishManifest(mine);
            }
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
        storeBytesMax = Math.max(storeBytesMax, bytesOf(before, next));
        Set<String> dropped = names(before);
        dropped.removeAll(names(next));
        for (String name : dropped) {
            storage.delete(name);
        }
    }

    private static Set<String> names(Manifest manifest) {
        Set<String> names = new TreeSet<>();
        for (FileEntry file : manifest.files()) {
            names.add(file.name());
        }
        return names;
    }

    @Override
    public void close() {
        workers.close();
    }
}
