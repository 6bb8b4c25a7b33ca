package sluice.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.when;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import sluice.ingest.mapping.YamlText;
import sluice.model.SluiceException;

/** The columns of rows that are written, checked, and how a load is to understand them. */
final class WriteColumns {
    private static final BigDecimal TWO_TO_64 = new BigDecimal("18446744073709551616");
    private static final DecimalType UNSIGNED = DataTypes.createDecimalType(20, 0);

    private final TableKind table;
    private final Map<TableColumn, StructField> fields = new EnumMap<>(TableColumn.class);

    private WriteColumns(TableKind table) {
        this.table = table;
    }

    /** Throws if {@code schema} is not one of rows of {@code table}, and says which column. */
    static WriteColumns of(TableKind table, StructType schema) {
        WriteColumns columns = new WriteColumns(table);
        for (StructField field : schema.fields()) {
            columns.add(field);
        }
        for (TableColumn column : columns.keys()) {
            if (!columns.fields.containsKey(column)) {
                throw columns.wrong(column.title(), "is missing");
            }
        }
        boolean areNames = columns.isText(columns.keys().getFirst());
        for (TableColumn column : columns.keys()) {
            if (columns.isText(column) != areNames) {
                throw columns.wrong(
                        column.title(),
                        "has names and %s numbers, or the reverse; ids are either names or numbers"
                                .formatted(columns.keys().getFirst().title()));
            }
        }
        return columns;
    }

    private List<TableColumn> keys() {
        return table.columns().stream().filter(TableColumn::isId).toList();
    }

    private boolean isText(TableColumn column) {
        StructField field = fields.get(column);
        return field != null && field.dataType() instanceof StringType;
    }

    private void add(StructField field) {
        TableColumn column =
                table.columns().stream()
                        .filter(each -> each.title().equalsIgnoreCase(field.name()))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        wrong(
                                                field.name(),
                                                "is not one of "
                                                        + table.columns().stream()
                                                                .map(TableColumn::title)
                                                                .collect(Collectors.joining(", "))
                                                        + "; leave it out, or put it into data"));
        if (!isFit(column, field.dataType())) {
            throw wrong(
                    field.name(),
                    "is %s; expected %s"
                            .formatted(
                                    field.dataType().sql(),
                                    column == TableColumn.DATA
                                            ? "BINARY or STRING"
                                            : column.isId()
                                                    ? "BIGINT, INT, DECIMAL(20,0) or STRING"
                                                    : column.isType()
                                                            ? "BIGINT, INT or STRING"
                                                            : "BIGINT or INT"));
        }
        if (fields.put(column, field) != null) {
            throw wrong(field.name(), "is there twice");
        }
    }

    private static boolean isFit(TableColumn column, DataType type) {
        boolean isWhole =
                type instanceof LongType
                        || type instanceof IntegerType
                        || type instanceof ShortType
                        || type instanceof ByteType;
        if (column == TableColumn.DATA) {
            return type instanceof StringType || type.equals(DataTypes.BinaryType);
        }
        boolean isName = type instanceof StringType && (column.isId() || column.isType());
        boolean isDecimal =
                column.isId() && type instanceof DecimalType decimal && decimal.scale() == 0;
        return isWhole || isName || isDecimal;
    }

    private SluiceException wrong(String column, String fault) {
        return ReadOptions.wrong(
                "%s cannot be written: column \"%s\" %s"
                        .formatted(TableColumns.titleOf(table), column, fault));
    }

    /** The columns as a source has them: unsigned ids and types, and always a type. */
    Column[] selected() {
        List<Column> selected = new ArrayList<>();
        for (TableColumn column : table.columns()) {
            StructField field = fields.get(column);
            if (field != null) {
                Column value = col("`" + field.name().replace("`", "``") + "`");
                boolean isNumber = (column.isId() || column.isType()) && !isText(column);
                Column written = isNumber ? unsigned(value) : value;
                Column whole = column.isId() ? coalesce(written, noId(column)) : written;
                selected.add(whole.as(column.title()));
            } else if (column.isType()) {
                selected.add(lit(0L).as(column.title()));
            }
        }
        return selected.toArray(Column[]::new);
    }

    /** The end of a write that meets a row without an id. */
    private Column noId(TableColumn column) {
        return raise_error(
                lit(
                        "%s cannot be written: column \"%s\" has a null; every row needs its ids"
                                .formatted(TableColumns.titleOf(table), column.title())));
    }

    /** A negative number is the one from 2^63 on that has the same bits. */
    private static Column unsigned(Column value) {
        Column wide = value.cast(UNSIGNED);
        return when(value.lt(0), wide.plus(lit(TWO_TO_64))).otherwise(wide).cast(UNSIGNED);
    }

    /** The mapping by which a load reads them: docs/mapping.md. */
    String mapping(WriteOptions options) {
        boolean isNode = table == TableKind.NODES;
        TableColumn type =
                table.columns().stream().filter(TableColumn::isType).findFirst().orElseThrow();
        boolean areNames = isText(keys().getFirst());
        StringBuilder text = new StringBuilder();
        text.append("defaults: {ids: ").append(areNames ? "names" : "numbers").append("}\n");
        text.append("relations:\n  - files: \"*.parquet\"\n");
        text.append(isNode ? "    node: " : "    link: ");
        text.append("{column: ").append(type.title());
        text.append(isText(type) ? ", names: true}\n" : "}\n");
        if (areNames) {
            append(text, keys().getFirst(), options.group());
            append(text, keys().getLast(), isNode ? options.group() : options.group2());
        } else if (!options.group().isEmpty() || !options.group2().isEmpty()) {
            throw wrong(keys().getFirst().title(), "has numbers, which have no group");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, TableColumn column, String group) {
        String line =
                "    %s: {column: %s, group: %s}\n"
                        .formatted(column.title(), column.title(), YamlText.quoted(group));
        if (!group.isEmpty() && text.indexOf(line) < 0) {
            text.append(line);
        }
    }

    /** For messages. */
    @Override
    public String toString() {
        return table.name().toLowerCase(Locale.ROOT) + " " + fields.keySet();
    }
}
