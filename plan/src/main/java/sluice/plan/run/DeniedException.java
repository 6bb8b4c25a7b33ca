package sluice.plan.run;

import java.io.IOException;

/** The engine says that this user may not split or move ranges of the table: no try can help. */
public final class DeniedException extends IOException {
    private static final long serialVersionUID = 1;

    /** With the engine's words and what to do. */
    public DeniedException(String message, Throwable cause) {
        super(message, cause);
    }
}
