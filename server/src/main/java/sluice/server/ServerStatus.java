package sluice.server;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;
import sluice.protocol.FilePart;
import sluice.protocol.IdRange;
import sluice.protocol.IndexPart;
import sluice.protocol.Outlook;
import sluice.protocol.ScanAsk;

/**
 * What a server's page, metrics and JSON tell of the store behind it. Who starts a server gives
 * one; the server itself knows only what it is asked.
 */
@FunctionalInterface
public interface ServerStatus {

    /** Is told once a second what the slowest of a hundred reads took since it was last told. */
    default void measured(long p99Nanos, long reads) {}

    /** When the rows of {@code id} will be built. Must be quick. */
    default Outlook outlook(long id) {
        return Outlook.NOT_PLANNED;
    }

    /**
     * Has the ids of {@code range} built before all others, or no longer; returns all ranges that
     * are, from now on. Must be quick.
     */
    default List<IdRange> pin(IdRange range, boolean pinned) {
        throw new SluiceException(
                ErrorCode.CONFIG, "nothing is built here, so nothing can be pinned");
    }

    /**
     * Why no write is taken now, and what to do about it; empty while they are. Must be quick: it
     * is asked once a second and by each look at health and status.
     */
    default Optional<String> writesRefused() {
        return Optional.empty();
    }

    /** The number of the version that is served; 0 in a store without versions. Must be quick. */
    default int storeVersion() {
        return 0;
    }

    /**
     * The state of the ring that this server belongs to, as JSON, for clients. Must be quick. Fails
     * on a server of no ring.
     */
    default byte[] ring() {
        throw new SluiceException(
                ErrorCode.CONFIG, "this server belongs to no ring; ask it without routes");
    }

    /**
     * Bytes of a file of a version, for other nodes of a ring. May wait for the disk: one thread of
     * its own asks it. Fails on a server of no ring.
     */
    default FilePart file(FilePart.Ask ask) throws IOException {
        throw new SluiceException(
                ErrorCode.CONFIG, "this server belongs to no ring; it gives no files away");
    }

    /**
     * Ids that an index of a version has in some partitions, for other nodes of a ring. May wait
     * for the disk: threads of its own ask it. Fails on a server of no ring.
     */
    default IndexPart indexed(IndexPart.Ask ask) throws IOException {
        throw noPartitions();
    }

    /**
     * Shows the rows of a partition of a version to {@code visitor}, as {@link GraphReader#scan}
     * does all, on the thread that calls; returns whether these were all. Fails on a server of no
     * ring.
     */
    default boolean scan(ScanAsk.Part part, GraphReader.Visitor visitor) throws IOException {
        throw noPartitions();
    }

    private static SluiceException noPartitions() {
        return new SluiceException(
                ErrorCode.CONFIG, "this server belongs to no ring; it has no partitions");
    }

    /** Whether this server belongs to a ring. */
    default boolean isInRing() {
        return false;
    }

    /** The ring as this server sees it, as JSON, for its page; empty on a server of no ring. */
    default Optional<byte[]> ringPage() {
        return Optional.empty();
    }

    /** Figures beside those of each server, in Prometheus' text format. */
    default String moreMetrics() {
        return "";
    }

    /** How it stands now. Asked once a second and by each request for the status: must be quick. */
    StatusReport report();
}
