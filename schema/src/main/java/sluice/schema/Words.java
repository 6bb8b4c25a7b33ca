package sluice.schema;

import java.io.CharArrayReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardTokenizerImpl;

/**
 * The words of a text: by the rules of Unicode (UAX #29), in lower case, then in the normal form
 * NFKC. Why Lucene finds them: docs/decisions/014-words-of-terms.md.
 *
 * <p>Hot for ASCII: no object a text. Other texts cost a string each and one for each word. Belongs
 * to one thread.
 */
final class Words {
    /** Languages whose words these rules do not find: their texts are cut at blanks alone. */
    private static final Set<String> CUT_AT_BLANKS =
            Set.of("zh", "ja", "th", "lo", "my", "bo", "km", "kxm");

    private static final int LONGEST_OF_THEM = 3;

    /** What a word is made of, besides letters and digits, and between what it may stand. */
    private static final int OTHER = 0;

    private static final int LETTER = 1;
    private static final int DIGIT = 2;
    private static final int JOINER = 3;
    private static final byte[] KINDS = kinds();

    /** How long a word may be; Lucene cuts a longer one. The buffer grows with the texts. */
    private static final int WORD_CHARS_MAX = 1 << 20;

    private static final int FIRST_CHARS = 1 << 10;

    private final StandardTokenizerImpl segments =
            new StandardTokenizerImpl(new CharArrayReader(new char[0]));
    private int segmentCharsMax;

    private static byte[] kinds() {
        byte[] kinds = new byte[128];
        for (char c = 'a'; c <= 'z'; c++) {
            kinds[c] = LETTER;
            kinds[c - 0x20] = LETTER;
        }
        for (char c = '0'; c <= '9'; c++) {
            kinds[c] = DIGIT;
        }
        kinds['_'] = JOINER;
        return kinds;
    }

    /** Puts the words of {@code text}, in its order; for an empty one an empty word. */
    void put(TypedValue text, byte[] language, int languageOffset, int languageLength, Tokens to) {
        if (text.length == 0) {
            to.begin();
            to.end();
        } else if (isCutAtBlanks(language, languageOffset, languageLength)) {
            putBetweenBlanks(text.text(), to);
        } else if (isAscii(text)) {
            putAscii(text.bytes, text.offset, text.offset + text.length, to);
        } else {
            putAll(text.text(), to);
        }
    }

    private static boolean isCutAtBlanks(byte[] language, int offset, int length) {
        int end = 0;
        while (end < length && language[offset + end] != '-') {
            end++;
        }
        if (end == 0 || end > LONGEST_OF_THEM) {
            return false;
        }
        String base = new String(language, offset, end, StandardCharsets.US_ASCII);
        return CUT_AT_BLANKS.contains(base.toLowerCase(Locale.ROOT));
    }

    private static boolean isAscii(TypedValue text) {
        int bits = 0;
        for (int i = 0; i < text.length; i++) {
            bits |= text.bytes[text.offset + i];
        }
        return bits >= 0;
    }

    /** The rules of UAX #29 as far as they are about ASCII. */
    private static void putAscii(byte[] text, int offset, int end, Tokens to) {
        int at = offset;
        while (at < end) {
            if (KINDS[text[at]] == OTHER) {
                at++;
                continue;
            }
            int from = at;
            boolean isWord = KINDS[text[at]] != JOINER;
            for (at++; at < end; at++) {
                int kind = KINDS[text[at]];
                isWord |= kind == LETTER || kind == DIGIT;
                if (kind == OTHER && !isBetween(text, at, end)) {
                    break;
                }
            }
            if (isWord) {
                putLower(text, from, at, to);
            }
        }
    }

    /** Whether the character at {@code at} stands between two letters or digits that it joins. */
    private static boolean isBetween(byte[] text, int at, int end) {
        if (at + 1 == end) {
            return false;
        }
        int before = KINDS[text[at - 1]];
        if (before != KINDS[text[at + 1]]) {
            return false;
        }
        return switch (text[at]) {
            case '.', '\'' -> before == LETTER || before == DIGIT;
            case ':' -> before == LETTER;
            case ',', ';' -> before == DIGIT;
            default -> false;
        };
    }

    private static void putLower(byte[] text, int from, int end, Tokens to) {
        to.begin();
        to.buffer.reserve(end - from);
        for (int i = from; i < end; i++) {
            byte c = text[i];
            to.buffer.bytes[to.buffer.length++] = (byte) (c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        }
        to.end();
    }

    private static void putBetweenBlanks(String text, Tokens to) {
        int at = 0;
        while (at < text.length()) {
            int from = at;
            while (at < text.length() && !isBlank(text.codePointAt(at))) {
                at += Character.charCount(text.codePointAt(at));
            }
            if (at > from) {
                putWord(text, from, at, to);
            } else {
                at += Character.charCount(text.codePointAt(at));
            }
        }
    }

    /** What Unicode calls white space. */
    private static boolean isBlank(int c) {
        return Character.isSpaceChar(c) || (c >= '\t' && c <= '\r') || c == 0x85;
    }

    /** The words of any text, but for those of pictures alone. */
    void putAll(String text, Tokens to) {
        int needed = Math.min(text.length(), WORD_CHARS_MAX);
        if (needed > segmentCharsMax) {
            segmentCharsMax = Math.max(FIRST_CHARS, Integer.highestOneBit(needed) * 2);
            segments.setBufferSize(segmentCharsMax);
        }
        segments.yyreset(new CharArrayReader(text.toCharArray()));
        try {
            for (int kind = segments.getNextToken();
                    kind != StandardTokenizerImpl.YYEOF;
                    kind = segments.getNextToken()) {
                if (kind != StandardTokenizerImpl.EMOJI_TYPE) {
                    int from = segments.yychar();
                    putWord(text, from, from + segments.yylength(), to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail", e);
        }
    }

    /** Letter by letter, so that a letter never depends on its neighbours; then normalized. */
    private static void putWord(String text, int from, int end, Tokens to) {
        StringBuilder lower = new StringBuilder(end - from);
        for (int at = from; at < end; ) {
            int c = text.codePointAt(at);
            lower.appendCodePoint(Character.toLowerCase(c));
            at += Character.charCount(c);
        }
        byte[] word =
                Normalizer.normalize(lower, Normalizer.Form.NFKC).getBytes(StandardCharsets.UTF_8);
        to.begin();
        to.buffer.put(word, 0, word.length);
        to.end();
    }
}
