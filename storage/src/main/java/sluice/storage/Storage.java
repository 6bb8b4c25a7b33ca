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
 * thread at a time. Every {@link IOException} names the file and what could not be done with it; a
 * full disk is recognised by {@link StorageErrors#isDiskFull}. Nothing is durable before it was
 * synced: bytes by {@link Sink#sync}, names (create, rename, link, delete) by {@link
 * #syncDirectory}, and neither brings the other along.
 *
 * <p>Threads that call a storage must never be interrupted: an interrupt closes the file under the
 * hands of everyone who reads it. Stop such threads by a flag.
 */
public interface Storage {

    /** Creates {@code name}; a {@link java.nio.file.FileAlreadyExistsException} where it exists. */
    Sink create(String name) throws IOException;

    /**
     * Opens the file {@code name} for reading; it stays readable after it was renamed or deleted. A
     * missing file is a {@link java.nio.file.NoSuchFileException}, here and in the methods below.
     */
    Source open(String name) throws IOException;

    /**
     * As {@link #open(String)}, of a file whose length and checksum are known. At some places that
     * saves a request, and then a missing file is found at the first read.
     */
    default Source open(FileEntry entry) throws IOException {
        return open(entry.name());
    }

    /**
     * Maps the first {@code lengthBytes} of a file read-only, for as long as {@code arena} lives. A
     * file that is shorter is a {@link CorruptFileException}.
     */
    MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException;

    /** Renames {@code from} to {@code to} in one step that replaces an existing {@code to}. */
    void rename(String from, String to) throws IOException;

    /**
     * Gives the file {@code from} the name {@code to} as well, in one step that no other process
     * comes between: a {@link java.nio.file.FileAlreadyExistsException} where {@code to} exists,
     * and an {@link IOException} where the file system has no second names.
     */
    void link(String from, String to) throws IOException;

    /** Deletes the file {@code name}, which must exist. */
    void delete(String name) throws IOException;

    /** Makes all creations, renames and deletions so far durable. */
    void syncDirectory() throws IOException;

    /** The names of all files, sorted; directories are left out. */
    List<String> list() throws IOException;

    /** How many bytes can still be written, as far as the file system tells. */
    long usableBytes() throws IOException;

    /**
     * Takes the exclusive lock {@code name} without waiting, or returns empty when another process
     * or thread has it. It ends with {@link Closeable#close} or with the process. The lock leaves a
     * file of that name, which cannot be opened, renamed or deleted by the process that holds it.
     */
    Optional<Closeable> lock(String name) throws IOException;

    /** Where the files lie, for messages. */
    String location();

    /**
     * Where blocks of large files are kept once they were read, for files that are far away; empty
     * for files that are mapped, whose pages the system keeps.
     */
    default Optional<BlockMemory> blockMemory() {
        return Optional.empty();
    }

    /** A file being written, from its beginning to its end. Closing twice is closing once. */
    interface Sink extends Closeable {
        /** The name under which the file was created. */
        String name();

        /** Writes some of the remaining bytes, at least one, and says how many; may be short. */
        int write(ByteBuffer bytes) throws IOException;

        /** Makes all bytes so far durable. A failure is final: the file is to be deleted. */
        void sync() throws IOException;
    }

    /** A file being read, by any number of threads. Closing twice is closing once. */
    interface Source extends Closeable {
        /** The name under which the file was opened. */
        String name();

        /** Reads at least one byte from {@code offset}; may be short; -1 at the end of the file. */
        int read(ByteBuffer bytes, long offset) throws IOException;

        long lengthBytes() throws IOException;
    }
}
