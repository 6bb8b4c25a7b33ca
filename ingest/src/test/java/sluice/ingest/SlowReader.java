package sluice.ingest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text as docs/mapping.md says that rows are read, one letter after the other, and leaves
 * nothing out: every line end, comment and title is part of one item. Shares no code with what it
 * tests.
 *
 * <p>A letter stands for a byte (ISO-8859-1).
 */
final class SlowReader {
    /**
     * How a text is cut; all is known.
     *
     * @param blanks any run of blanks and tabs separates fields
     * @param quote the letter or -1, as escape and comment
     * @param missing the text of an unquoted field without value, or null
     * @param header whether the first row names columns
     */
    record Rules(
            char delimiter,
            boolean blanks,
            int quote,
            int escape,
            int comment,
            boolean trim,
            @Nullable String missing,
            int skip,
            boolean header) {
        Rules withComment(int other) {
            return new Rules(delimiter, blanks, quote, escape, other, trim, missing, skip, header);
        }
    }

    enum Kind {
        SKIPPED,
        BLANK,
        COMMENT,
        HEADER,
        ROW,
        /** A row or comment whose quotes or carriage returns are wrong. */
        FAULTY
    }

    record Field(String text, boolean quoted) {}

    /**
     * One piece of the text.
     *
     * @param raw all of it but its line end
     */
    record Item(Kind kind, String raw, List<Field> fields) {}

    private final String text;
    private final Rules rules;
    private final List<Item> items = new ArrayList<>();
    private int at;
    private boolean faulty;

    private SlowReader(String text, Rules rules) {
        this.text = text;
        this.rules = rules;
    }

    static List<Item> read(String text, Rules rules) {
        SlowReader reader = new SlowReader(text, rules);
        for (int line = 0; line < rules.skip() && reader.at < text.length(); line++) {
            int start = reader.at;
            reader.passLine();
            reader.add(Kind.SKIPPED, start, List.of());
        }
        boolean header = rules.header();
        while (reader.at < text.length()) {
            header = !reader.readItem(header) && header;
        }
        return reader.items;
    }

    /** True where the item was the header. */
    private boolean readItem(boolean header) {
        int start = at;
        String line = line(start);
        if (line.isEmpty() || (rules.blanks() || header) && line.matches("[ \t]*")) {
            passLine();
            add(Kind.BLANK, start, List.of());
            return false;
        }
        faulty = false;
        String begin = rules.blanks() ? line.replaceFirst("^[ \t]+", "") : line;
        boolean comment = rules.comment() >= 0 && begin.charAt(0) == rules.comment();
        if (comment && !begin.contains("\r")) {
            passLine();
            add(Kind.COMMENT, start, List.of());
            return false;
        }
        if (comment) {
            at = text.indexOf('\r', at);
            while (peek() == '\r') {
                at++;
            }
            faulty = true;
        }
        List<Field> fields = readFields();
        boolean isHeader = header && !faulty;
        add(faulty ? Kind.FAULTY : isHeader ? Kind.HEADER : Kind.ROW, start, fields);
        return isHeader;
    }

    /** The line at {@code start} without the carriage returns that belong to its end. */
    private String line(int start) {
        int end = text.indexOf('\n', start);
        String line = text.substring(start, end < 0 ? text.length() : end);
        return line.replaceFirst("\r+$", "");
    }

    private void passLine() {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
    }

    private void add(Kind kind, int start, List<Field> fields) {
        String all = text.substring(start, at);
        items.add(new Item(kind, all.replaceFirst("\n$", "").replaceFirst("\r+$", ""), fields));
    }

    /** The letter at hand, or -1 at the end. */
    private int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }

    private boolean isDelimiter(int letter) {
        return rules.blanks() ? letter == ' ' || letter == '\t' : letter == rules.delimiter();
    }

    /** Reads up to and with the line end of the row. */
    private List<Field> readFields() {
        List<Field> fields = new ArrayList<>();
        while (true) {
            while (rules.blanks() ? isDelimiter(peek()) : rules.trim() && peek() == ' ') {
                at++;
            }
            if (rules.blanks() && !fields.isEmpty() && (peek() < 0 || endsHere())) {
                return ended(fields);
            }
            if (rules.quote() >= 0 && peek() == rules.quote()) {
                String quoted = readQuoted();
                if (quoted == null) {
                    return fields;
                }
                faulty |= !readPlain().isEmpty();
                fields.add(new Field(quoted, true));
            } else {
                fields.add(new Field(readPlain(), false));
            }
            if (peek() < 0 || endsHere()) {
                return ended(fields);
            }
            if (peek() == '\r') {
                faulty = true;
                while (peek() == '\r') {
                    at++;
                }
            }
            if (isDelimiter(peek())) {
                at++;
            }
        }
    }

    /** Whether the line ends here: carriage returns, if any, and a line feed or the text's end. */
    private boolean endsHere() {
        int end = at;
        while (end < text.length() && text.charAt(end) == '\r') {
            end++;
        }
        return end == text.length() || text.charAt(end) == '\n';
    }

    private List<Field> ended(List<Field> fields) {
        passLine();
        return fields;
    }

    /** Up to a delimiter, a carriage return or a line feed. */
    private String readPlain() {
        int start = at;
        while (peek() >= 0 && !isDelimiter(peek()) && peek() != '\r' && peek() != '\n') {
            at++;
        }
        String plain = text.substring(start, at);
        return rules.trim() && !rules.blanks() ? plain.replaceFirst(" +$", "") : plain;
    }

    /**
     * The text between quotes; null where the quote is never closed, and the row ends with the
     * line.
     */
    private @Nullable String readQuoted() {
        int open = at;
        StringBuilder field = new StringBuilder();
        at++;
        while (peek() >= 0) {
            int here = text.charAt(at++);
            boolean beforeQuote = peek() == rules.quote();
            boolean escapes = here == rules.escape() && (beforeQuote || peek() == here);
            if (escapes || here == rules.quote() && beforeQuote) {
                field.append((char) peek());
                at++;
            } else if (here == rules.quote()) {
                return field.toString();
            } else {
                field.append((char) here);
            }
        }
        faulty = true;
        at = open;
        passLine();
        return null;
    }
}
