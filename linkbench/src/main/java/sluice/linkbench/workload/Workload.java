package sluice.linkbench.workload;

import org.jspecify.annotations.Nullable;
import sluice.generate.InitialLinks;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.generate.PayloadShape;

/**
 * Which requests come, and how often. Immutable, and shared by all requesters.
 *
 * @param count how many nodes there are at first, with the ids from {@code firstId} on
 * @param randomId2Max 0 where links go to the ids after their own
 * @param id2OfRequester whether each requester has id2s of its own
 * @param historyShare the share of lists that ask for links before those seen, where there are any
 * @param rangeLimit the most links that a list asks for
 */
public record Workload(
        Profile profile,
        long firstId,
        long count,
        InitialLinks initialLinks,
        long randomId2Max,
        boolean id2OfRequester,
        Mix mix,
        double historyShare,
        int rangeLimit,
        Accesses accesses,
        @Nullable MultiGet multiGet,
        Payloads payloads) {

    /** LinkBench's own limit of a list. */
    public static final int RANGE_LIMIT = 10_000;

    /** How ids are chosen for each role; null where no request has it. */
    public record Accesses(
            IdAccess linkReads,
            IdAccess linkWrites,
            @Nullable IdAccess nodeReads,
            @Nullable IdAccess nodeUpdates,
            @Nullable IdAccess nodeDeletes) {

        public Accesses forRequester() {
            return new Accesses(
                    linkReads.forRequester(),
                    linkWrites.forRequester(),
                    nodeReads == null ? null : nodeReads.forRequester(),
                    nodeUpdates == null ? null : nodeUpdates.forRequester(),
                    nodeDeletes == null ? null : nodeDeletes.forRequester());
        }
    }

    /** How many links one request asks for: {@code min} and so many as are drawn. */
    record MultiGet(int min, int max, Ranks ranks) {}

    /** What the data of added and updated links and nodes look like, and how long they are. */
    public record Payloads(
            PayloadShape addedLinks,
            PayloadShape updatedLinks,
            PayloadShape addedNodes,
            PayloadShape updatedNodes,
            double linkMedianBytes,
            double nodeMedianBytes) {}

    /** The same with lists of at most {@code limit} links. */
    public Workload withRangeLimit(int limit) {
        return new Workload(
                profile,
                firstId,
                count,
                initialLinks,
                randomId2Max,
                id2OfRequester,
                mix,
                historyShare,
                limit,
                accesses,
                multiGet,
                payloads);
    }

    /** The same with at most {@code degreeMax} links for an id. */
    public Workload withDegreesUpTo(long degreeMax) {
        InitialLinks all = initialLinks;
        return new Workload(
                profile,
                firstId,
                count,
                new InitialLinks(
                        id -> Math.min(degreeMax, all.degrees().degree(id)),
                        all.profile(),
                        all.types()),
                randomId2Max,
                id2OfRequester,
                mix,
                historyShare,
                rangeLimit,
                accesses,
                multiGet,
                payloads);
    }
}
