package sluice.storage.publish;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import sluice.storage.Storage;

/**
 * A flat place of files that appear whole under their names, for any number of processes at once.
 *
 * <p>Nothing is visible under a name before it is published; there is no rename, no append, no
 * lock. A name follows the rule of {@link Storage}. Safe for any number of threads; one {@link
 * Draft} belongs to one thread at a time.
 */
public interface PublishedFiles {

    /** How publishing treats a file that has the name already. */
    enum Mode {
        /** It stays, and publishing is refused: of all who publish one wins. */
        IF_ABSENT,
        /** It is replaced: a reader sees the old file or the new one, never neither. */
        REPLACE
    }

    /** A promise of a place. */
    enum Claim {
        /** {@link Mode#IF_ABSENT} has one winner, whoever else publishes at the same time. */
        PUT_IF_ABSENT,
        /** {@link Mode#REPLACE} shows the old file or the new one at any moment. */
        REPLACE,
        /** A published file survives the loss of power of the machine that published it. */
        DURABLE_ON_PUBLISH
    }

    /** Begins a file; any number may be begun for one name. The caller closes it. */
    Draft begin(String name, Mode mode) throws IOException;

    /**
     * Opens a file for reading; a missing one is a {@link java.nio.file.NoSuchFileException}. A
     * file that is deleted or replaced while it is open stays readable, or reading it fails with
     * that exception or a {@link ChangedFileException}; it never shows bytes of two files.
     */
    Storage.Source open(String name) throws IOException;

    /**
     * The names that begin with {@code prefix}, sorted, all changes so far included. Costs a
     * request for each thousand names at some places, so no reader of known names calls it.
     */
    List<String> list(String prefix) throws IOException;

    /** Deletes a file; no failure if it is missing. */
    void delete(String name) throws IOException;

    /** The promises that this place says it keeps; {@link PublishProbe} tries it. */
    Set<Claim> claims();

    /** Where the files are, for messages. */
    String location();

    /** A file that is being written; closing one that was not published leaves nothing of it. */
    interface Draft extends Closeable {
        /** The name that it will have. */
        String name();

        /** Writes some of the remaining bytes, at least one, and says how many; may be short. */
        int write(ByteBuffer bytes) throws IOException;

        /**
         * Makes the file visible and durable; returns its length. Under {@link Mode#IF_ABSENT} a
         * name that is taken is a {@link java.nio.file.FileAlreadyExistsException}. After any other
         * failure the file may be there all the same, now or later: {@link WholeFiles} finds out.
         */
        long publish() throws IOException;
    }
}
