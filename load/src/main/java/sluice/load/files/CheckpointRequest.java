package sluice.load.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import sluice.storage.Storage;

/**
 * How a process that copies a store asks the one that has its hot store open for a checkpoint: by
 * files in the store's folder, so that it needs neither address nor token.
 *
 * <p>The process with the hot store holds the lock {@link #lock} and looks for a request. It
 * answers a request once, under the request's own number, and then deletes what is asked, which may
 * be a newer request by then: who waits for its answer asks again.
 */
public final class CheckpointRequest {
    static final String PREFIX = "checkpoint-";

    private static final String LOCK = PREFIX + "lock";
    private static final String REQUEST = PREFIX + "request";
    private static final String ANSWER = PREFIX + "answer";
    private static final String FORMAT = "sluice checkpoint 1";
    private static final String DONE = "done";
    private static final List<String> NO_ANSWER = List.of("", "", "");

    private CheckpointRequest() {}

    /** Takes the lock of the process that has the hot store open; empty if another one has it. */
    public static Optional<Closeable> lock(Storage storage) throws IOException {
        return storage.lock(LOCK);
    }

    /** Asks for a checkpoint by the number {@code id}; earlier requests and answers are void. */
    public static void ask(Storage storage, String id) throws IOException {
        if (isThere(storage, ANSWER)) {
            storage.delete(ANSWER);
        }
        publish(storage, id);
    }

    private static void publish(Storage storage, String id) throws IOException {
        CheckedLines.publish(storage, REQUEST, List.of(FORMAT, id));
    }

    /** Takes a request back that was not answered. */
    public static void takeBack(Storage storage) throws IOException {
        if (isThere(storage, REQUEST)) {
            storage.delete(REQUEST);
        }
    }

    /** The number of the request that waits for its answer. Costs one system call if none does. */
    public static Optional<String> asked(Storage storage) throws IOException {
        if (!isThere(storage, REQUEST)) {
            return Optional.empty();
        }
        return CheckedLines.read(storage, REQUEST).map(lines -> lines.get(1));
    }

    /** Answers the request {@code id}: the checkpoint is there, or {@code failure} says why not. */
    public static void answer(Storage storage, String id, Optional<String> failure)
            throws IOException {
        String text = failure.map(reason -> reason.replaceAll("\\R", " ")).orElse(DONE);
        CheckedLines.publish(storage, ANSWER, List.of(FORMAT, id, text));
        takeBack(storage);
    }

    /**
     * The answer to the request {@code id}; empty before it is there. Its inner value is the reason
     * if there is no checkpoint. Asks again if the request is gone without an answer.
     */
    public static Optional<Optional<String>> answered(Storage storage, String id)
            throws IOException {
        // Looked at before the answer: a request that was answered is not asked again.
        boolean isAsked = isThere(storage, REQUEST);
        List<String> lines = NO_ANSWER;
        if (isThere(storage, ANSWER)) {
            lines = CheckedLines.read(storage, ANSWER).orElse(NO_ANSWER);
        }
        if (!lines.get(1).equals(id)) {
            if (!isAsked) {
                publish(storage, id);
            }
            return Optional.empty();
        }
        storage.delete(ANSWER);
        return Optional.of(
                lines.get(2).equals(DONE) ? Optional.empty() : Optional.of(lines.get(2)));
    }

    private static boolean isThere(Storage storage, String name) throws IOException {
        try {
            storage.open(name).close();
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }
}
