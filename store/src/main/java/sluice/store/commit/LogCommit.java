package sluice.store.commit;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;
import sluice.store.Manifest;

/**
 * The writer of a log of manifests: version after version, each published if absent, so that of two
 * writers one commits a version and the other learns that it was superseded.
 *
 * <p>A writer that begins commits at once; the one before fails with its next commit and stops. A
 * commit whose answer was lost is read back: own bytes are there, or another's. Manifests are
 * deleted oldest first, after the hint names a newer one. Belongs to one thread.
 */
public final class LogCommit {

    /**
     * How long manifests stay for slow readers.
     *
     * @param versions this many of the last stay in any case, two at least
     * @param millis younger ones stay as well
     * @param hintMillis the hint is written no more often than this, but before a deletion
     */
    public record Keep(int versions, long millis, long hintMillis) {
        /** 16 versions, ten minutes; a hint a second. */
        public static final Keep USUAL = new Keep(16, 600_000, 1000);

        public Keep {
            if (versions < 2 || millis < 0 || hintMillis < 0) {
                throw new IllegalArgumentException("the last two versions must be kept");
            }
        }
    }

    /** A version of which there is a file, and since when. */
    private record Kept(long version, long millis) {}

    private final PublishedFiles files;
    private final UUID epoch;
    private final String host;
    private final Keep keep;
    private final LongSupplier millisClock;
    private final Optional<Manifest> found;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long last;
    private long hintedAtMillis;

    private LogCommit(
            PublishedFiles files,
            UUID epoch,
            String host,
            Keep keep,
            LongSupplier millisClock,
            @Nullable CommittedManifest newest) {
        this.files = files;
        this.epoch = epoch;
        this.host = host;
        this.keep = keep;
        this.millisClock = millisClock;
        this.found = Optional.ofNullable(newest).map(CommittedManifest::manifest);
        this.last = found.map(Manifest::version).orElse(0L);
        this.hintedAtMillis = millisClock.getAsLong() - keep.hintMillis();
    }

    /**
     * Begins to write the log in {@code files} behind its newest manifest.
     *
     * @param epoch drawn at random for this writer
     * @param host where it runs, for the messages of others
     */
    public static LogCommit begin(
            PublishedFiles files, UUID epoch, String host, Keep keep, LongSupplier millisClock)
            throws IOException {
        CommittedManifest newest = LogReader.newest(files).orElse(null);
        LogCommit log = new LogCommit(files, epoch, host, keep, millisClock, newest);
        long now = millisClock.getAsLong();
        for (long version : LogReader.versions(files)) {
            // Another writer has charge of a later one, and this one will find out.
            if (version <= log.last) {
                log.kept.add(new Kept(version, now));
            }
        }
        return log;
    }

    /** The newest manifest when this writer began. */
    public Optional<Manifest> found() {
        return found;
    }

    /** The version that was committed last. */
    public long last() {
        return last;
    }

    /**
     * Makes {@code next}, whose version follows the last one, the store's manifest, durably. Throws
     * a {@link SluiceException} once another writer has committed that version. After any other
     * failure it may have been committed; the same manifest may be given again.
     */
    public void commit(Manifest next) throws IOException {
        if (next.version() != last + 1) {
            throw new IllegalArgumentException(
                    "version %d after version %d".formatted(next.version(), last));
        }
        long now = millisClock.getAsLong();
        String name = CommittedManifest.name(next.version());
        byte[] bytes = new CommittedManifest(next, epoch, host, now).encode();
        try {
            WholeFiles.publishIfAbsent(files, name, bytes);
        } catch (FileAlreadyExistsException e) {
            if (!isOwn(next)) {
                throw superseded(e);
            }
        }
        throwIfStoodStill(next.version());
        last = next.version();
        // Not the time before: a writer may stand still while it publishes.
        long committedAt = millisClock.getAsLong();
        kept.add(new Kept(last, committedAt));
        tidy(committedAt);
    }

    /**
     * A name is free again once its file was deleted, so a writer that stood still for as long can
     * win it, behind another one that is far ahead. The version before tells: it stays while it is
     * one of the last two.
     */
    private void throwIfStoodStill(long version) throws IOException {
        boolean isBehind =
                version == 1
                        ? LogReader.versions(files).getLast() > 1
                        : !WholeFiles.isThere(files, CommittedManifest.name(version - 1));
        if (isBehind) {
            // The file stays: the other one may go on from it, and no reader believes it alone.
            throw superseded(null);
        }
    }

    /** Says which writer has committed since this one did; empty if none has. */
    public Optional<SluiceException> findSuperseding() throws IOException {
        Optional<CommittedManifest> newest = LogReader.newest(files);
        boolean isOther =
                newest.isPresent()
                        && newest.get().manifest().version() > last
                        && !newest.get().epoch().equals(epoch);
        return isOther ? Optional.of(superseded(null)) : Optional.empty();
    }

    /** An earlier try of the same commit may have landed, with another time in it. */
    private boolean isOwn(Manifest next) throws IOException {
        Optional<CommittedManifest> there = LogReader.read(files, next.version());
        return there.isPresent()
                && there.get().epoch().equals(epoch)
                && there.get().manifest().equals(next);
    }

    private SluiceException superseded(@Nullable IOException cause) throws IOException {
        CommittedManifest newest = LogReader.newest(files).orElseThrow();
        return new SluiceException(
                ErrorCode.STORE,
                "%s: the load was taken over by %s, which committed version %d at %s; this process stops, let that one go on"
                        .formatted(
                                files.location(),
                                newest.host(),
                                newest.manifest().version(),
                                Instant.ofEpochMilli(newest.millis())),
                cause);
    }

    /**
     * Writes the hint and deletes what is old. A commit does not fail by it: what is left is done
     * after the next one.
     */
    private void tidy(long now) {
        if (!isOldestToGo(now) && now - hintedAtMillis < keep.hintMillis()) {
            return;
        }
        try {
            LogHint.write(files, last);
            hintedAtMillis = now;
            while (isOldestToGo(now)) {
                files.delete(CommittedManifest.name(kept.element().version()));
                kept.remove();
            }
        } catch (IOException _) {
            // Readers find the newest manifest without it.
        }
    }

    private boolean isOldestToGo(long now) {
        return kept.size() > keep.versions() && now - kept.element().millis() >= keep.millis();
    }
}
