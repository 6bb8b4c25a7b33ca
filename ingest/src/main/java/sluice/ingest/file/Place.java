package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles.Reading;

/**
 * Where the bytes of an input are: on a disk of this machine, or in a storage that many share. As
 * text it is the name of the file.
 */
public interface Place {

    /**
     * A file's length, time and token, which tell it from the same one after a change.
     *
     * @param modifiedNanos in nanoseconds since 1970; 0 where that is unknown
     * @param token differs when the content does; empty if there is no token
     */
    record State(long lengthBytes, long modifiedNanos, String token) {}

    /** The file as it was when it was found. */
    State found() throws IOException;

    /** {@link State#token} as it was when the file was found. */
    String token();

    /** The file as it is now. */
    State now() throws IOException;

    /** Opens it to be read at any place. The caller closes it. */
    Storage.Source open(Reading reading) throws IOException;

    /** Opens it to be read from its beginning, as far as the caller likes. The caller closes it. */
    InputStream stream(Reading reading) throws IOException;

    /** A message for a file that may not be read, with what to do; it begins with {@code name}. */
    String unreadable(String name);

    /**
     * The hosts that have {@code length} bytes from {@code offset} on, those with most of them
     * first; empty where that is not known, or no matter.
     */
    default List<String> hosts(long offset, long length) throws IOException {
        return List.of();
    }

    /** Its place on a disk of this machine, or null. */
    @Nullable Path disk();

    /** The same object for two names of one file. */
    Object identity() throws IOException;
}
