package sluice.spark;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/** A table that can be written alone: its store may not be there yet, or lacks rows. */
final class NewTable implements SupportsWrite {
    static final Set<TableCapability> WRITES =
            Set.of(
                    TableCapability.BATCH_WRITE,
                    TableCapability.V1_BATCH_WRITE,
                    // Columns are checked by WriteColumns, which names the wrong one.
                    TableCapability.ACCEPT_ANY_SCHEMA);

    private final StructType schema;

    /** {@code schema} is that of the rows that are going to be written. */
    NewTable(StructType schema) {
        this.schema = schema;
    }

    @Override
    public String name() {
        return "sluice";
    }

    @Override
    @SuppressWarnings("deprecation") // Spark asks for it still.
    public StructType schema() {
        return schema;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return WRITES;
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return StoreWrite.of(info);
    }
}
