package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import sluice.storage.Storage;

/** A place that has the files of a version: the source of the ring, or another node. */
public interface FetchSource extends Closeable {
    /** Opens a file of a version; a missing one is a {@link java.nio.file.NoSuchFileException}. */
    Storage.Source open(String name) throws IOException;

    /** Opens the sealed version {@code number} itself. */
    Storage.Source openVersion(int number) throws IOException;

    /** Keeps the version from being deleted there until the caller closes the result. */
    Optional<Closeable> hold(int number);

    /** Whether it is the source of the ring, of which all others have what they have. */
    boolean isOrigin();

    /** Where it is, for messages. */
    String location();
}
