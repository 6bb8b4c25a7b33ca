package sluice.ingest.row;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.model.RowKind;

/**
 * What the rows of some files mean: nodes or links, and the job of each column.
 *
 * @param name for messages, as the mapping or the file has it
 * @param columns by position
 * @param type the type of all rows, or null when a column has it
 * @param inverse the type of the inverse link that each link also makes, or null for none
 * @param arrayDelimiter between the parts of an array property
 * @param extraFields whether fields after the last column are left out, as with edge lists that
 *     carry weights; without it a row is rejected when one of them is not empty
 * @param shortRows whether a row may have fewer fields than there are columns, as long as ids, type
 *     and time are there, and empty fields after the last column
 * @param ledger where the rows stand in a reject ledger, else null; {@code format} is then that of
 *     the ledger's lines
 * @param facts how the rows state facts, else null; there are no columns then
 * @param members which members of objects the columns are, where each line is an object of JSON,
 *     else null; {@code format} is then that of lines
 */
public record Relation(
        String name,
        RowKind kind,
        TextFormat format,
        List<Column> columns,
        @Nullable TypeRef type,
        @Nullable TypeRef inverse,
        byte arrayDelimiter,
        boolean extraFields,
        boolean shortRows,
        @Nullable LedgerPart ledger,
        @Nullable FactFormat facts,
        @Nullable RowMembers members) {

    public Relation {
        columns = List.copyOf(columns);
    }

    /** A relation whose rows have as many fields as there are columns. */
    public Relation(
            String name,
            RowKind kind,
            TextFormat format,
            List<Column> columns,
            @Nullable TypeRef type,
            @Nullable TypeRef inverse,
            byte arrayDelimiter) {
        this(name, kind, format, columns, type, inverse, arrayDelimiter, false, false);
    }

    /** A relation whose rows stand in files of their own. */
    public Relation(
            String name,
            RowKind kind,
            TextFormat format,
            List<Column> columns,
            @Nullable TypeRef type,
            @Nullable TypeRef inverse,
            byte arrayDelimiter,
            boolean extraFields,
            boolean shortRows) {
        this(
                name,
                kind,
                format,
                columns,
                type,
                inverse,
                arrayDelimiter,
                extraFields,
                shortRows,
                null,
                null,
                null);
    }

    /** A relation whose rows are facts. */
    public static Relation ofFacts(String name, FactFormat facts) {
        return new Relation(
                name,
                RowKind.LINK,
                LedgerPart.LINES,
                List.of(),
                null,
                null,
                (byte) ';',
                false,
                false,
                null,
                facts,
                null);
    }

    /** The same rows as facts of {@code others}. */
    public Relation withFacts(FactFormat others) {
        return new Relation(
                name,
                kind,
                format,
                columns,
                type,
                inverse,
                arrayDelimiter,
                extraFields,
                shortRows,
                ledger,
                others,
                members);
    }

    /** The same rows with other columns. */
    public Relation withColumns(List<Column> others) {
        return new Relation(
                name,
                kind,
                format,
                others,
                type,
                inverse,
                arrayDelimiter,
                extraFields,
                shortRows,
                ledger,
                facts,
                members);
    }

    /** The same rows, each of which also makes a link back of the type {@code back}. */
    public Relation withInverse(TypeRef back) {
        return new Relation(
                name,
                kind,
                format,
                columns,
                type,
                back,
                arrayDelimiter,
                extraFields,
                shortRows,
                ledger,
                facts,
                members);
    }

    /** Whether its rows are facts about nodes that have names. */
    public boolean hasFactNames() {
        return facts != null && facts.ids() == FactRules.Ids.NAMES;
    }

    /** Whether its rows are objects of JSON, which line ends do not part. */
    public boolean isOfObjects() {
        return facts != null && ledger == null && facts.syntax() == FactFormat.Syntax.JSON;
    }

    /** The relation of rows that stand in the lines of a reject ledger. */
    public Relation inLedger(LedgerPart part) {
        return withText(LedgerPart.LINES, part, members);
    }

    /** The relation of the same rows, each taken out of its line of the ledger. */
    public Relation ofRows(LedgerPart part) {
        return withText(part.format(), null, members);
    }

    /** The relation of rows that are objects of JSON, one a line. */
    public Relation ofMembers(RowMembers of) {
        return withText(LedgerPart.LINES, ledger, of);
    }

    /** The relation of the same rows, once their objects are delimited text. */
    Relation ofFields() {
        return withText(RowMembers.FIELDS, ledger, members);
    }

    /** The same rows in another text. */
    private Relation withText(
            TextFormat otherFormat, @Nullable LedgerPart part, @Nullable RowMembers of) {
        return new Relation(
                name,
                kind,
                otherFormat,
                columns,
                type,
                inverse,
                arrayDelimiter,
                extraFields,
                shortRows,
                part,
                facts,
                of);
    }

    /** A type given by number or by name. */
    public sealed interface TypeRef {
        record Number(long type) implements TypeRef {}

        record Named(String name) implements TypeRef {}
    }
}
