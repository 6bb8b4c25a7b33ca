package sluice.parquet;

import java.util.ArrayList;
import java.util.List;
import sluice.parquet.ParquetColumn.Form;
import sluice.parquet.ParquetColumn.Physical;

/**
 * Reads the schema in a footer: a tree, whose leaves are columns. Fields of structs are columns
 * with dots in their names; lists and maps are refused by name.
 */
final class SchemaColumns {
    private static final int DEPTH_MAX = 64;

    /** The memory of a column and its reader, beside its name. */
    private static final int COLUMN_BYTES = 512;

    private static final int REPEATED = 2;
    private static final int OPTIONAL = 1;

    /** Times of a millisecond, a microsecond and a nanosecond, by the digits of their fractions. */
    private static final int[] UNIT_DIGITS = {0, 3, 6, 9};

    private final CompactReader in;
    private final PageMemory memory;
    private final List<ParquetColumn> columns = new ArrayList<>();
    private int left;

    // The element that was read last.
    private String name = "";
    private int physical;
    private int typeLength;
    private int repetition;
    private int children;
    private Form form = Form.PLAIN;
    private int scale;
    private boolean utc;

    SchemaColumns(CompactReader in, PageMemory memory) {
        this.in = in;
        this.memory = memory;
    }

    List<ParquetColumn> read() throws ParquetFault {
        left = in.readList(CompactReader.STRUCT);
        element();
        int roots = children;
        for (int index = 0; index < roots; index++) {
            node("", 0, 0);
        }
        if (left != 0) {
            throw ParquetFault.damaged("its schema has %d elements too many".formatted(left));
        }
        return List.copyOf(columns);
    }

    private void node(String prefix, int levels, int depth) throws ParquetFault {
        if (depth > DEPTH_MAX) {
            throw ParquetFault.damaged("its schema is nested over %d deep".formatted(DEPTH_MAX));
        }
        element();
        // Each field of a struct has the struct's name too, which may be long.
        memory.take(COLUMN_BYTES + 2L * (prefix.length() + name.length()));
        String path = prefix + name;
        if (repetition == REPEATED) {
            String owner = prefix.isEmpty() ? path : prefix.substring(0, prefix.length() - 1);
            throw ParquetFault.unread(
                    "column \"%s\" of the Parquet file is a list or a map, expected single values"
                            .formatted(owner),
                    "write the file without it, or with a row for each of its elements");
        }
        int levelMax = levels + (repetition == OPTIONAL ? 1 : 0);
        if (children > 0 && form == Form.UNREAD) {
            throw ParquetFault.unread(
                    "column \"%s\" of the Parquet file has a type that is not read (a group)"
                            .formatted(path),
                    "write it as text or number, or leave it out");
        }
        if (children > 0) {
            int count = children;
            for (int index = 0; index < count; index++) {
                node(path + ".", levelMax, depth + 1);
            }
            return;
        }
        if (physical < 0 || physical >= Physical.values().length) {
            throw ParquetFault.damaged(
                    "column \"%s\" has type %d in its schema".formatted(path, physical));
        }
        Physical type = Physical.values()[physical];
        if (type == Physical.FIXED && typeLength <= 0) {
            throw ParquetFault.damaged(
                    "column \"%s\" has values of %d bytes".formatted(path, typeLength));
        }
        if (form == Form.UNREAD || !fits(type)) {
            throw ParquetFault.unread(
                    "column \"%s\" of the Parquet file has a type that is not read (%s as %s)"
                            .formatted(path, form, type),
                    "write it as text or number, or leave it out");
        }
        columns.add(new ParquetColumn(path, type, typeLength, levelMax, form, scale, utc));
    }

    /** Whether values that are stored as {@code type} can mean what they are said to. */
    private boolean fits(Physical type) {
        return switch (form) {
            case PLAIN, UNREAD -> true;
            case TEXT -> type == Physical.BYTES || type == Physical.FIXED;
            case UNSIGNED, TIME -> type == Physical.INT32 || type == Physical.INT64;
            case DECIMAL ->
                    scale >= 0
                            && scale <= 1000
                            && (type == Physical.INT32
                                    || type == Physical.INT64
                                    || type == Physical.BYTES
                                    || type == Physical.FIXED);
            case DATE -> type == Physical.INT32;
            case TIMESTAMP -> type == Physical.INT64;
            case UUID -> type == Physical.FIXED && typeLength == 16;
            case FLOAT16 -> type == Physical.FIXED && typeLength == 2;
        };
    }

    private void element() throws ParquetFault {
        if (left-- <= 0) {
            throw ParquetFault.damaged("its schema ends too early");
        }
        physical = -1;
        typeLength = 0;
        repetition = 0;
        children = 0;
        form = Form.PLAIN;
        scale = 0;
        utc = false;
        int converted = -1;
        boolean logical = false;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            switch (field) {
                case 1 -> physical = in.readInt();
                case 2 -> typeLength = in.readInt();
                case 3 -> repetition = in.readInt();
                case 4 -> name = in.readText();
                case 5 -> children = in.readInt();
                case 6 -> converted = in.readInt();
                case 7 -> scale = in.readInt();
                case 10 -> {
                    in.requireStruct();
                    logical = logical();
                }
                default -> in.skip();
            }
        }
        if (!logical && converted >= 0 && children == 0) {
            converted(converted);
        }
    }

    /** The older names of what values mean. */
    private void converted(int number) {
        utc = true;
        switch (number) {
            case 0, 4, 19 -> form = Form.TEXT;
            case 5 -> form = Form.DECIMAL;
            case 6 -> form = Form.DATE;
            case 7, 8 -> time(Form.TIME, number == 7 ? 3 : 6);
            case 9, 10 -> time(Form.TIMESTAMP, number == 9 ? 3 : 6);
            case 11, 12, 13, 14 -> form = Form.UNSIGNED;
            case 15, 16, 17, 18 -> form = Form.PLAIN;
            default -> form = Form.UNREAD;
        }
    }

    private void time(Form other, int digits) {
        form = other;
        scale = digits;
    }

    /** Reads a logical type; false where it says nothing. */
    private boolean logical() throws ParquetFault {
        boolean found = false;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            found = true;
            in.requireStruct();
            switch (field) {
                case 1, 4, 12 -> plain(Form.TEXT);
                case 2, 3 -> plain(Form.PLAIN);
                case 5 -> decimal();
                case 6 -> plain(Form.DATE);
                case 7 -> timed(Form.TIME);
                case 8 -> timed(Form.TIMESTAMP);
                case 10 -> integer();
                case 11 -> plain(Form.PLAIN);
                case 14 -> plain(Form.UUID);
                case 15 -> plain(Form.FLOAT16);
                default -> plain(Form.UNREAD);
            }
        }
        return found;
    }

    private void plain(Form other) throws ParquetFault {
        in.skip();
        form = other;
    }

    private void decimal() throws ParquetFault {
        form = Form.DECIMAL;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            if (field == 1) {
                scale = in.readInt();
            } else {
                in.skip();
            }
        }
    }

    private void timed(Form other) throws ParquetFault {
        form = other;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            if (field == 1) {
                utc = in.readBoolean();
            } else if (field == 2) {
                in.requireStruct();
                unit();
            } else {
                in.skip();
            }
        }
    }

    private void unit() throws ParquetFault {
        for (int unit = in.nextField(0); unit != 0; unit = in.nextField(unit)) {
            in.skip();
            if (unit >= UNIT_DIGITS.length) {
                form = Form.UNREAD;
            } else {
                scale = UNIT_DIGITS[unit];
            }
        }
    }

    private void integer() throws ParquetFault {
        form = Form.PLAIN;
        for (int field = in.nextField(0); field != 0; field = in.nextField(field)) {
            if (field == 2) {
                form = in.readBoolean() ? Form.PLAIN : Form.UNSIGNED;
            } else {
                in.skip();
            }
        }
    }
}
