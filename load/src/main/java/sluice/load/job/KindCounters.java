package sluice.load.job;

import java.util.concurrent.atomic.LongAdder;
import sluice.segment.RowsByKind;

/** Counts rows by their kinds, from any number of threads. */
final class KindCounters {
    private final LongAdder nodes = new LongAdder();
    private final LongAdder links = new LongAdder();
    private final LongAdder properties = new LongAdder();
    private final LongAdder indexEntries = new LongAdder();

    void add(RowsByKind rows) {
        nodes.add(rows.nodes());
        links.add(rows.links());
        properties.add(rows.properties());
        indexEntries.add(rows.indexEntries());
    }

    RowsByKind sum() {
        return new RowsByKind(nodes.sum(), links.sum(), properties.sum(), indexEntries.sum());
    }
}
