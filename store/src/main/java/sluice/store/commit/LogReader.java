package sluice.store.commit;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.storage.CorruptFileException;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;

/**
 * Finds the newest manifest of a log while others commit and delete: never one that is older than
 * what was committed before the search began.
 *
 * <p>It goes from the hint, version by version, to the first that is missing. That one was never
 * committed where the two before it are still there, as old files go first and the last two stay.
 * Else it was deleted, or the file before it came late, from a writer that had stood still: then
 * the search begins at the last name of a listing.
 */
public final class LogReader {
    private static final int BYTES_MAX = 1 << 30;
    private static final int ATTEMPTS_MAX = 100;

    private LogReader() {}

    /** The newest manifest, or empty where none was committed yet. */
    public static Optional<CommittedManifest> newest(PublishedFiles files) throws IOException {
        Optional<Long> hint = LogHint.read(files);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Optional<Long> version = attempt == 0 && hint.isPresent() ? hint : lastListed(files);
            if (version.isEmpty()) {
                return none(hint);
            }
            Optional<CommittedManifest> begin = read(files, version.get());
            if (begin.isPresent()) {
                CommittedManifest last = goOn(files, begin.get());
                if (isNewest(files, last.manifest().version())) {
                    return Optional.of(last);
                }
            }
        }
        throw new IOException(
                "%s: manifests are deleted faster than they are read; %d attempts"
                        .formatted(files.location(), ATTEMPTS_MAX));
    }

    /**
     * The newest manifest if it is another one than that of version {@code known}; empty if that is
     * still the newest. Costs three requests then.
     */
    public static Optional<CommittedManifest> otherThan(PublishedFiles files, long known)
            throws IOException {
        boolean isSame = read(files, known + 1).isEmpty() && isNewest(files, known);
        return isSame ? Optional.empty() : newest(files);
    }

    private static Optional<CommittedManifest> none(Optional<Long> hint)
            throws CorruptFileException {
        if (hint.isPresent()) {
            throw new CorruptFileException(
                    CommittedManifest.name(hint.get()),
                    0,
                    "it is missing, and so is every other manifest",
                    "restore the store from a copy or load it again");
        }
        return Optional.empty();
    }

    private static Optional<Long> lastListed(PublishedFiles files) throws IOException {
        List<Long> versions = versions(files);
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.getLast());
    }

    /**
     * Whether no later version was committed before the one after {@code version} was found to be
     * missing.
     */
    static boolean isNewest(PublishedFiles files, long version) throws IOException {
        if (version == 1) {
            return lastListed(files).equals(Optional.of(1L));
        }
        return WholeFiles.isThere(files, CommittedManifest.name(version))
                && WholeFiles.isThere(files, CommittedManifest.name(version - 1));
    }

    private static CommittedManifest goOn(PublishedFiles files, CommittedManifest begin)
            throws IOException {
        CommittedManifest last = begin;
        while (true) {
            Optional<CommittedManifest> next = read(files, last.manifest().version() + 1);
            if (next.isEmpty()) {
                return last;
            }
            last = next.get();
        }
    }

    /** The versions of which there are files, in order; a listing. */
    static List<Long> versions(PublishedFiles files) throws IOException {
        return WholeFiles.list(files, CommittedManifest.PREFIX).stream()
                .flatMap(name -> CommittedManifest.version(name).stream())
                .sorted()
                .toList();
    }

    /** The manifest of a version, or empty if it is missing, or gone. */
    static Optional<CommittedManifest> read(PublishedFiles files, long version) throws IOException {
        String name = CommittedManifest.name(version);
        Optional<byte[]> bytes = WholeFiles.read(files, name, BYTES_MAX);
        return bytes.isPresent()
                ? Optional.of(CommittedManifest.decode(name, bytes.get()))
                : Optional.empty();
    }
}
