package sluice.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;

/**
 * The standard output of the process, which remembers that it could not be written: the writers
 * above it keep silent about that, and an answer cut off by a full disk must not end with status 0.
 *
 * <p>Safe for any number of threads.
 */
public final class StandardOutput extends OutputStream {
    /** Of a pipe whose reader has seen enough, as {@code head} has. */
    private static final String NO_READER = "Broken pipe";

    private final OutputStream process;
    private volatile @Nullable IOException failure;

    public StandardOutput(OutputStream process) {
        this.process = process;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            process.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /**
     * The exit status of a verb that ended with {@code status} and whose output was flushed: where
     * that is 0 though output was lost, another one, told on {@code errors}. A reader that went
     * away is no failure.
     */
    public int statusAfter(int status, PrintWriter errors) {
        IOException lost = failure;
        if (lost == null || status != 0 || String.valueOf(lost.getMessage()).contains(NO_READER)) {
            return status;
        }
        errors.println(
                "sluice: standard output cannot be written: %s; what was written is not whole"
                        .formatted(lost.getMessage()));
        return ErrorCode.RESOURCE.exitStatus();
    }
}
