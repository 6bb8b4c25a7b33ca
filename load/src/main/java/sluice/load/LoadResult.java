package sluice.load;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.DroppedGraphs;
import sluice.load.job.Forecast;

/**
 * What a load did.
 *
 * @param resumed whether it went on with an interrupted one
 * @param alreadyComplete whether the same load had been done before and nothing was to do
 * @param rowsRead rows of the source that were taken
 * @param rowsRejected rows that were not
 * @param ledger the file of rejected rows, empty when there is none
 * @param nodes in the store now
 * @param links in the store now, hidden ones too
 * @param properties in the store now, which are no links
 * @param indexKeys of the index sections of all segments now, each key of each segment
 * @param valuesReplaced properties that lost to one with another value or other facets, in the
 *     segments that this try has built
 * @param segmentBytes of all segments now
 * @param forecast what was expected, or null where this try did not stage
 * @param outcome what came
 * @param remote what lies in a cold store elsewhere instead of in segments; null where nothing
 *     does. The nodes, links and properties are those that this try has built there
 * @param dropped graphs of facts that this load took without them
 * @param dangling links whose ends no node row declares, by relation, where that was asked for
 * @param conflicts nodes with several links where the schema declares one
 * @param duplicates values that several nodes have where the schema declares them unique
 */
public record LoadResult(
        boolean resumed,
        boolean alreadyComplete,
        long rowsRead,
        long rowsRejected,
        String ledger,
        long nodes,
        long links,
        long properties,
        long indexKeys,
        long valuesReplaced,
        long segmentBytes,
        @Nullable Forecast forecast,
        LoadOutcome outcome,
        @Nullable OutsideResult remote,
        DroppedGraphs dropped,
        List<DanglingReport> dangling,
        List<SchemaConflict> conflicts,
        List<DuplicateValues> duplicates) {

    /**
     * What a load left in a cold store elsewhere.
     *
     * @param bytes written there for all buckets, by whoever built them
     */
    public record OutsideResult(String location, long bytes) {}

    public LoadResult {
        dangling = List.copyOf(dangling);
        conflicts = List.copyOf(conflicts);
        duplicates = List.copyOf(duplicates);
    }
}
