package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/**
 * Rewrites the manifests of a store that an earlier release wrote, in the format that this one
 * writes. Rows, runs, segments and dictionaries have formats that are both read and written, so
 * they stay.
 *
 * <p>Each manifest is replaced in one step: killed at any moment, the store has the old one or the
 * new one, and the same call does the rest. Cost: the store is opened, its manifests are written.
 */
public final class Upgrade {
    /**
     * A manifest of the store.
     *
     * @param file its name
     * @param format the one that it has
     * @param formatWritten the one that this release writes it in
     */
    public record Format(String file, int format, int formatWritten) {
        /** Whether the file must be rewritten to have the format that is written today. */
        public boolean isOld() {
            return format < formatWritten;
        }
    }

    private Upgrade() {}

    /**
     * The manifests of the store in {@code storage}, by name. The store must be one that can be
     * opened. Writes nothing.
     */
    public static List<Format> formats(Storage storage) throws IOException {
        List<Format> formats = new ArrayList<>();
        for (String name : new TreeSet<>(storage.list())) {
            Optional<Manifest> manifest =
                    isManifest(name) ? ManifestFile.read(storage, name) : Optional.empty();
            if (manifest.isPresent()) {
                int written = ManifestFile.formatWritten(manifest.get());
                int format = ManifestFile.format(storage, name).orElse(written);
                formats.add(new Format(name, format, written));
            }
        }
        if (formats.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is not a store: it has no manifest; make one with: sluice load STORE SOURCE…"
                            .formatted(storage.location()));
        }
        Optional<Manifest> served = ManifestFile.read(storage);
        for (FileEntry file : served.map(Manifest::blockFiles).orElse(List.of())) {
            // Fails on a format that a later release brought.
            BlockFile.openConfined(storage, file).close();
        }
        return formats;
    }

    /**
     * Rewrites the old manifests of the store in {@code storage}, and returns all as they were
     * before. Writes nothing, not even a lock, where there are none. Throws while a load runs.
     */
    public static List<Format> run(Storage storage) throws IOException {
        List<Format> found = formats(storage);
        if (found.stream().noneMatch(Format::isOld)) {
            return found;
        }
        try (Closeable _ = LoadLock.hold(storage)) {
            List<Format> formats = formats(storage);
            for (Format format : formats) {
                if (format.isOld()) {
                    rewrite(storage, format.file());
                }
            }
            return formats;
        }
    }

    private static void rewrite(Storage storage, String name) throws IOException {
        Manifest manifest = ManifestFile.read(storage, name).orElseThrow();
        boolean isServed = name.equals(Manifest.FILE_NAME);
        long version = isServed ? manifest.version() + 1 : manifest.version();
        ManifestFile.publish(storage, name, manifest.withVersion(version));
    }

    private static boolean isManifest(String name) {
        return name.equals(Manifest.FILE_NAME)
                || name.equals(VersionFiles.DRAFT)
                || VersionFiles.number(name) > 0
                || StoreFiles.isBefore(name);
    }
}
