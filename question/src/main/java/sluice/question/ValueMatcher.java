package sluice.question;

/** Decides of one value after the other whether a condition is true of it. */
sealed interface ValueMatcher permits ValueMatcher.Any, Comparison, TermMatcher, TextMatcher {
    boolean matches(StoredValue value);

    /** Every value will do. */
    record Any() implements ValueMatcher {
        @Override
        public boolean matches(StoredValue value) {
            return true;
        }
    }
}
