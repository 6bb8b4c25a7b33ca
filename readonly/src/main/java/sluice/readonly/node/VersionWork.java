package sluice.readonly.node;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.SluiceException;
import sluice.readonly.Life;
import sluice.readonly.NodeReport;
import sluice.readonly.Partitions;
import sluice.readonly.Push;
import sluice.readonly.RingView;
import sluice.readonly.Topology;
import sluice.readonly.VersionReport;
import sluice.readonly.decide.NodeReconciler.Action;
import sluice.readonly.decide.NodeReconciler.Event;
import sluice.readonly.fetch.DirectorySource;
import sluice.readonly.fetch.Fetch;
import sluice.readonly.fetch.FetchFigures;
import sluice.readonly.fetch.FetchOptions;
import sluice.readonly.fetch.FetchSource;
import sluice.readonly.fetch.HeldMark;
import sluice.readonly.fetch.PeerSource;
import sluice.readonly.fetch.RefusedException;
import sluice.readonly.fetch.Throttle;
import sluice.readonly.fetch.VersionFolder;
import sluice.store.VerifiedFiles;

/**
 * The slow work of a node: fetching, opening and deleting versions, one after the other. It belongs
 * to one thread, but for {@link #stopFetch} and {@link #close}.
 */
final class VersionWork {
    private static final Logger LOG = System.getLogger(VersionWork.class.getName());

    /** A few are enough to share the work. */
    private static final int PEERS_MAX = 4;

    private final NodeSettings settings;
    private final VersionFolder folder;
    private final OpenVersions versions;
    private final Consumer<Event> tell;
    private final Throttle throttle;
    private final ClientOptions peers;
    private final FetchFigures figures = new FetchFigures();
    private VerifiedFiles verified = new VerifiedFiles();
    private volatile boolean isFetchStopped;
    private volatile boolean isClosed;

    /** {@code tell} learns how the work ends; {@code peers} is how other nodes are asked. */
    VersionWork(
            NodeSettings settings,
            VersionFolder folder,
            OpenVersions versions,
            ClientOptions peers,
            LongSupplier nanoClock,
            Consumer<Event> tell) {
        this.settings = settings;
        this.folder = folder;
        this.versions = versions;
        this.tell = tell;
        this.peers = peers;
        this.throttle = new Throttle(settings.bytesPerSecond(), nanoClock, LockSupport::parkNanos);
    }

    /** Counts of all fetches. */
    FetchFigures figures() {
        return figures;
    }

    /** Has the fetch that runs end soon, or lets the next one run. */
    void stopFetch(boolean isStopped) {
        isFetchStopped = isStopped;
    }

    /** Has the fetch that runs, and all later ones, end soon. */
    void close() {
        isClosed = true;
    }

    /** Fetches by the records {@code view}; ends with an event. */
    void fetch(Action.Fetch fetch, @Nullable RingView view) {
        int version = fetch.version();
        try {
            if (view == null) {
                throw new IOException("the records are not known");
            }
            Fetch.Wish wish = wish(fetch, view);
            LOG.log(
                    Level.INFO,
                    "fetching version=%d partitions=%d".formatted(version, wish.held().size()));
            List<FetchSource> sources = sources(view, fetch);
            try {
                new Fetch(
                                folder,
                                sources,
                                new FetchOptions(
                                        throttle,
                                        settings.quotaBytes(),
                                        LockSupport::parkNanos,
                                        new SecureRandom(),
                                        () -> isFetchStopped || isClosed,
                                        figures),
                                (bytes, expected) ->
                                        tell.accept(new Event.Fetched(version, bytes, expected)))
                        .run(wish, verified);
            } finally {
                for (FetchSource source : sources) {
                    source.close();
                }
            }
            LOG.log(Level.INFO, "verified version=%d".formatted(version));
            tell.accept(new Event.FetchEnded(version));
        } catch (InterruptedIOException e) {
            tell.accept(new Event.FetchFailed(version, false, "it was stopped"));
        } catch (RefusedException e) {
            verified = new VerifiedFiles();
            failed(version, true, e);
        } catch (IOException | RuntimeException e) {
            verified = new VerifiedFiles();
            failed(version, false, e);
        }
    }

    private void failed(int version, boolean isRefused, Exception e) {
        String cause = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        LOG.log(Level.WARNING, "version %d was not fetched: %s".formatted(version, cause));
        tell.accept(new Event.FetchFailed(version, isRefused, cause));
    }

    private Fetch.Wish wish(Action.Fetch fetch, RingView view) throws IOException {
        Push push =
                Optional.ofNullable(view.pushes().get(fetch.version()))
                        .orElseThrow(() -> new IOException("no push of the version is known"))
                        .value();
        Set<Integer> held = new TreeSet<>();
        for (long number : fetch.topologies()) {
            Topology topology = view.topologies().get(number);
            if (topology != null) {
                held.addAll(topology.partitionsOf(settings.name()));
            }
        }
        return new Fetch.Wish(
                fetch.version(),
                fetch.checksum(),
                Partitions.of(push.cuts()),
                held,
                fetch.topologies());
    }

    /** Other nodes that have the version ready, in any order, then the source of the ring. */
    private List<FetchSource> sources(RingView view, Action.Fetch wanted) throws IOException {
        String source =
                view.definition()
                        .orElseThrow(() -> new IOException("the ring has no definition"))
                        .source();
        List<String> names = new ArrayList<>(view.live());
        names.remove(settings.name());
        names.removeIf(name -> !isReady(view.report(name), wanted));
        Collections.shuffle(names, new SecureRandom());
        List<FetchSource> sources = new ArrayList<>();
        for (String name : names.subList(0, Math.min(PEERS_MAX, names.size()))) {
            @Nullable Life life = view.lives().get(name);
            if (life != null) {
                SluiceClient client = SluiceClient.open(peers.at(life.host(), life.port()));
                sources.add(new PeerSource(name, wanted.version(), client));
            }
        }
        try {
            sources.add(DirectorySource.open(Path.of(source)));
        } catch (IOException e) {
            if (sources.isEmpty()) {
                throw e;
            }
            LOG.log(Level.WARNING, "other nodes alone are asked: " + e.getMessage());
        }
        return sources;
    }

    private static boolean isReady(NodeReport report, Action.Fetch wanted) {
        @Nullable VersionReport version = report.versions().get(wanted.version());
        return version != null
                && version.state() == VersionReport.State.READY
                && version.checksum() == wanted.checksum();
    }

    /** Opens what is on disk; ends with an event. */
    void open(int version) {
        try {
            HeldMark mark = folder.marks().get(version);
            if (mark == null) {
                throw new IOException("its mark is gone");
            }
            versions.add(OpenVersion.open(folder, mark));
            tell.accept(new Event.Opened(version));
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "version %d cannot be opened: %s".formatted(version, e.getMessage()));
            tell.accept(new Event.OpenFailed(version, String.valueOf(e.getMessage())));
        }
    }

    /** Closes a version and deletes its files; {@code known} are those that stay. */
    void delete(int version, Set<Integer> known) {
        // Files that come again under a name that is known must be verified again.
        verified = new VerifiedFiles();
        onDisk(
                "delete version " + version,
                () -> {
                    versions.remove(version);
                    folder.delete(version, known);
                });
    }

    /** Deletes files of no version that is known. */
    void sweep(Set<Integer> known) {
        onDisk("sweep", () -> folder.sweep(known));
    }

    private interface DiskWork {
        void run() throws IOException;
    }

    private static void onDisk(String what, DiskWork work) {
        try {
            work.run();
        } catch (IOException | SluiceException e) {
            LOG.log(Level.WARNING, "cannot %s: %s".formatted(what, e.getMessage()));
        }
    }
}
