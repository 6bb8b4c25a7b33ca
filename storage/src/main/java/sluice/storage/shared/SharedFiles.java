package sluice.storage.shared;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.storage.Storage;

/**
 * Files by their addresses, for reading. Safe for any number of threads.
 *
 * <p>Every failure names the address. A storage that does not answer, and one that refuses, differ
 * in what they throw, and neither is taken for a missing file.
 */
public interface SharedFiles {

    /** How a file is going to be read. */
    enum Reading {
        /** From some place on, piece after piece: much is asked for at once. */
        ONWARD,
        /** A little here and there. */
        PLACES
    }

    /** The file or folder at {@code address}; empty if there is neither. */
    Optional<SharedFile> find(String address) throws IOException;

    /** All files below {@code folder}, which exists, at any depth, in any order. */
    List<SharedFile> list(String folder) throws IOException;

    /**
     * Opens {@code file} as it was found. A file that was replaced since may be read as it is now,
     * but not in parts of both. The caller closes it.
     */
    Storage.Source open(SharedFile file, Reading reading) throws IOException;

    /**
     * The hosts that have {@code length} bytes of {@code file} from {@code offset} on, those with
     * most of them first; empty where all machines are as far from them, or the storage does not
     * say.
     */
    default List<String> hosts(SharedFile file, long offset, long length) throws IOException {
        return List.of();
    }
}
