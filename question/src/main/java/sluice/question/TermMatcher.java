package sluice.question;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.schema.TokenMaker;
import sluice.schema.Tokenizer;
import sluice.schema.Tokens;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Compares the words of texts with those of a condition, both cut by the rules of the stored text's
 * language.
 */
final class TermMatcher implements ValueMatcher {
    private static final byte[] NO_BYTES = new byte[0];

    /** A language whose texts are cut at blanks alone. */
    private static final String CUT_AT_BLANKS = "zh";

    private final boolean wantsAll;
    private final Tokenizer tokenizer;
    private final TypedValue wanted = new TypedValue();
    private final TypedValue text = new TypedValue();
    private final TokenMaker maker = new TokenMaker();
    private final Tokens wantedWords = new Tokens();
    private final Tokens words = new Tokens();

    /** The language by whose rules the wanted words were cut last. */
    private byte @Nullable [] cutFor;

    TermMatcher(Condition condition) {
        Operator operator = condition.operator();
        wantsAll = operator == Operator.ALLOFTERMS || operator == Operator.ALLOFTEXT;
        tokenizer = tokenizer(operator);
        wanted.setText(ValueType.STRING, condition.values().getFirst());
    }

    /** The rule that cuts texts for {@code operator}. */
    static Tokenizer tokenizer(Operator operator) {
        return switch (operator) {
            case ANYOFTEXT, ALLOFTEXT -> Tokenizer.FULLTEXT;
            default -> Tokenizer.TERM;
        };
    }

    /** The words of {@code text}, in their order as bytes. */
    private static List<byte[]> words(Tokenizer tokenizer, String text, String language) {
        byte[] tag = language.getBytes(StandardCharsets.US_ASCII);
        Tokens tokens = new Tokens();
        new TokenMaker()
                .tokens(
                        tokenizer,
                        new TypedValue().setText(ValueType.STRING, text),
                        tag,
                        0,
                        tag.length,
                        tokens);
        return list(tokens);
    }

    /** All tokens as arrays. */
    static List<byte[]> list(Tokens tokens) {
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < tokens.count(); i++) {
            int offset = tokens.offset(i);
            list.add(Arrays.copyOfRange(tokens.bytes(), offset, offset + tokens.length(i)));
        }
        return list;
    }

    /**
     * The words of {@code text} by each of the rules that values of {@code language} are cut by; of
     * full texts of any language by those of English alone.
     */
    static List<List<byte[]>> words(
            Tokenizer tokenizer, String text, PredicateName.Language language) {
        return switch (language) {
            case PredicateName.Language.None() -> List.of(words(tokenizer, text, ""));
            case PredicateName.Language.Tag(String tag) -> List.of(words(tokenizer, text, tag));
            case PredicateName.Language.Any() ->
                    tokenizer == Tokenizer.FULLTEXT
                            ? List.of(words(tokenizer, text, ""))
                            : List.of(
                                    words(tokenizer, text, ""),
                                    words(tokenizer, text, CUT_AT_BLANKS));
        };
    }

    @Override
    public boolean matches(StoredValue stored) {
        TypedValue value = stored.value();
        // A literal that is kept as written is looked at as a text.
        switch (value.type()) {
            case STRING, DEFAULT, OTHER ->
                    text.setBytes(ValueType.STRING, value.bytes(), value.offset(), value.length());
            default -> {
                return false;
            }
        }
        put(text, stored, words);
        cutWanted(stored);
        return wantedWords.count() > 0 && isFound();
    }

    /** The wanted words depend on the language alone, which is mostly that of the value before. */
    private void cutWanted(StoredValue stored) {
        int offset = stored.languageOffset();
        int length = stored.languageLength();
        byte[] known = cutFor;
        boolean isCut =
                known != null
                        && (length == 0
                                ? known.length == 0
                                : Arrays.equals(
                                        known,
                                        0,
                                        known.length,
                                        stored.data(),
                                        offset,
                                        offset + length));
        if (!isCut) {
            put(wanted, stored, wantedWords);
            cutFor =
                    length == 0
                            ? NO_BYTES
                            : Arrays.copyOfRange(stored.data(), offset, offset + length);
        }
    }

    private void put(TypedValue of, StoredValue stored, Tokens to) {
        int length = stored.languageLength();
        byte[] language = length == 0 ? NO_BYTES : stored.data();
        int offset = length == 0 ? 0 : stored.languageOffset();
        maker.tokens(tokenizer, of, language, offset, length, to);
    }

    private boolean isFound() {
        int at = 0;
        for (int i = 0; i < wantedWords.count(); i++) {
            int order = -1;
            while (at < words.count()) {
                order = compare(at, i);
                if (order >= 0) {
                    break;
                }
                at++;
            }
            boolean isThere = at < words.count() && order == 0;
            if (isThere != wantsAll) {
                return isThere;
            }
        }
        return wantsAll;
    }

    private int compare(int word, int wantedWord) {
        int offset = words.offset(word);
        int wantedOffset = wantedWords.offset(wantedWord);
        return Arrays.compareUnsigned(
                words.bytes(),
                offset,
                offset + words.length(word),
                wantedWords.bytes(),
                wantedOffset,
                wantedOffset + wantedWords.length(wantedWord));
    }
}
