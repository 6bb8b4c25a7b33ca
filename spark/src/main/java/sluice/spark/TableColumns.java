package sluice.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Columns of a table with their types in Spark.
 *
 * @param textIds whether ids are texts, their names
 * @param textTypes whether types are texts, their names or else their numbers
 */
record TableColumns(List<TableColumn> columns, boolean textIds, boolean textTypes)
        implements Serializable {
    TableColumns {
        columns = List.copyOf(columns);
    }

    /** All columns of a table. */
    static TableColumns of(TableKind table, boolean textIds, boolean textTypes) {
        return new TableColumns(table.columns(), textIds, textTypes);
    }

    static String titleOf(TableKind table) {
        return table.name().toLowerCase(Locale.ROOT);
    }

    /** Those of these columns that {@code schema} has, in its order. */
    TableColumns of(StructType schema) {
        List<TableColumn> kept = new ArrayList<>();
        for (StructField field : schema.fields()) {
            kept.add(TableColumn.valueOf(field.name().toUpperCase(Locale.ROOT)));
        }
        return new TableColumns(kept, textIds, textTypes);
    }

    StructType schema() {
        List<StructField> fields = new ArrayList<>();
        for (TableColumn column : columns) {
            fields.add(new StructField(column.title(), type(column), false, Metadata.empty()));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    boolean isText(TableColumn column) {
        return (column.isId() && textIds)
                || (column.isType() && textTypes)
                || column == TableColumn.PREDICATE
                || column.isOfValue();
    }

    DataType type(TableColumn column) {
        if (isText(column)) {
            return DataTypes.StringType;
        }
        return switch (column) {
            case VISIBILITY -> DataTypes.IntegerType;
            case DATA -> DataTypes.BinaryType;
            default -> DataTypes.LongType;
        };
    }
}
