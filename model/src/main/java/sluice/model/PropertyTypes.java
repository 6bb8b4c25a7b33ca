package sluice.model;

/**
 * The numbers of property types: a property is a row of a link list whose type stands for a
 * predicate's values, not for its links.
 *
 * <p>A predicate is a named type, whose number is 2^52 and something; its values have that number
 * and 2^52 more. The 2^31 numbers from 2^53 on belong to them.
 */
public final class PropertyTypes {
    /** The lowest number of a property type. */
    public static final long FIRST = 1L << 53;

    private static final long COUNT = 1L << 31;

    /** The highest number of a property type. */
    public static final long LAST = FIRST + COUNT - 1;

    private static final long ABOVE_PREDICATE = 1L << 52;

    private PropertyTypes() {}

    /** Whether {@code type} is one of the numbers that types with names get. */
    public static boolean isNamed(long type) {
        return Long.compareUnsigned(type - ABOVE_PREDICATE, COUNT) < 0;
    }

    /** Whether rows of {@code type} are properties, not links. */
    public static boolean isProperty(long type) {
        return Long.compareUnsigned(type - FIRST, COUNT) < 0;
    }

    /** The type of the values of a predicate whose links have {@code predicateType}. */
    public static long ofPredicate(long predicateType) {
        return predicateType + ABOVE_PREDICATE;
    }

    /** The type of the links of a predicate whose values have {@code propertyType}. */
    public static long predicateOf(long propertyType) {
        return propertyType - ABOVE_PREDICATE;
    }
}
