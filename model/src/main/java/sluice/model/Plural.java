package sluice.model;

/** Words that messages count by. */
public final class Plural {
    private Plural() {}

    /** {@code one} where there is one, else with an s: {@code 1 file}, {@code 0 files}. */
    public static String of(long count, String one) {
        return count == 1 ? one : one + "s";
    }

    /** {@code 1 file}, {@code 2000 files}. */
    public static String counted(long count, String one) {
        return count + " " + of(count, one);
    }
}
