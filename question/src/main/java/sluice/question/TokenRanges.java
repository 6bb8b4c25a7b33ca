package sluice.question;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TokenMaker;
import sluice.schema.Tokenizer;
import sluice.schema.Tokens;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * The tokens that the values of a condition must have, for one index of one predicate. What is
 * found under them holds every node of the answer, and may hold others.
 */
final class TokenRanges {
    /** A longer token is cut: this many bytes of it are in order. */
    private static final int ORDERED_BYTES = 247;

    private static final int TRIGRAM_BYTES = 3;
    private static final int TRIGRAMS_MAX = 8;
    private static final byte[] NO_BYTES = new byte[0];

    private final int index;
    private final long type;
    private final Tokenizer tokenizer;
    private final PredicateName.Language language;

    TokenRanges(int index, long type, Tokenizer tokenizer, PredicateName.Language language) {
        this.index = index;
        this.type = type;
        this.tokenizer = tokenizer;
        this.language = language;
    }

    /** Ways to find the values that are equal to {@code written}; each way alone finds them all. */
    List<List<TokenRange>> equal(String written) {
        return switch (tokenizer) {
            case EXACT -> List.of(List.of(exact(written)));
            case TERM -> allTerms(written);
            case TRIGRAM -> trigrams(List.of(List.of(written)), false);
            default -> List.of(List.of(single(typed(written))));
        };
    }

    private TokenRange exact(String written) {
        return language instanceof PredicateName.Language.Any
                // The languages that there are are not known.
                ? TokenRange.all(index, type)
                : single(typed(written));
    }

    private TokenRange single(TypedValue value) {
        return TokenRange.exact(index, type, TermMatcher.list(tokens(value)).getFirst());
    }

    private Tokens tokens(TypedValue value) {
        byte[] tag = tag();
        Tokens tokens = new Tokens();
        new TokenMaker().tokens(tokenizer, value, tag, 0, tag.length, tokens);
        return tokens;
    }

    private byte[] tag() {
        return language instanceof PredicateName.Language.Tag(String tag)
                ? tag.getBytes(StandardCharsets.US_ASCII)
                : NO_BYTES;
    }

    private TypedValue typed(String written) {
        TypedValue value = new TypedValue().setText(ValueType.STRING, written);
        if (new Conversion().convert(value, tokenizer.type()) != ConversionFault.NONE) {
            throw new IllegalArgumentException("not checked before: " + written);
        }
        return value;
    }

    /** The values from {@code from} to {@code to}, both null for no limit, of a sortable index. */
    TokenRange range(@Nullable String from, @Nullable String to) {
        if (tokenizer != Tokenizer.EXACT) {
            return new TokenRange(
                    index,
                    type,
                    from == null ? NO_BYTES : single(typed(from)).from(),
                    to == null ? NO_BYTES : single(typed(to)).to(),
                    to == null);
        }
        if (language instanceof PredicateName.Language.Any) {
            return TokenRange.all(index, type);
        }
        byte[] prefix = exactPrefix();
        byte[] first = joined(prefix, from);
        byte[] last = joined(prefix, to);
        boolean isCut = last.length >= ORDERED_BYTES;
        return new TokenRange(
                index,
                type,
                cut(first),
                cut(last),
                // Without an upper limit the prefix of the language is the limit.
                to == null || isCut);
    }

    /** The language before the text of an exact token. */
    private byte[] exactPrefix() {
        if (!(language instanceof PredicateName.Language.Tag(String tag))) {
            return NO_BYTES;
        }
        int end = tag.indexOf('-');
        String base = (end < 0 ? tag : tag.substring(0, end)).toLowerCase(Locale.ROOT);
        byte[] bytes = base.getBytes(StandardCharsets.US_ASCII);
        byte[] prefix = Arrays.copyOf(bytes, bytes.length + 1);
        prefix[bytes.length] = TokenMaker.LANGUAGE_END;
        return prefix;
    }

    private static byte[] joined(byte[] prefix, @Nullable String text) {
        byte[] bytes = text == null ? NO_BYTES : text.getBytes(StandardCharsets.UTF_8);
        byte[] joined = Arrays.copyOf(prefix, prefix.length + bytes.length);
        System.arraycopy(bytes, 0, joined, prefix.length, bytes.length);
        return joined;
    }

    private static byte[] cut(byte[] token) {
        return Arrays.copyOf(token, Math.min(token.length, ORDERED_BYTES));
    }

    /** Whether the index has each text cut by a language that the question does not name. */
    private boolean isOfOtherLanguages() {
        return tokenizer == Tokenizer.FULLTEXT && language instanceof PredicateName.Language.Any;
    }

    /** Ways to find the texts that have all words of {@code written}. */
    List<List<TokenRange>> allTerms(String written) {
        if (isOfOtherLanguages()) {
            return List.of();
        }
        List<List<byte[]>> cuts = TermMatcher.words(tokenizer, written, language);
        List<byte[]> first = cuts.getFirst();
        List<byte[]> last = cuts.getLast();
        List<List<TokenRange>> ways = new ArrayList<>();
        for (int i = 0; i < Math.max(first.size(), last.size()); i++) {
            Set<IndexToken> tokens = new LinkedHashSet<>();
            // A text is cut by one rule or the other, and has all words of that.
            add(tokens, first, i);
            add(tokens, last, i);
            ways.add(ranges(tokens));
        }
        return ways;
    }

    private static void add(Set<IndexToken> tokens, List<byte[]> words, int index) {
        if (!words.isEmpty()) {
            tokens.add(new IndexToken(words.get(Math.min(index, words.size() - 1))));
        }
    }

    /** Ways to find the texts that have any word of {@code written}. */
    List<List<TokenRange>> anyTerm(String written) {
        if (isOfOtherLanguages()) {
            return List.of();
        }
        Set<IndexToken> tokens = new LinkedHashSet<>();
        for (List<byte[]> words : TermMatcher.words(tokenizer, written, language)) {
            words.forEach(word -> tokens.add(new IndexToken(word)));
        }
        return List.of(ranges(tokens));
    }

    /** Ways to find the texts that hold all texts of one alternative; none without three bytes. */
    List<List<TokenRange>> trigrams(List<List<String>> alternatives, boolean ignoresCase) {
        List<List<byte[]>> ofAlternatives = new ArrayList<>();
        int most = 0;
        for (List<String> texts : alternatives) {
            List<byte[]> trigrams = trigramsOf(texts);
            if (trigrams.isEmpty()) {
                return List.of();
            }
            most = Math.max(most, trigrams.size());
            ofAlternatives.add(trigrams);
        }
        List<List<TokenRange>> ways = new ArrayList<>();
        for (int i = 0; i < Math.min(most, TRIGRAMS_MAX); i++) {
            Set<IndexToken> tokens = new LinkedHashSet<>();
            for (List<byte[]> trigrams : ofAlternatives) {
                // Spread over the text: neighbours are about as frequent.
                int place = i * trigrams.size() / Math.min(most, TRIGRAMS_MAX);
                addCases(tokens, trigrams.get(place), ignoresCase);
            }
            ways.add(ranges(tokens));
        }
        return ways;
    }

    private static List<byte[]> trigramsOf(List<String> texts) {
        List<byte[]> trigrams = new ArrayList<>();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i + TRIGRAM_BYTES <= bytes.length; i++) {
                trigrams.add(Arrays.copyOfRange(bytes, i, i + TRIGRAM_BYTES));
            }
        }
        return trigrams;
    }

    private static void addCases(Set<IndexToken> tokens, byte[] trigram, boolean ignoresCase) {
        tokens.add(new IndexToken(trigram));
        for (int cases = 1; ignoresCase && cases < 1 << TRIGRAM_BYTES; cases++) {
            byte[] other = trigram.clone();
            for (int i = 0; i < TRIGRAM_BYTES; i++) {
                if ((cases & 1 << i) != 0 && isLetter(other[i])) {
                    other[i] ^= 0x20;
                }
            }
            tokens.add(new IndexToken(other));
        }
    }

    private static boolean isLetter(byte c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** Bytes that are equal by what they hold. */
    @SuppressWarnings("ArrayRecordComponent")
    private record IndexToken(byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof IndexToken token && Arrays.equals(bytes, token.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    private List<TokenRange> ranges(Set<IndexToken> tokens) {
        return tokens.stream().map(token -> TokenRange.exact(index, type, token.bytes)).toList();
    }
}
