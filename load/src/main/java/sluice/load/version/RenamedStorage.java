package sluice.load.version;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * The files of a store with another file in the place of its manifest: a store that is not the one
 * that is served. Thread-safe as the storage is.
 */
class RenamedStorage implements Storage {
    private final Storage files;
    private final String manifest;

    /** {@code manifest} is the name of the file that stands for the manifest. */
    RenamedStorage(Storage files, String manifest) {
        this.files = files;
        this.manifest = manifest;
    }

    /** The manifest and its temporary file have other names, all else has its own. */
    private String named(String name) {
        boolean isManifest =
                name.equals(Manifest.FILE_NAME) || name.startsWith(Manifest.FILE_NAME + ".");
        return isManifest ? manifest + name.substring(Manifest.FILE_NAME.length()) : name;
    }

    /** Whether the file {@code name} of the directory is not of this store. */
    boolean hides(String name) {
        return name.equals(Manifest.FILE_NAME) || name.startsWith(Manifest.FILE_NAME + ".");
    }

    @Override
    public Sink create(String name) throws IOException {
        return files.create(named(name));
    }

    @Override
    public Source open(String name) throws IOException {
        return files.open(named(name));
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        return files.map(named(name), lengthBytes, arena);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        files.rename(named(from), named(to));
    }

    @Override
    public void link(String from, String to) throws IOException {
        files.link(named(from), named(to));
    }

    @Override
    public void delete(String name) throws IOException {
        files.delete(named(name));
    }

    @Override
    public void syncDirectory() throws IOException {
        files.syncDirectory();
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

    @Override
    public long usableBytes() throws IOException {
        return files.usableBytes();
    }

    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        return files.lock(name);
    }

    @Override
    public String location() {
        return files.location();
    }
}
