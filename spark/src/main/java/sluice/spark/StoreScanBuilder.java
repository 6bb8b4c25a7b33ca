package sluice.spark;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import sluice.model.RowSink;
import sluice.store.scan.LongRanges;
import sluice.store.scan.RowWish;

/** Spark tells here what it wants of one scan: filters, then counts, a limit and columns. */
final class StoreScanBuilder
        implements SupportsPushDownFilters,
                SupportsPushDownAggregates,
                SupportsPushDownLimit,
                SupportsPushDownRequiredColumns {
    private final ReadOptions options;
    private final StorePin pin;
    private TableColumns columns;
    private final Map<TableColumn, LongRanges> kept = new EnumMap<>(TableColumn.class);
    private Filter[] pushed = new Filter[0];
    private int counts;
    private long limit = Long.MAX_VALUE;

    StoreScanBuilder(ReadOptions options, StorePin pin, TableColumns columns) {
        this.options = options;
        this.pin = pin;
        this.columns = columns;
    }

    /** Takes the filters that are exact, and returns those that Spark must apply. */
    @Override
    public Filter[] pushFilters(Filter[] filters) {
        FilterRanges ranges = new FilterRanges(columns, pin.store());
        List<Filter> taken = new ArrayList<>();
        List<Filter> left = new ArrayList<>();
        for (Filter filter : filters) {
            Optional<FilterRanges.Kept> range = ranges.of(filter);
            if (range.isPresent()) {
                kept.merge(range.get().column(), range.get().numbers(), LongRanges::and);
                taken.add(filter);
            } else {
                left.add(filter);
            }
        }
        pushed = taken.toArray(Filter[]::new);
        return left.toArray(Filter[]::new);
    }

    @Override
    public Filter[] pushedFilters() {
        return pushed.clone();
    }

    /** Takes counts of rows: no column has a null, so that any column counts all rows. */
    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        if (aggregation.groupByExpressions().length > 0) {
            return false;
        }
        for (AggregateFunc function : aggregation.aggregateExpressions()) {
            boolean isCount =
                    function instanceof CountStar
                            || (function instanceof Count count && !count.isDistinct());
            if (!isCount) {
                return false;
            }
        }
        counts = aggregation.aggregateExpressions().length;
        return true;
    }

    /** Each partition ends after {@code rows} rows; Spark takes as many of all partitions. */
    @Override
    public boolean pushLimit(int rows) {
        limit = rows;
        return true;
    }

    @Override
    public void pruneColumns(StructType schema) {
        if (counts == 0) {
            columns = columns.of(schema);
        }
    }

    @Override
    public Scan build() {
        boolean data =
                counts == 0
                        && columns.columns().stream()
                                .anyMatch(it -> it == TableColumn.DATA || it.isOfValue());
        RowWish all = options.table().wish(pin.hasProperties());
        RowWish wish =
                new RowWish(
                        keptOf(TableColumn.ID1).and(keptOf(TableColumn.ID)),
                        keptOf(TableColumn.LINK_TYPE)
                                .and(keptOf(TableColumn.TYPE))
                                .and(keptOf(TableColumn.PREDICATE))
                                .and(all.type()),
                        keptOf(TableColumn.ID2),
                        keptOf(TableColumn.TIME),
                        keptOf(TableColumn.VERSION),
                        flags(keptOf(TableColumn.VISIBILITY)),
                        data);
        return new StoreScan(options, pin, new ScanWish(columns, wish, counts, limit));
    }

    private LongRanges keptOf(TableColumn column) {
        return kept.getOrDefault(column, LongRanges.ALL);
    }

    /** A visible row has the flags 0. */
    private static LongRanges flags(LongRanges visibilities) {
        LongRanges visible = visibilities.has(1) ? LongRanges.in(0) : LongRanges.NONE;
        LongRanges hidden = visibilities.has(0) ? LongRanges.in(RowSink.HIDDEN) : LongRanges.NONE;
        return visibilities.isAll() ? LongRanges.ALL : visible.or(hidden);
    }
}
