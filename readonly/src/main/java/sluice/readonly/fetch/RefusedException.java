package sluice.readonly.fetch;

import java.io.IOException;

/** A version that a node must not have: its bytes are wrong, or it is larger than is allowed. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }
}
