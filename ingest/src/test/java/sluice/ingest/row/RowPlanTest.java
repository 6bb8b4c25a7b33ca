package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sluice.ingest.row.Relation.TypeRef;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

class RowPlanTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    csv id1 type=1                          | has no column for ID2
                    csv id2 type=1                          | has no column for ID1
                    csv nodes id2 type=1                    | has no column for ID1
                    csv nodes id1 id2 type=1                | has a column for ID2
                    csv nodes id1 visibility type=1         | has a column for VISIBILITY
                    csv nodes id1 type=1 inverse=2          | has an inverse type
                    csv id1 id2                             | has 0 sources of the type
                    csv id1 id2 type type=1                 | has 2 sources of the type
                    csv id1 id2 type typename               | has 2 sources of the type
                    csv id1 id2 id2 type=1                  | has two columns for ID2: 2 and 3
                    csv id1 id2 type=1 data a:STRING        | has a column for DATA and one for PROPERTY
                    csv id1 id2 type=1 a:STRING a:NUMBER    | has two properties named
                    csv id1 id2 type=1 a                    | without a kind of JSON value
                    csv id1 id2 type=1 time                 | without a time format
                    csv id1 id2 type=1 time:backwards       | factors are not above 0
                    csv id1 id2 type=1 time:HH:mm           | lacks year, month or day
                    csv id1 id2 type=1 time:yyyy-MM-dd_hh:mm | lacks the half of the day
                    csv id1 id2 type=1 time:yyyy-bb-dd      | cannot be read
                    """)
    void refusesRelationsThatMakeNoSense(String relation, String found) {
        refuses(ScriptRelation.of(relation), found);
    }

    @Test
    void refusesFormatsInWhichOneByteHasTwoJobs() {
        refuses(withFormat(new TextFormat((byte) '\n', false, -1, -1)), "line end as delimiter");
        refuses(withFormat(new TextFormat((byte) '"', false, '"', -1)), "delimiter and as quote");
        refuses(
                withFormat(new TextFormat((byte) '#', false, -1, '#')),
                "delimiter and to begin comments");
        refuses(
                withFormat(new TextFormat((byte) ',', false, '#', '#')),
                "quote and to begin comments");
        refuses(withFormat(new TextFormat((byte) ',', false, '\r', -1)), "line end as quote");
        refuses(withFormat(new TextFormat((byte) ',', false, 256, -1)), "no byte");
        refuses(withFormat(new TextFormat((byte) ',', true, ' ', -1)), "blank as quote");
    }

    private static Relation withFormat(TextFormat format) {
        List<Column> columns = ScriptRelation.of("csv id1 id2 type=1").columns();
        return new Relation(
                "odd", RowKind.LINK, format, columns, new TypeRef.Number(1), null, (byte) ';');
    }

    private static void refuses(Relation relation, String found) {
        RecordedRows rows = new RecordedRows();
        SluiceException refusal =
                assertThrows(
                        SluiceException.class,
                        () -> new RowParser(relation, new NumberedNames(), rows, rows));
        assertEquals(ErrorCode.CONFIG, refusal.code());
        String message = refusal.getMessage();
        assertEquals(true, message.contains(found) && message.contains(relation.name()), message);
    }
}
