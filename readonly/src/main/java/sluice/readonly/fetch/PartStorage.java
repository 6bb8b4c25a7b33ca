package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.storage.BytesSource;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** The files of one manifest as a store of their own, to be verified; nothing is written. */
final class PartStorage implements Storage {
    private final Storage files;
    private final Manifest manifest;

    PartStorage(Storage files, Manifest manifest) {
        this.files = files;
        this.manifest = manifest;
    }

    @Override
    public Source open(String name) throws IOException {
        return name.equals(Manifest.FILE_NAME)
                ? new BytesSource(name, ManifestFile.encode(manifest))
                : files.open(name);
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        return files.map(name, lengthBytes, arena);
    }

    @Override
    public List<String> list() {
        List<String> names = new ArrayList<>(List.of(Manifest.FILE_NAME));
        manifest.files().stream().map(FileEntry::name).forEach(names::add);
        names.sort(null);
        return names;
    }

    @Override
    public long usableBytes() throws IOException {
        return files.usableBytes();
    }

    @Override
    public String location() {
        return files.location();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("a version is read only");
    }

    @Override
    public Sink create(String name) {
        throw readOnly();
    }

    @Override
    public void rename(String from, String to) {
        throw readOnly();
    }

    @Override
    public void link(String from, String to) {
        throw readOnly();
    }

    @Override
    public void delete(String name) {
        throw readOnly();
    }

    @Override
    public void syncDirectory() {
        throw readOnly();
    }

    @Override
    public Optional<Closeable> lock(String name) {
        throw readOnly();
    }
}
