package sluice.readonly.node;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.protocol.FilePart;
import sluice.protocol.IndexPart;
import sluice.protocol.ScanAsk;
import sluice.readonly.route.PeerLatency;
import sluice.server.ServerStatus;
import sluice.server.StatusReport;

/** What the server of a node tells of it, and gives to other nodes. Thread-safe. */
final class NodeStatus implements ServerStatus {
    private final Figures figures;
    private final NodeGraph graph;
    private final NodeFiles files;
    private volatile @Nullable PeerLatency ownLatency;

    /** The node as it is now. {@code own} is how fast it answers, null if that is not known. */
    interface Figures {
        /** The version that is served; 0 without one. */
        int version();

        /** The ring as JSON for its page. */
        byte[] page(@Nullable PeerLatency own);

        /** The figures of {@link RingMetrics}. */
        String metrics(@Nullable PeerLatency own);

        /** The state of the ring as JSON for clients. */
        byte[] routes();
    }

    NodeStatus(Figures figures, NodeGraph graph, NodeFiles files) {
        this.figures = figures;
        this.graph = graph;
        this.files = files;
    }

    @Override
    public Optional<String> writesRefused() {
        return Optional.of(graph.refusal());
    }

    @Override
    public int storeVersion() {
        return figures.version();
    }

    @Override
    public void measured(long p99Nanos, long reads) {
        if (reads > 0) {
            long micros = TimeUnit.NANOSECONDS.toMicros(p99Nanos);
            ownLatency = new PeerLatency(PeerLatency.UNKNOWN, micros, reads, false);
        }
    }

    @Override
    public boolean isInRing() {
        return true;
    }

    @Override
    public Optional<byte[]> ringPage() {
        return Optional.of(figures.page(ownLatency));
    }

    @Override
    public String moreMetrics() {
        return figures.metrics(ownLatency);
    }

    @Override
    public FilePart file(FilePart.Ask ask) throws IOException {
        return files.read(ask);
    }

    @Override
    public IndexPart indexed(IndexPart.Ask ask) throws IOException {
        return graph.indexed(ask);
    }

    @Override
    public boolean scan(ScanAsk.Part part, GraphReader.Visitor visitor) throws IOException {
        return graph.scan(part, visitor);
    }

    @Override
    public byte[] ring() {
        return figures.routes();
    }

    @Override
    public StatusReport report() {
        return StatusReport.COMPLETE;
    }
}
