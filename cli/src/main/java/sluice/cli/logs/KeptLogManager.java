package sluice.cli.logs;

import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * Java's keeper of loggers, which closes no log when the process is asked to end: Java would do so
 * at once, beside the server that is being stopped, and what that has to say would be lost. The
 * process has to name it before this class or any logger is there.
 *
 * <p>Java makes it for the first logger, and opens every jar of the class path then, which takes 30
 * ms. So a log that is opened before gets its handler from here: most verbs have nothing to log.
 */
public final class KeptLogManager extends LogManager {
    /** For Java, which makes the only one. */
    public KeptLogManager() {}

    @Override
    public boolean addLogger(Logger logger) {
        boolean isNew = super.addLogger(logger);
        String name = logger.getName();
        // Java adds these two while it makes this object.
        if (!name.isEmpty() && !name.equals(Logger.GLOBAL_LOGGER_NAME)) {
            Logs.firstLogger();
        }
        return isNew;
    }

    @Override
    public void reset() {
        // Each log is closed by the verb that opened it.
    }
}
