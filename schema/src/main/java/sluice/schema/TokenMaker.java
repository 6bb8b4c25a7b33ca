package sluice.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import sluice.model.ByteHash;

/**
 * Makes the tokens by which a value is found: the same bytes for the value of a row and for that of
 * a question. docs/format-properties.md has their bytes.
 *
 * <p>Hot: no object a value, but for words that are not of ASCII, full texts and decimal numbers.
 * Belongs to one thread.
 */
public final class TokenMaker {
    /** Between the language of a text and the text, in a token of {@link Tokenizer#EXACT}. */
    public static final int LANGUAGE_END = 0x1F;

    private static final int TRIGRAM_BYTES = 3;
    private static final long YEAR_MAX = 0xFFFF;
    private static final int LONG_DIGITS = 19;

    private final TimeText times = new TimeText();
    private final Words words = new Words();

    /** Null until a text is cut for full-text search: its classes take time to load. */
    private @Nullable FullText fullText;

    /**
     * Fills {@code to} with the tokens of {@code value}, which must be of the tokenizer's type.
     *
     * @param language the language of a text in ASCII, as written; its bytes at {@code
     *     languageOffset}; length 0 for none
     */
    public void tokens(
            Tokenizer tokenizer,
            TypedValue value,
            byte[] language,
            int languageOffset,
            int languageLength,
            Tokens to) {
        if (value.type != tokenizer.type() || !tokenizer.isBuilt()) {
            throw new IllegalArgumentException(
                    "no tokens %s of a %s".formatted(tokenizer, value.type));
        }
        to.clear();
        switch (tokenizer) {
            case EXACT -> {
                to.begin();
                if (languageLength > 0) {
                    putBaseLanguage(language, languageOffset, languageLength, to.buffer);
                    to.buffer.put(LANGUAGE_END);
                }
                to.buffer.put(value.bytes, value.offset, value.length);
                to.end();
            }
            case HASH -> hash(value, to);
            case TERM -> {
                words.put(value, language, languageOffset, languageLength, to);
                to.sort();
            }
            case TRIGRAM -> {
                trigrams(value, to);
                to.sort();
            }
            case FULLTEXT -> {
                fullText().put(value, language, languageOffset, languageLength, to);
                to.sort();
            }
            case INT, BOOL -> number(value.integer, to);
            case FLOAT -> number((long) value.real, to);
            case YEAR, MONTH, DAY, HOUR -> time(tokenizer, value.integer, to);
            case BIGFLOAT -> number(whole(value), to);
            case NGRAM, SHA256, GEO, HNSW ->
                    throw new IllegalArgumentException("not built: " + tokenizer);
        }
    }

    /** Fills {@code to} with the tokens of a value that has no language. */
    public void tokens(Tokenizer tokenizer, TypedValue value, Tokens to) {
        tokens(tokenizer, value, value.bytes, 0, 0, to);
    }

    /** Fills {@code to} with the token of how many links or values a node has. */
    public static void countToken(int count, Tokens to) {
        to.clear();
        to.begin();
        to.putBigEndian(count, Integer.BYTES);
        to.end();
    }

    /** The first part of a language tag in lower case: en of en-GB. */
    private static void putBaseLanguage(byte[] tag, int offset, int length, TextBuffer to) {
        for (int i = 0; i < length && tag[offset + i] != '-'; i++) {
            byte letter = tag[offset + i];
            to.put(letter >= 'A' && letter <= 'Z' ? letter | 0x20 : letter);
        }
    }

    private static void hash(TypedValue value, Tokens to) {
        to.buffer.put(value.bytes, value.offset, value.length);
        long hash = ByteHash.nonZero(to.memory(), 0, value.length);
        to.clear();
        to.begin();
        to.putBigEndian(hash, Long.BYTES);
        to.end();
    }

    private FullText fullText() {
        FullText found = fullText;
        if (found == null) {
            found = new FullText();
            fullText = found;
        }
        return found;
    }

    /** A decimal number cut towards 0 and to the range of an int. */
    private static long whole(TypedValue value) {
        BigDecimal number = new BigDecimal(value.text());
        // Its digits before the point: a large exponent is not written out.
        long digits = (long) number.precision() - number.scale();
        if (digits <= 0) {
            return 0;
        }
        if (digits <= LONG_DIGITS) {
            BigInteger whole = number.toBigInteger();
            if (whole.bitLength() < Long.SIZE) {
                return whole.longValue();
            }
        }
        return number.signum() < 0 ? Long.MIN_VALUE : number.signum() * Long.MAX_VALUE;
    }

    private static void trigrams(TypedValue value, Tokens to) {
        for (int i = 0; i + TRIGRAM_BYTES <= value.length; i++) {
            to.begin();
            to.buffer.put(value.bytes, value.offset + i, TRIGRAM_BYTES);
            to.end();
        }
    }

    /** A byte that tells negative numbers from others, then the number, so that order is kept. */
    private static void number(long number, Tokens to) {
        to.begin();
        to.buffer.put(number < 0 ? 0 : 1);
        to.putBigEndian(number, Long.BYTES);
        to.end();
    }

    /**
     * Parts of the time, so that their order is that of times: a year that two bytes cannot hold
     * has the lowest or highest token of all.
     */
    private void time(Tokenizer tokenizer, long seconds, Tokens to) {
        times.setDay(Math.floorDiv(seconds, TimeText.SECONDS_PER_DAY));
        int hour = (int) (Math.floorMod(seconds, TimeText.SECONDS_PER_DAY) / 3600);
        boolean isBelow = times.year < 0;
        boolean isAbove = times.year > YEAR_MAX;
        to.begin();
        part(times.year, isBelow, isAbove, to);
        if (tokenizer != Tokenizer.YEAR) {
            part(times.month, isBelow, isAbove, to);
        }
        if (tokenizer == Tokenizer.DAY || tokenizer == Tokenizer.HOUR) {
            part(times.day, isBelow, isAbove, to);
        }
        if (tokenizer == Tokenizer.HOUR) {
            part(hour, isBelow, isAbove, to);
        }
        to.end();
    }

    private static void part(long part, boolean isBelow, boolean isAbove, Tokens to) {
        to.putBigEndian(isBelow ? 0 : isAbove ? -1 : part, Short.BYTES);
    }
}
