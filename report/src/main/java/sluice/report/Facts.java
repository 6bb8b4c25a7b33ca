package sluice.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The facts of a report, in order: each is shown as a row of a table, of text or Markdown, and as a
 * member of a JSON object. Used by one thread.
 */
public final class Facts {
    private final List<Fact> facts = new ArrayList<>();

    /** How a value is shown to people. JSON has the bare number. */
    public enum Unit {
        COUNT,
        BYTES,
        BYTES_TO_TENTH,
        BYTES_A_SECOND,
        MEBIBYTES,
        SECONDS,
        /** With one decimal. */
        PLAIN;

        String show(Number value) {
            return switch (this) {
                case COUNT -> Amounts.count(value.longValue());
                case BYTES -> Amounts.bytes(value.doubleValue());
                case BYTES_TO_TENTH -> Amounts.bytesToTenth(value.longValue());
                case BYTES_A_SECOND -> Amounts.bytes(value.doubleValue()) + "/s";
                case MEBIBYTES -> (value.longValue() >> 20) + " MiB";
                case SECONDS -> Amounts.elapsed(value.doubleValue());
                case PLAIN -> String.format(Locale.ROOT, "%.1f", value.doubleValue());
            };
        }
    }

    /**
     * One thing that a report says.
     *
     * @param name the member of JSON; empty if JSON leaves it out
     * @param title the first cell of the row; empty if tables leave it out
     * @param note the last cell of the row
     */
    public record Fact(String name, String title, Number value, Unit unit, String note) {
        /** The value with its unit. */
        public String shown() {
            return unit.show(value);
        }

        private void write(JsonGenerator json) throws IOException {
            json.writeFieldName(name);
            if (value instanceof Long || value instanceof Integer) {
                json.writeNumber(value.longValue());
            } else {
                json.writeNumber(String.format(Locale.ROOT, "%.3f", value.doubleValue()));
            }
        }
    }

    /** Adds a fact without a note. */
    public Facts add(String name, String title, Number value, Unit unit) {
        return add(name, title, value, unit, "");
    }

    /** Adds a fact. */
    public Facts add(String name, String title, Number value, Unit unit, String note) {
        facts.add(new Fact(name, title, value, unit, note));
        return this;
    }

    /** Adds a fact that tables leave out if it is 0. */
    public Facts addSome(String name, String title, long value, Unit unit) {
        return addSome(name, title, value, unit, "");
    }

    /** Adds a fact that tables leave out if it is 0. */
    public Facts addSome(String name, String title, long value, Unit unit, String note) {
        return add(name, value == 0 ? "" : title, value, unit, note);
    }

    /** The facts, in order. */
    public List<Fact> list() {
        return List.copyOf(facts);
    }

    /** A table of titles, values and notes. */
    public TextTable table() {
        TextTable table = TextTable.ofAmounts(1);
        addTo(table);
        return table;
    }

    /** Adds a row for each fact that has a title. */
    public void addTo(TextTable table) {
        for (Fact fact : titled()) {
            table.row(fact.title(), fact.shown(), fact.note());
        }
    }

    /** Adds rows with one more value: that of the fact of {@code others} with the same name. */
    public void addTo(TextTable table, Facts others) {
        for (Fact fact : titled()) {
            String other =
                    others.facts.stream()
                            .filter(candidate -> candidate.name.equals(fact.name))
                            .map(Fact::shown)
                            .findFirst()
                            .orElse("");
            table.row(fact.title(), fact.shown(), other, fact.note());
        }
    }

    /**
     * A table in Markdown, under the heading cells {@code what}, {@code value} and {@code note}.
     */
    public String markdown(String what, String value, String note) {
        TextTable table = TextTable.ofAmounts(1);
        table.row(what, value, note);
        addTo(table);
        return table.markdown();
    }

    /** Writes the members of an open JSON object. */
    public void write(JsonGenerator json) throws IOException {
        for (Fact fact : facts) {
            if (!fact.name().isEmpty()) {
                fact.write(json);
            }
        }
    }

    private List<Fact> titled() {
        return facts.stream().filter(fact -> !fact.title().isEmpty()).toList();
    }
}
