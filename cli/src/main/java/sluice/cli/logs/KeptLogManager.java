package sluice.cli.logs;

import java.util.logging.LogManager;

/**
 * Java's keeper of loggers, which closes no log when the process is asked to end: Java would do so
 * at once, beside the server that is being stopped, and what that has to say would be lost. The
 * process has to name it before this class or any logger is there.
 */
public final class KeptLogManager extends LogManager {
    /** For Java, which makes the only one. */
    public KeptLogManager() {}

    @Override
    public void reset() {
        // Each log is closed by the verb that opened it.
    }
}
