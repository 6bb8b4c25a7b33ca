package sluice.cold.hbase;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;
import sluice.model.LinkQuery;

/**
 * Gathers a link list from a scan while its rows come in, on the threads of the client: what comes
 * before the offset is not kept. One scan calls it, part after part.
 */
final class ListGatherer implements AdvancedScanResultConsumer {
    private static final int ROOM_MAX = 1000;

    private final LinkListBuilder builder;
    private final CompletableFuture<LinkList> list = new CompletableFuture<>();
    private final int limit;
    private long before;
    private volatile long parts;

    ListGatherer(LinkQuery query) {
        this.limit = query.limit();
        this.before = query.offset();
        this.builder =
                new LinkListBuilder(
                        query.id1(), query.linkType(), Math.min(query.limit(), ROOM_MAX));
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
        for (Result result : results) {
            if (before > 0) {
                before--;
            } else if (builder.size() < limit) {
                Rows.add(result.rawCells()[0], builder);
            }
        }
        parts++;
        if (builder.size() >= limit || list.isDone()) {
            controller.terminate();
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
