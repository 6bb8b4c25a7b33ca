package sluice.ingest.fact;

import sluice.dictionary.Dictionary;
import sluice.model.PropertyTypes;

/** The numbers that no source may give a type: the store gives them to names and properties. */
public final class ReservedTypes {
    private ReservedTypes() {}

    /** Whether {@code type} is one of them. */
    public static boolean has(long type) {
        return Dictionary.isForNames(type) || PropertyTypes.isProperty(type);
    }
}
