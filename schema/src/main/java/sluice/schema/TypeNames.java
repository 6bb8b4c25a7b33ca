package sluice.schema;

/**
 * The parts of the name of a type: {@code friend} and, of links backwards, {@code ~friend}; in a
 * namespace {@code 0x10|friend} and {@code 0x10|~friend}.
 */
public final class TypeNames {
    private static final char BACKWARDS = '~';
    private static final char END_OF_LABEL = '|';
    private static final String BEGIN_OF_LABEL = "0x";

    private TypeNames() {}

    /** The label in front of names in {@code namespace}; empty in namespace 0. */
    public static String label(long namespace) {
        return namespace == 0 ? "" : BEGIN_OF_LABEL + Long.toHexString(namespace) + END_OF_LABEL;
    }

    /** The label at the beginning of {@code name}; empty without a namespace. */
    public static String labelOf(String name) {
        int end = name.startsWith(BEGIN_OF_LABEL) ? name.indexOf(END_OF_LABEL) : -1;
        boolean isLabel = end > BEGIN_OF_LABEL.length() && end <= 2 * Long.BYTES + 2;
        for (int at = BEGIN_OF_LABEL.length(); isLabel && at < end; at++) {
            isLabel = Character.digit(name.charAt(at), 16) >= 0;
        }
        return isLabel ? name.substring(0, end + 1) : "";
    }

    /** The namespace that has {@code label}; 0 for an empty one. */
    public static long namespaceOf(String label) {
        return label.isEmpty()
                ? 0
                : Long.parseUnsignedLong(label, BEGIN_OF_LABEL.length(), label.length() - 1, 16);
    }

    /** Whether {@code typeName} is that of links backwards. */
    public static boolean isBackwards(String typeName) {
        int at = labelOf(typeName).length();
        return at < typeName.length() && typeName.charAt(at) == BACKWARDS;
    }

    /** The name of the type of links forwards. */
    public static String forwards(String typeName) {
        int at = labelOf(typeName).length();
        return isBackwards(typeName)
                ? typeName.substring(0, at) + typeName.substring(at + 1)
                : typeName;
    }

    /** The name of the type of the links in the other direction. */
    public static String turned(String typeName) {
        int at = labelOf(typeName).length();
        return isBackwards(typeName)
                ? forwards(typeName)
                : typeName.substring(0, at) + BACKWARDS + typeName.substring(at);
    }
}
