package sluice.schema;

/** Why bytes are not the data of a row. */
public enum ValueFault {
    NONE("nothing"),
    EMPTY("no head byte"),
    HEAD("a head byte with a bit or a type that is not used"),
    LANGUAGE("a language of a value that is not a text"),
    LENGTH("a length that ends behind the row"),
    VARINT("a number that is longer than needed or larger than 2^31 - 1"),
    NUMBER("a number, time or vector of another length or value than its type has"),
    FACETS("facets that are none, without order, without key or of another type");

    private final String message;

    ValueFault(String message) {
        this.message = message;
    }

    /** What was found, for messages. */
    public String message() {
        return message;
    }
}
