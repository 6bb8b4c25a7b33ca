package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.NameCollector;
import sluice.ingest.fact.LinkTypes;
import sluice.ingest.fact.ReservedTypes;
import sluice.model.Plural;

/** Why the row at hand cannot be taken, in words. Cold: only rows that are rejected come here. */
final class RowFault {
    private static final int NAME_BYTES_MAX = 4096;

    /** Why a row with a carriage return outside quotes is not taken. */
    static final String CARRIAGE_RETURN =
            "carriage return inside a row; expected a line feed, alone or after carriage returns,"
                    + " at its end";

    /** Of the field at fault, counted from 1; 0 when the whole row is. */
    int column;

    /** What was found and what was expected. */
    String cause = "";

    private static final String OTHER_DELIMITERS = ",;|\t";

    /** What databases and tools write where there is no value. */
    private static final Set<String> NULL_TEXTS =
            Set.of("\\N", "NULL", "null", "NA", "N/A", "NaN", "nan", "None", "nil");

    private final RowPlan plan;
    private final @Nullable JsonData json;
    private final int dataBytesMax;

    RowFault(RowPlan plan, @Nullable JsonData json, int dataBytesMax) {
        this.plan = plan;
        this.json = json;
        this.dataBytesMax = dataBytesMax;
    }

    /** Why a row is not taken that does not end within {@code bytesMax} bytes. */
    static String overlong(int bytesMax) {
        String sum = bytesMax == RowParser.ROW_BYTES_MAX ? " (16 MiB of data and 64 KiB)" : "";
        return "row is longer than " + bytesMax + " bytes" + sum;
    }

    /** The row has too few or too many fields; {@code lacksData} where it lacks data alone. */
    int ofCount(int fields, boolean lacksData) {
        column = 0;
        int columns = plan.actions.length;
        cause =
                "row has %s; expected %s%d"
                        .formatted(
                                Plural.counted(fields, "field"),
                                plan.relation.extraFields()
                                        ? "at least "
                                        : plan.relation.shortRows()
                                                ? fields < columns ? "at least " : "at most "
                                                : "",
                                plan.relation.shortRows() && fields < columns
                                        ? plan.neededFields
                                        : columns);
        if (fields == 1 && fields < columns) {
            cause += parting();
        }
        if (lacksData && !plan.relation.shortRows()) {
            cause += ", or short-rows: null in a mapping";
        }
        return FieldCutter.FAULT;
    }

    /** The data of the row, which {@code column} is part of, is too long. */
    int ofDataLength(int column) {
        this.column = column + 1;
        cause = "data is longer than " + dataBytesMax + " bytes";
        return FieldCutter.FAULT;
    }

    /** The node of one end, or of both, is declared nowhere; an end that is has no text. */
    void ofEnds(String id1, String id2) {
        Column.Role first = id1.isEmpty() ? Column.Role.ID2 : Column.Role.ID1;
        List<Column> columns = plan.relation.columns();
        column = 1;
        while (columns.get(column - 1).role() != first) {
            column++;
        }
        cause =
                id1.isEmpty() || id2.isEmpty()
                        ? "no node row declares id " + id1 + id2
                        : "no node row declares id " + id1 + " or " + id2;
    }

    /** The text is not what {@code column} holds. */
    int ofField(byte[] text, int from, int length, int column) {
        int action = plan.actions[column];
        boolean longJson =
                action == RowPlan.PROPERTY
                        && (length > dataBytesMax
                                || Objects.requireNonNull(json).lengthBytes() >= dataBytesMax);
        if (action == RowPlan.DATA || longJson) {
            return ofDataLength(column);
        }
        this.column = column + 1;
        String what = what(column);
        String expected = expected(column);
        LinkTypes types = plan.slots[column] == RowPlan.TYPE ? plan.linkTypes : null;
        String ofValues = types == null ? null : types.problem(text, from, length);
        if (length == 0) {
            cause = what + " is empty; expected " + expected;
        } else if (ofValues != null) {
            cause = ofValues;
        } else if (isTypeForNames(text, from, length, column)) {
            String found = FoundText.of(text, from, length);
            cause =
                    what
                            + " "
                            + found
                            + " is one of the numbers that types with names and properties get";
        } else {
            String found = what + " " + FoundText.of(text, from, length);
            if (isText(action, column) && !Utf8.isValid(text, from, length)) {
                cause = found + " is not UTF-8; expected that, or encoding: in the mapping";
            } else {
                cause = found + " is not " + expected + hint(text, from, length, action);
            }
        }
        return FieldCutter.FAULT;
    }

    /** The text of {@code column} cannot be its property; without a cause it is not UTF-8. */
    void ofValue(byte[] text, int from, int length, int column, String why) {
        this.column = column + 1;
        cause =
                why.isEmpty()
                        ? what(column)
                                + " "
                                + FoundText.of(text, from, length)
                                + " is not UTF-8; expected that, or encoding: in the mapping"
                        : why + hint(text, from, length, RowPlan.VALUE);
    }

    private boolean isText(int action, int column) {
        return action == RowPlan.PROPERTY
                && Objects.requireNonNull(json).isText(plan.members[column]);
    }

    /** What stands behind a closing quote, at {@code at} of a row. */
    String afterQuote(byte[] row, int at, int lineEnd) {
        TextFormat format = plan.relation.format();
        int quote = at - 1;
        while (quote > 0 && format.isTrimmed(row[quote])) {
            quote--;
        }
        boolean escaped = quote > 0 && row[quote - 1] == '\\' && !format.escapes('\\', row[quote]);
        return FoundText.of(row, at, lineEnd - at)
                + " follows a closing quote; expected a delimiter or line end"
                + (escaped
                        ? "; if the backslash keeps the quote open, say escape: '\\' in a mapping"
                        : "");
    }

    /** What may be the matter with {@code text}, where that shows. */
    private String hint(byte[] text, int from, int length, int action) {
        String value = new String(text, from, length, StandardCharsets.ISO_8859_1);
        if (plan.relation.format().nullText() == null && NULL_TEXTS.contains(value)) {
            return "; if it means no value, say null: '%s' in a mapping".formatted(value);
        }
        boolean fraction = false;
        for (int position = from; position < from + length; position++) {
            fraction |= text[position] == '.';
        }
        if (action == RowPlan.SIGNED && fraction && FieldValue.isJsonNumber(text, from, length)) {
            return "; a time with a fraction needs a format, such as seconds";
        }
        boolean number = action <= RowPlan.SCALED;
        for (int position = from; number && position < from + length; position++) {
            if (OTHER_DELIMITERS.indexOf(text[position]) >= 0) {
                return parting();
            }
        }
        return "";
    }

    private String parting() {
        if (plan.relation.members() != null) {
            return "";
        }
        TextFormat format = plan.relation.format();
        if (format.whitespace()) {
            return "; the delimiter is white space";
        }
        byte[] delimiter = {format.delimiter()};
        return "; the delimiter is " + FoundText.of(delimiter, 0, 1);
    }

    private boolean isTypeForNames(byte[] text, int from, int length, int column) {
        FieldValue value = new FieldValue();
        return plan.relation.columns().get(column).role() == Column.Role.TYPE_NUMBER
                && value.readUnsigned(text, from, length)
                && ReservedTypes.has(value.number);
    }

    private String what(int column) {
        return switch (plan.relation.columns().get(column).role()) {
            case IGNORE -> "field";
            case ID1, ID2 -> plan.actions[column] == RowPlan.NAME ? "name" : "id";
            case TYPE_NUMBER -> "type";
            case TYPE_NAME -> "type name";
            case TIME -> "time";
            case VERSION -> "version";
            case VISIBILITY -> "visibility";
            case DELETE -> "delete mark";
            case DATA -> "data";
            case PROPERTY, VALUE ->
                    "property \"" + plan.relation.columns().get(column).name() + '"';
        };
    }

    private String expected(int column) {
        return switch (plan.actions[column]) {
            case RowPlan.UNSIGNED -> "an unsigned 64-bit number";
            case RowPlan.SIGNED -> "a signed 64-bit number";
            case RowPlan.SCALED -> "a number whose milliseconds fit 64 bits with a sign";
            case RowPlan.NAME -> "1 to " + nameBytesMax(plan.slots[column]) + " bytes long";
            case RowPlan.TIME_TEXT -> Objects.requireNonNull(plan.times[column]).expected;
            case RowPlan.VISIBILITY, RowPlan.DELETE -> "true, false, 1 or 0";
            default -> Objects.requireNonNull(json).expected(plan.members[column]);
        };
    }

    /** The length of the longest name that a field of the slot can be. */
    static int nameBytesMax(int slot) {
        return slot == RowPlan.TYPE ? NameCollector.TYPE_NAME_BYTES_MAX : NAME_BYTES_MAX;
    }
}
