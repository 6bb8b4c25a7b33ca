package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * One flat directory of files, and the only way in which a store touches the disk.
 *
 * <p>Names hold no path separators. Safe for any number of threads; one {@link Sink} belongs to one
 * thread at a time. Every {@link IOException} names the file. Nothing is durable before it was
 * synced: bytes by {@link Sink#sync}, names (create, rename, delete) by {@link #syncDirectory}.
 */
public interface Storage {

    /** Creates the file {@code name}, which must not exist yet. */
    Sink create(String name) throws IOException;

    /** Opens the file {@code name} for reading; it stays readable after it was renamed or deleted. */
    Source open(String name) throws IOException;

    /** Maps the first {@code lengthBytes} of a file read-only, for as long as {@code arena} lives. */
    MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException;

    /** Renames {@code from} to {@code to} in one step that replaces an existing {@code to}. */
    void rename(String from, String to) throws IOException;

    /** Deletes the file {@code name}, which must exist. */
    void delete(String name) throws IOException;

    /** Makes all creations, renames and deletions so far durable. */
    void syncDirectory() throws IOException;

    /** The names of all files, sorted. */
    List<String> list() throws IOException;

    /** How many bytes can still be written, as far as the file system tells. */
    long usableBytes() throws IOException;

    /**
     * Takes the exclusive lock {@code name} without waiting, or returns empty when another process or
     * thread has it. It ends with {@link Closeable#close} or with the process.
     */
    Optional<Closeable> lock(String name) throws IOException;

    /** Where the files lie, for messages. */
    String location();

    /** A file being written, from its beginning to its end. */
    interface Sink extends Closeable {
        /** Writes some of the remaining bytes of {@code bytes} and says how many; may be short. */
        int write(ByteBuffer bytes) throws IOException;

        /** Makes all bytes so far durable. A failure is final: the file is to be deleted. */
        void sync() throws IOException;
    }

    /** A file being read. */
    interface Source extends Closeable {
        /** Reads into {@code bytes} from {@code offset}; may be short; -1 at the end of the file. */
        int read(ByteBuffer bytes, long offset) throws IOException;

        long lengthBytes() throws IOException;
    }
}
