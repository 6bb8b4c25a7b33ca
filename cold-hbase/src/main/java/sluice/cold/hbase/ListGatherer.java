package sluice.cold.hbase;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;
import sluice.model.LinkQuery;

/**
 * Gathers the link list of a query from a scan, on the threads of HBase's client. It drops the rows
 * before the offset and ends the scan at the limit. Belongs to one scan, which calls it with one
 * part of its rows after the other.
 */
final class ListGatherer implements AdvancedScanResultConsumer {
    /** A longer list grows as its rows come in. */
    private static final int FIRST_ROOM_MAX = 1000;

    private final LinkListBuilder builder;
    private final CompletableFuture<LinkList> list = new CompletableFuture<>();
    private final int limit;
    private long toSkip;
    private volatile long parts;

    ListGatherer(LinkQuery query) {
        this.limit = query.limit();
        this.toSkip = query.offset();
        this.builder =
                new LinkListBuilder(
                        query.id1(), query.linkType(), Math.min(query.limit(), FIRST_ROOM_MAX));
    }

    /** The list, once all of it is there. */
    CompletableFuture<LinkList> list() {
        return list;
    }

    /** How many parts of the answer have come in. */
    long parts() {
        return parts;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One part after the other; others only look.
    public void onNext(Result[] results, ScanController controller) {
        try {
            take(results);
        } catch (RuntimeException e) {
            // HBase's client would log it, and nobody would end the wait for the list.
            list.completeExceptionally(e);
        }
        parts++;
        if (builder.size() >= limit || list.isDone()) {
            controller.terminate();
        }
    }

    private void take(Result[] results) {
        for (Result result : results) {
            if (toSkip > 0) {
                toSkip--;
            } else if (builder.size() < limit) {
                Rows.add(result.rawCells()[0], builder);
            }
        }
    }

    @Override
    public void onComplete() {
        list.complete(builder.build());
    }

    @Override
    public void onError(Throwable error) {
        list.completeExceptionally(error);
    }
}
