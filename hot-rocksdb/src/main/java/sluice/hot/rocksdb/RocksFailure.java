package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Says what went wrong in RocksDB in words of ours. */
final class RocksFailure {
    private RocksFailure() {}

    /** The failure to open the store in {@code directory}. */
    static IOException ofOpening(Path directory, RocksDBException cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.contains("LOCK")) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the hot store %s is in use by another process; stop that one first (%s)"
                            .formatted(directory, message),
                    cause);
        }
        return of(directory, cause);
    }

    /** Bytes of a file of a hot store are not what was written. */
    static SluiceException damaged(Path file, long offset, String finding) {
        return new SluiceException(
                ErrorCode.CORRUPTION,
                "%s is damaged at byte %d: %s; restore the whole directory of the store from a copy"
                        .formatted(file, offset, finding));
    }

    /** A file of a hot store is not there, or there is another in its place. */
    static SluiceException missing(Path file, String finding) {
        return new SluiceException(
                ErrorCode.CORRUPTION,
                "%s: %s; restore the whole directory of the store from a copy"
                        .formatted(file, finding));
    }

    /**
     * The failure of a write. RocksDB takes no more writes once a file could not be written, though
     * what it lacked may be there again.
     */
    static IOException ofWriting(Path directory, RocksDBException cause) {
        IOException failure = of(directory, cause);
        Status status = cause.getStatus();
        return status != null && status.getCode() == Status.Code.IOError
                ? new IOException(
                        failure.getMessage()
                                + "; fix the cause, then start the server again: no write is taken"
                                + " before",
                        cause)
                : failure;
    }

    /** The failure of a read or write; thrown where a user can act on it. */
    static IOException of(Path directory, RocksDBException cause) {
        String message = "the hot store %s: %s".formatted(directory, cause.getMessage());
        Status status = cause.getStatus();
        if (status != null && status.getCode() == Status.Code.Corruption) {
            throw new SluiceException(ErrorCode.CORRUPTION, message, cause);
        }
        if (status != null && status.getSubCode() == Status.SubCode.NoSpace) {
            throw new SluiceException(
                    ErrorCode.RESOURCE, message + "; make room there, then start again", cause);
        }
        return new IOException(message, cause);
    }
}
