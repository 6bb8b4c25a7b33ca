package sluice.readonly;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report of a node: what it has and serves.
 *
 * @param epoch of the decision that it serves by; 0 if it serves nothing
 * @param serving the version that it answers from; 0 without one
 * @param freeBytes of its disk
 */
public record NodeReport(
        int format, long epoch, int serving, Map<Integer, VersionReport> versions, long freeBytes) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    /** The report of a node that has nothing. */
    public static final NodeReport NOTHING = new NodeReport(FORMAT, 0, 0, Map.of(), 0);

    public NodeReport {
        versions = Map.copyOf(versions);
    }

    /** Whether it has its part of {@code version} under {@code topology} ready. */
    public boolean isReady(int version, long topology) {
        @Nullable VersionReport report = versions.get(version);
        return report != null && report.isReady(topology);
    }

    /** Whether it has what {@code push} brings. */
    public boolean isReady(Push push, long topology) {
        @Nullable VersionReport report = versions.get(push.version());
        return report != null
                && report.isReady(topology)
                && report.attempt() == push.attempt()
                && report.checksum() == push.checksum();
    }
}
