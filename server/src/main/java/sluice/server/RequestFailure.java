package sluice.server;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Result.Failure;
import sluice.storage.CorruptFileException;

/** The failures that a request can end with, in the words that a client may read. */
final class RequestFailure {
    private static final Logger LOG = System.getLogger(RequestFailure.class.getName());

    /** The length of the message of a failure, which may repeat the request. */
    private static final int MESSAGE_CHARS_MAX = 4_096;

    /** The answer to every request while the server stops. */
    static final Failure STOPPED =
            new Failure(
                    ErrorCode.INTERRUPTED,
                    "the server is being stopped; ask again when it is back",
                    false);

    /** The answer if the time of a request was over before it was begun. */
    static final Failure TOO_OLD =
            new Failure(
                    ErrorCode.DEADLINE,
                    "the time of the request was over before it was begun",
                    false);

    /** The answer to who wants a complete one while a first load collects its names. */
    static final Failure NAMES_NOT_KNOWN =
            new Failure(
                    ErrorCode.INCOMPLETE,
                    "no complete answer yet: the first load of the store still collects its names; ask again later, or take a partial answer",
                    false);

    private RequestFailure() {}

    static Failure tooLarge(long size, int answerBytesMax) {
        return new Failure(
                ErrorCode.RESOURCE,
                "the answer may have %d bytes or more, and one answer takes %d; ask for less at once, with"
                                .formatted(size, answerBytesMax)
                        + " a smaller limit",
                true);
    }

    /** What the client may know of {@code cause}; the rest goes to the log. */
    static Failure of(String call, Throwable cause) {
        return switch (cause) {
            // Mistakes are found before anything is done, and so is that an answer is incomplete.
            case SluiceException e ->
                    new Failure(
                            e.code(),
                            text(e),
                            e.code() != ErrorCode.INCOMPLETE && e.code() != ErrorCode.CONFIG);
            case CorruptFileException e -> new Failure(ErrorCode.CORRUPTION, text(e), true);
            case IOException e -> new Failure(ErrorCode.RESOURCE, text(e), true);
            case OutOfMemoryError e -> {
                LOG.log(Level.WARNING, "request out of memory call=" + call + " " + e.getMessage());
                yield new Failure(
                        ErrorCode.RESOURCE,
                        "the server has no memory left for this; send or ask for less at once, or"
                                + " start it with more --memory",
                        true);
            }
            default -> {
                LOG.log(Level.ERROR, "request failed call=" + call, cause);
                yield new Failure(
                        ErrorCode.INTERNAL, "a fault of the server; its log has more", true);
            }
        };
    }

    static String text(Exception e) {
        String message = e.getMessage();
        if (message == null) {
            return e.getClass().getSimpleName();
        }
        return message.length() <= MESSAGE_CHARS_MAX
                ? message
                : message.substring(0, MESSAGE_CHARS_MAX) + "…";
    }
}
