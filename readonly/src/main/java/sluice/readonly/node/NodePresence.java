package sluice.readonly.node;

import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Life;
import sluice.readonly.Registry;
import sluice.readonly.RingRecords;
import sluice.readonly.RingView;
import sluice.server.SluiceServer;

/**
 * The place of a node among those that run, and the record that says where it listens. Belongs to
 * one thread.
 */
final class NodePresence implements Closeable {
    private static final int ATTEMPTS_MAX = 50;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NodeSettings settings;
    private final Registry registry;
    private final RingRecords records;
    private final SluiceServer server;

    /** By which the records tell this process from another one of the same name. */
    private final String session = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

    private @Nullable Closeable place;

    NodePresence(
            NodeSettings settings, Registry registry, RingRecords records, SluiceServer server) {
        this.settings = settings;
        this.registry = registry;
        this.records = records;
        this.server = server;
    }

    /**
     * Takes the place, unless it has it already; a look of another process may hold it for an
     * instant.
     */
    void enter() throws IOException {
        if (place != null) {
            return;
        }
        for (int attempt = 1; place == null; attempt++) {
            place = registry.enter(settings.name()).orElse(null);
            if (place == null && attempt == ATTEMPTS_MAX) {
                throw new IOException(
                        "another process runs as node %s of this ring; end one of the two, or give this one another name"
                                .formatted(settings.name()));
            }
            if (place == null) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        announce();
    }

    private void announce() throws IOException {
        records.announce(
                settings.name(),
                new Life(
                        Life.FORMAT,
                        settings.server().host(),
                        server.port(),
                        server.httpPort(),
                        session));
    }

    /** Takes the place again, and says where the node listens, if {@code view} has lost it. */
    void renew(RingView view) throws IOException {
        boolean isMember =
                view.topologies().values().stream().anyMatch(each -> each.has(settings.name()));
        Life life = view.lives().get(settings.name());
        boolean isReplaced = life != null && !session.equals(life.session());
        Closeable held = place;
        if (held != null && isMember && (isReplaced || !view.live().contains(settings.name()))) {
            // The records were lost, and with them that this node runs; or it slept for long, and
            // a process has its name whose reports must not be mixed with those of this one.
            held.close();
            place = null;
            enter();
        } else if (held != null && isMember && life == null) {
            // The records were lost, and the place was taken again by what keeps it.
            announce();
        }
    }

    @Override
    public void close() throws IOException {
        if (place != null) {
            place.close();
        }
    }
}
