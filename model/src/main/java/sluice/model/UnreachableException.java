package sluice.model;

import java.io.IOException;

/**
 * A server does not answer, or its connection broke: the same may go well once it is back. Whether
 * what was asked of it was done is not known.
 */
public final class UnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    public UnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
