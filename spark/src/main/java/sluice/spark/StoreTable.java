package sluice.spark;

import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** One table of one pinned state of a store. */
final class StoreTable implements SupportsRead, SupportsWrite {
    private final ReadOptions options;
    private final StorePin pin;
    private final TableColumns columns;

    StoreTable(ReadOptions options, StorePin pin) {
        this.options = options;
        this.pin = pin;
        this.columns =
                TableColumns.of(
                        options.table(),
                        options.names() && pin.idsAreNames(),
                        options.names() && pin.typesAreNames());
    }

    @Override
    public String name() {
        return "sluice %s of %s".formatted(TableColumns.titleOf(options.table()), options.store());
    }

    @Override
    @SuppressWarnings("deprecation") // Spark asks for it still.
    public StructType schema() {
        return columns.schema();
    }

    @Override
    public Set<TableCapability> capabilities() {
        Set<TableCapability> capabilities = new HashSet<>(NewTable.WRITES);
        capabilities.add(TableCapability.BATCH_READ);
        return capabilities;
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return StoreWrite.of(info);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap more) {
        return new StoreScanBuilder(options, pin, columns);
    }
}
