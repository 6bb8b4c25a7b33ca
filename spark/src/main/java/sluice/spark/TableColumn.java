package sluice.spark;

import java.util.Locale;

/** The columns of the tables, called as in the header of a source, so that they can be loaded. */
enum TableColumn {
    ID,
    TYPE,
    ID1,
    LINK_TYPE,
    ID2,
    TIME,
    VISIBILITY,
    VERSION,
    DATA,
    PREDICATE,
    VALUE,
    VALUE_TYPE,
    LANGUAGE;

    /** The name in a table. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isId() {
        return this == ID || this == ID1 || this == ID2;
    }

    /** Whether it is in the data of a property, as a text. */
    boolean isOfValue() {
        return this == VALUE || this == VALUE_TYPE || this == LANGUAGE;
    }

    boolean isType() {
        return this == TYPE || this == LINK_TYPE;
    }
}
