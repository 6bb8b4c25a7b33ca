package sluice.model;

/** Words that messages count by. */
public final class Plural {
    private Plural() {}

    /**
     * {@code one} where there is one, else its plural: {@code 1 file}, {@code 0 files}, {@code 2
     * properties}.
     */
    public static String of(long count, String one) {
        if (count == 1) {
            return one;
        }
        int last = one.length() - 1;
        boolean isChanged = one.endsWith("y") && "aeiou".indexOf(one.charAt(last - 1)) < 0;
        return isChanged ? one.substring(0, last) + "ies" : one + "s";
    }

    /** {@code 1 file}, {@code 2000 files}. */
    public static String counted(long count, String one) {
        return count + " " + of(count, one);
    }
}
