package sluice.store;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Optional;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * The names of the files by which a store has versions. A sealed version is a manifest under the
 * name of its number; the manifest of the store is a copy of the version that is served.
 */
public final class VersionFiles {
    /** The manifest of the load that makes the next version. */
    public static final String DRAFT = "draft";

    /** Held by a process that seals, publishes or deletes versions. */
    public static final String LOCK = "version-lock";

    private static final String PREFIX = "version-";
    private static final String PIN_PREFIX = "pin-";
    private static final String READING_PREFIX = "reading-";

    /** A version that this many readers have open is kept by the first of them. */
    private static final int READERS_MAX = 1000;

    private VersionFiles() {}

    /** The sealed version {@code number}. */
    public static String version(int number) {
        return PREFIX + "%06d".formatted(number);
    }

    /** The number of the sealed version in the file {@code name}; 0 if it is another file. */
    public static int number(String name) {
        return numberIn(name, PREFIX);
    }

    /** A file whose presence keeps the version {@code number} from being deleted. */
    public static String pin(int number) {
        return PIN_PREFIX + "%06d".formatted(number);
    }

    /** The number of the version that the file {@code name} pins; 0 if it is another file. */
    public static int pinned(String name) {
        return numberIn(name, PIN_PREFIX);
    }

    /** The number of the version whose reader locks the file {@code name}; 0 if it is another. */
    public static int read(String name) {
        int end = name.lastIndexOf('-');
        boolean isReading = name.startsWith(READING_PREFIX) && end >= READING_PREFIX.length();
        return isReading ? numberIn(name.substring(0, end), READING_PREFIX) : 0;
    }

    private static int numberIn(String name, String prefix) {
        return name.matches(prefix + "\\d{6,9}")
                ? Integer.parseInt(name.substring(prefix.length()))
                : 0;
    }

    /** Whether the file {@code name}, or its temporary one, is there only for versions. */
    public static boolean isOfVersions(String name) {
        return name.startsWith(PREFIX)
                || name.startsWith(PIN_PREFIX)
                || name.startsWith(READING_PREFIX)
                || name.equals(LOCK)
                || name.equals(DRAFT)
                || name.startsWith(DRAFT + ".");
    }

    /** Whether the store in {@code storage} has versions, or a load makes its first one. */
    public static boolean areIn(Storage storage) throws IOException {
        return storage.list().stream().anyMatch(name -> number(name) > 0 || name.equals(DRAFT));
    }

    /** Why a store whose versions were never published has no answer. */
    public static SluiceException servesNone(String location) {
        return new SluiceException(
                ErrorCode.STORE,
                "%s serves no version yet; serve its newest with: sluice publish %s"
                        .formatted(location, location));
    }

    /**
     * Keeps the version {@code number} from being deleted until the caller closes what is returned.
     * Where nothing can be written, nothing is deleted either, and nothing is kept.
     */
    public static Closeable reading(Storage storage, int number) {
        try {
            for (int i = 0; i < READERS_MAX; i++) {
                String name = READING_PREFIX + "%06d-%03d".formatted(number, i);
                Optional<Closeable> lock = storage.lock(name);
                if (lock.isPresent()) {
                    return lock.get();
                }
            }
        } catch (IOException e) {
            System.getLogger(VersionFiles.class.getName())
                    .log(Level.DEBUG, "a reader of a version cannot be noted", e);
        }
        return () -> {};
    }
}
