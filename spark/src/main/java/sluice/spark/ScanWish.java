package sluice.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import sluice.store.scan.RowWish;

/**
 * The rows and columns that one scan gives Spark.
 *
 * @param counts how many columns with the count of rows it gives instead of rows; 0 for rows
 * @param limit the most rows that a partition gives
 */
record ScanWish(TableColumns columns, RowWish rows, int counts, long limit)
        implements Serializable {
    StructType schema() {
        if (counts == 0) {
            return columns.schema();
        }
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < counts; i++) {
            fields.add(new StructField("count" + i, DataTypes.LongType, false, Metadata.empty()));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }
}
