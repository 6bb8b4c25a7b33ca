package sluice.model;

import org.jspecify.annotations.Nullable;

/**
 * A failure that a user can act on. Its message says what was found, where, what was expected and
 * what to do; it is shown without a stack trace.
 */
public final class SluiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public SluiceException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public SluiceException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
