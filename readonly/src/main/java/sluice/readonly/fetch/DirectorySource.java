package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.VersionFiles;

/** The directory of a store with versions, which this machine sees. */
public final class DirectorySource implements FetchSource {
    private final Storage storage;

    private DirectorySource(Storage storage) {
        this.storage = storage;
    }

    /** The store in {@code directory}, which must be there. */
    public static DirectorySource open(Path directory) throws IOException {
        return new DirectorySource(DirectoryStorage.open(directory));
    }

    /** The store in {@code storage}. */
    public static DirectorySource of(Storage storage) {
        return new DirectorySource(storage);
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        return storage.open(name);
    }

    @Override
    public Storage.Source openVersion(int number) throws IOException {
        return storage.open(VersionFiles.version(number));
    }

    @Override
    public Optional<Closeable> hold(int number) {
        return Optional.of(VersionFiles.reading(storage, number));
    }

    @Override
    public boolean isOrigin() {
        return true;
    }

    @Override
    public String location() {
        return storage.location();
    }

    @Override
    public void close() {}
}
