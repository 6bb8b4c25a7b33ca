package sluice.protocol;

/** Bytes that are no message of sluice.proto. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WireException(String message) {
        super(message);
    }
}
