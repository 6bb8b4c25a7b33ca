package sluice.parquet;

/**
 * A column of a Parquet file, with all that its values need to become text.
 *
 * @param name its path in the schema, parted by dots
 * @param typeLength how many bytes a value of {@link Physical#FIXED} has
 * @param levelMax the definition level of a value that is there; 0 where none can be missing
 * @param scale the digits behind the point of a decimal; of times the digits of the unit
 * @param utc whether times are points in time, other than a clock's display
 */
record ParquetColumn(
        String name,
        Physical physical,
        int typeLength,
        int levelMax,
        Form form,
        int scale,
        boolean utc) {

    /** The type as a header says it behind the column's name; nothing for texts. */
    String headerType() {
        return switch (form) {
            case PLAIN ->
                    switch (physical) {
                        case BOOLEAN -> ":boolean";
                        case INT32, INT64 -> ":long";
                        case FLOAT, DOUBLE -> ":double";
                        case INT96 -> ":datetime";
                        case BYTES, FIXED -> "";
                    };
            case UNSIGNED -> physical == Physical.INT32 ? ":long" : ":uint64";
            case FLOAT16 -> ":double";
            case DATE, TIMESTAMP -> ":datetime";
            case TEXT, DECIMAL, TIME, UUID, UNREAD -> "";
        };
    }

    /** How values are stored; the order is that of the format's numbers. */
    enum Physical {
        BOOLEAN,
        INT32,
        INT64,
        INT96,
        FLOAT,
        DOUBLE,
        BYTES,
        FIXED;

        /** Whether a value is a number of at most 64 bits. */
        boolean isNumber() {
            return this != INT96 && this != BYTES && this != FIXED;
        }

        /** How many bytes a plain value has; 0 where that differs, and for booleans. */
        int plainBytes(int typeLength) {
            return switch (this) {
                case BOOLEAN, BYTES -> 0;
                case INT32, FLOAT -> 4;
                case INT64, DOUBLE -> 8;
                case INT96 -> 12;
                case FIXED -> typeLength;
            };
        }
    }

    /** The meaning of values. */
    enum Form {
        PLAIN,
        TEXT,
        UNSIGNED,
        DECIMAL,
        DATE,
        TIME,
        TIMESTAMP,
        UUID,
        FLOAT16,
        UNREAD
    }
}
