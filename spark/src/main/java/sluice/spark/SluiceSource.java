package sluice.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** The data source {@code sluice} of Spark: {@code spark.read().format("sluice").load(path)}. */
public final class SluiceSource implements TableProvider, DataSourceRegister {
    private final PinCache pins = new PinCache();

    /** Spark makes it. */
    public SluiceSource() {}

    @Override
    public String shortName() {
        return "sluice";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return table(options).schema();
    }

    /** Rows can be written to a store that is not there yet: then their schema is the table's. */
    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public Table getTable(
            StructType schema, Transform[] partitioning, Map<String, String> properties) {
        CaseInsensitiveStringMap map = new CaseInsensitiveStringMap(properties);
        if (WriteOptions.areIn(map)) {
            return new NewTable(schema);
        }
        try {
            return table(map);
        } catch (SluiceException e) {
            if (e.code() == ErrorCode.STORE || e.code() == ErrorCode.INCOMPLETE) {
                return new NewTable(schema);
            }
            throw e;
        }
    }

    /** Both calls of one {@code load} come here, and see one state of the store. */
    private StoreTable table(CaseInsensitiveStringMap map) {
        ReadOptions options = ReadOptions.of(map);
        return new StoreTable(options, pins.pin(options));
    }
}
