package sluice.schema;

/**
 * Why a value is not one of the declared type: a value itself, so that a row costs no exception.
 */
public enum ConversionFault {
    NONE("nothing is wrong", ""),
    NO_CONVERSION("there is no conversion", "declare another type or change the value"),
    INT("not a whole number", "write digits with an optional sign"),
    FLOAT("not a number", "write a decimal number, such as -1.5e3"),
    NAN("NaN, which is no value", "leave the statement out"),
    BOOL("not a truth value", "write true or false"),
    TIME("not a time", "write yyyy-MM-dd or yyyy-MM-ddTHH:mm:ssZ"),
    BIGFLOAT("not a decimal number", "write digits with an optional sign, point and exponent"),
    GEO("not a GeoJSON geometry with two coordinates a point", "write {\"type\": ...}"),
    VECTOR("not a vector", "write [1.5, 2]"),
    PASSWORD("a password that is not hashed", "hash it and write it as xs:password"),
    RANGE("a number outside the range of the type", "declare another type or change the value");

    private final String message;
    private final String remedy;

    ConversionFault(String message, String remedy) {
        this.message = message;
        this.remedy = remedy;
    }

    /** What was found, for messages. */
    public String message() {
        return message;
    }

    /** What to do, for messages. */
    public String remedy() {
        return remedy;
    }
}
