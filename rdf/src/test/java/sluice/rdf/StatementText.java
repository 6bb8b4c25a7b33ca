package sluice.rdf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a parser made of a text, as lines that can be compared: statements and rejects in order. */
final class StatementText {
    static final String REJECTED = "rejected";

    private StatementText() {}

    /** Parses a whole text, with a line end behind it. */
    static List<String> parse(RdfDialect dialect, boolean graphs, byte[] text) {
        return parse(new StatementParser(dialect, graphs, new WrittenForms()), text);
    }

    static List<String> parse(StatementParser parser, byte[] text) {
        byte[] lines = java.util.Arrays.copyOf(text, text.length + 1);
        lines[text.length] = '\n';
        parser.begin(lines, StatementParser.pastMark(lines, 0, lines.length), lines.length);
        List<String> outcomes = new ArrayList<>();
        while (true) {
            switch (parser.next()) {
                case STATEMENT -> outcomes.add(of(parser.statement()));
                case REJECTED -> outcomes.add(REJECTED);
                case END -> {
                    return outcomes;
                }
            }
        }
    }

    /** Parses one line; a reject is its column and cause. */
    static String parseLine(RdfDialect dialect, boolean graphs, String line) {
        StatementParser parser = new StatementParser(dialect, graphs, new WrittenForms());
        byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
        parser.begin(text, 0, text.length);
        return switch (parser.next()) {
            case STATEMENT -> of(parser.statement());
            case REJECTED -> parser.column() + ": " + parser.cause();
            case END -> "nothing";
        };
    }

    static String of(Statement statement) {
        StringBuilder text = new StringBuilder();
        text.append(of(statement.subject())).append(' ');
        text.append(of(statement.predicate())).append(' ');
        text.append(of(statement.object()));
        if (statement.datatype().kind() != Term.Kind.ABSENT) {
            text.append("^^").append(of(statement.datatype()));
        }
        if (statement.language().length() > 0) {
            text.append('@').append(text(statement.language()));
        }
        if (statement.graph().kind() != Term.Kind.ABSENT) {
            text.append(" in ").append(of(statement.graph()));
        }
        for (int index = 0; index < statement.facetCount(); index++) {
            text.append(' ').append(of(statement.facet(index)));
        }
        return text.toString();
    }

    private static String of(Term term) {
        return switch (term.kind()) {
            case ABSENT -> "-";
            case IRI -> "<" + text(term) + ">";
            case BLANK -> "_:" + text(term);
            case UID -> "uid " + Long.toUnsignedString(term.uid());
            case LITERAL -> "\"" + text(term) + "\"";
        };
    }

    private static String of(StatementFacet facet) {
        String value =
                switch (facet.type()) {
                    case STRING, DATETIME -> text(facet.text());
                    case INT, BOOL -> Long.toString(facet.number());
                    case FLOAT -> Double.toString(facet.fraction());
                };
        return "(" + text(facet.key()) + " " + facet.type() + " " + value + ")";
    }

    private static String text(Span span) {
        return new String(span.bytes(), span.offset(), span.length(), StandardCharsets.UTF_8);
    }
}
