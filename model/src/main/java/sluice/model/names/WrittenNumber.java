package sluice.model.names;

import java.util.OptionalLong;

/** Ids and types as unsigned numbers in text. */
public final class WrittenNumber {
    private static final int DIGITS_MAX = 20;

    private WrittenNumber() {}

    /** The number that {@code text} is; empty for other text, and for more than 64 bits. */
    public static OptionalLong of(String text) {
        boolean digits =
                !text.isEmpty()
                        && text.length() <= DIGITS_MAX
                        && text.chars().allMatch(c -> c >= '0' && c <= '9');
        try {
            return digits ? OptionalLong.of(Long.parseUnsignedLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
