package sluice.readonly.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import sluice.storage.DirectoryStorage;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/** A bit of a store that is wrong, and right again when it is flipped once more. */
final class Damage {
    private Damage() {}

    /** Flips a bit of the last file of {@code version} in {@code store}. */
    static void flip(Path store, int version) throws IOException {
        String name =
                ManifestFile.read(DirectoryStorage.open(store), VersionFiles.version(version))
                        .orElseThrow()
                        .files()
                        .getLast()
                        .name();
        byte[] bytes = Files.readAllBytes(store.resolve(name));
        bytes[bytes.length / 2] ^= 1;
        Files.write(store.resolve(name), bytes);
    }
}
