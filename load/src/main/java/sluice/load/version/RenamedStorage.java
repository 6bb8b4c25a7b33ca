package sluice.load.version;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.storage.NamedStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * The files of a store with another file in the place of its manifest: a store that is not the one
 * that is served. Thread-safe as the storage is.
 */
class RenamedStorage extends NamedStorage {
    private final Storage files;
    private final String manifest;

    /** {@code manifest} is the name of the file that stands for the manifest. */
    RenamedStorage(Storage files, String manifest) {
        super(files);
        this.files = files;
        this.manifest = manifest;
    }

    /** The manifest and its temporary file have other names, all else has its own. */
    @Override
    protected String named(String name) {
        boolean isManifest =
                name.equals(Manifest.FILE_NAME) || name.startsWith(Manifest.FILE_NAME + ".");
        return isManifest ? manifest + name.substring(Manifest.FILE_NAME.length()) : name;
    }

    /** Whether the file {@code name} of the directory is not of this store. */
    boolean hides(String name) {
        return name.equals(Manifest.FILE_NAME) || name.startsWith(Manifest.FILE_NAME + ".");
    }

    @Override
    public List<String> list() throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : files.list()) {
            if (name.equals(manifest) || name.startsWith(manifest + ".")) {
                names.add(Manifest.FILE_NAME + name.substring(manifest.length()));
            } else if (!hides(name)) {
                names.add(name);
            }
        }
        names.sort(null);
        return names;
    }
}
