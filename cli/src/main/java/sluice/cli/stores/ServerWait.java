package sluice.cli.stores;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import sluice.cli.console.StopSignal;
import sluice.load.job.AwayPatience;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;

/**
 * Waits for MySQL or HBase where one is away when a command begins to serve, as on a machine that
 * starts all of them at once; says so, and heeds a stop.
 */
public final class ServerWait {
    private final StopSignal stop;
    private final PrintWriter errors;
    private final LongSupplier nanoClock;

    public ServerWait(StopSignal stop, PrintWriter errors, LongSupplier nanoClock) {
        this.stop = stop;
        this.errors = errors;
        this.nanoClock = nanoClock;
    }

    /** Opens what needs the servers; where it fails it leaves nothing open. */
    public interface Opening<T> {
        public T open() throws IOException;
    }

    /** Returns what was opened; fails as the last try did where patience does not help. */
    public <T> T open(Opening<T> opening) throws IOException {
        AwayPatience patience = new AwayPatience(nanoClock);
        for (int tries = 1; ; tries++) {
            try {
                return opening.open();
            } catch (UnreachableException e) {
                if (!isAway(e)) {
                    throw e;
                }
                if (tries == 1) {
                    errors.printf(
                            "sluice: waits up to five minutes for a server: %s%n", e.getMessage());
                    errors.flush();
                }
                if (!patience.pause(stop::requested)) {
                    throwIfStopped(e);
                    throw e;
                }
            }
        }
    }

    private void throwIfStopped(UnreachableException cause) {
        if (stop.requested()) {
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "stopped while it waited for a server", cause);
        }
    }

    /** Whether nobody answers; a name that is none and what a server says stay as they are. */
    private static boolean isAway(UnreachableException failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            boolean isSaid = at instanceof SQLException && !(at.getCause() instanceof IOException);
            if (isSaid || at instanceof UnknownHostException || at instanceof SSLException) {
                return false;
            }
        }
        return true;
    }
}
