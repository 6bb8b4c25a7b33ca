package sluice.readonly.decide;

import java.util.Set;
import sluice.readonly.VersionReport;

/**
 * A version on a node.
 *
 * @param attempt of the push that it is fetched for, 0 if that is not known any more
 * @param covers the topologies whose partitions are on disk, verified
 * @param open those whose partitions are mapped, with their tables read
 * @param failures how many tries in a row failed
 * @param retryMillis when the next try may begin
 * @param isRefused whether the last try failed for a reason that stays
 */
public record LocalVersion(
        int attempt,
        int checksum,
        Set<Long> covers,
        Set<Long> open,
        int failures,
        long retryMillis,
        boolean isRefused,
        String cause) {
    public LocalVersion {
        covers = Set.copyOf(covers);
        open = Set.copyOf(open);
    }

    /** One that is on disk, as a mark there says. */
    public static LocalVersion held(int checksum, Set<Long> covers) {
        return new LocalVersion(0, checksum, covers, Set.of(), 0, 0, false, "");
    }

    /** One of which nothing is there. */
    static LocalVersion wanted(int attempt, int checksum) {
        return new LocalVersion(attempt, checksum, Set.of(), Set.of(), 0, 0, false, "");
    }

    /** This for another attempt, which may succeed where the one before was refused. */
    LocalVersion again(int otherAttempt) {
        return new LocalVersion(otherAttempt, checksum, covers, open, 0, 0, false, "");
    }

    LocalVersion fetched(Set<Long> topologies) {
        return new LocalVersion(attempt, checksum, topologies, open, 0, 0, false, "");
    }

    LocalVersion opened(Set<Long> topologies) {
        return new LocalVersion(attempt, checksum, covers, topologies, 0, 0, false, "");
    }

    LocalVersion failed(boolean refused, String why, long nextMillis) {
        return new LocalVersion(
                attempt, checksum, covers, open, failures + 1, nextMillis, refused, why);
    }

    /** This with {@code why} in its report; empty if all is well. */
    LocalVersion because(String why) {
        return new LocalVersion(
                attempt, checksum, covers, open, failures, retryMillis, isRefused, why);
    }

    /** Nothing of it can be relied on: its files did not open. */
    LocalVersion lost(String why, long nextMillis) {
        return new LocalVersion(
                attempt, checksum, Set.of(), open, failures + 1, nextMillis, false, why);
    }

    /** The report of the node on it. */
    VersionReport report(boolean isFetched, long bytes, long bytesExpected) {
        VersionReport.State state =
                !open.isEmpty()
                        ? VersionReport.State.READY
                        : cause.isEmpty() || (isFetched && !isRefused)
                                ? VersionReport.State.FETCHING
                                : isRefused
                                        ? VersionReport.State.REFUSED
                                        : VersionReport.State.FAILED;
        return new VersionReport(state, attempt, checksum, bytes, bytesExpected, open, cause);
    }
}
