package sluice.readonly;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The place that all nodes of a ring share: small records with revisions, which nodes run, and
 * which one leads. Thread-safe. An {@link IOException} says that the registry is away; a change
 * that failed so may have been made all the same.
 */
public interface Registry extends Closeable {
    /** The content of a record; its revision rises with each change and is never used again. */
    record Entry(long revision, byte[] content) {}

    /** The record {@code path}, or empty. */
    Optional<Entry> read(String path) throws IOException;

    /** The place of the leader, until it is closed. */
    interface Lead extends Closeable {
        /** Whether it is still the caller's, as it knows; another one may lead already. */
        boolean isHeld();
    }

    /**
     * All records whose paths begin with {@code prefix}, a folder and a slash, by their paths.
     * Paths have one folder at most.
     */
    Map<String, Entry> readAll(String prefix) throws IOException;

    /**
     * Makes {@code content} the record {@code path} if its revision is {@code revision}, 0 for a
     * record that must not be there; says whether it was. One wins of all who try it at once.
     */
    boolean compareAndSet(String path, long revision, byte[] content) throws IOException;

    /** Makes {@code content} the record {@code path}, which has one writer. */
    void put(String path, byte[] content) throws IOException;

    /** Removes the record {@code path}, which need not be there. */
    void delete(String path) throws IOException;

    /**
     * Counts {@code node} among those that run, until the caller closes what is returned or its
     * process ends; empty while another process runs as that node.
     */
    Optional<Closeable> enter(String node) throws IOException;

    /** Which of {@code nodes} run. */
    Set<String> live(Set<String> nodes) throws IOException;

    /**
     * Makes the caller the leader until it closes what is returned or its process ends; empty while
     * another one leads. A leader may lose its place without noticing: whatever it does must be a
     * compare-and-set.
     */
    Optional<Lead> lead() throws IOException;

    /** Calls {@code changed} soon after records change, until the caller closes the result. */
    Closeable watch(Runnable changed) throws IOException;

    /** Where it is, for messages. */
    String location();
}
