package sluice.ingest.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.row.GrowingBuffer;
import sluice.ingest.row.LedgerPart;
import sluice.ingest.row.LineReader;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowReader;
import sluice.ingest.row.RowReaders;
import sluice.model.RowSink;

/**
 * Reads the rows of one relation out of the lines of a reject ledger, each by itself, so that a
 * fault in one cannot swallow the next. What is rejected again is named by its line in the ledger.
 * Layout: docs/rejects.md. Cold: a ledger holds what was bad. Belongs to one thread.
 */
public final class LedgerReader extends LineReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LedgerPart part;
    private final RowReader parser;
    private final Rejects rejects;
    private final GrowingBuffer text = new GrowingBuffer();
    private long rejectedLines;

    /** Whether a row is named by the place that it had in its file. */
    private final boolean hasPlaces;

    private long place;

    public LedgerReader(
            Relation relation,
            LedgerPart part,
            NameResolver names,
            RowSink sink,
            Rejects rejects,
            int rowBytesMax) {
        super(rowBytesMax);
        this.part = part;
        this.rejects = rejects;
        Rejects ofRows = rejects.at(this::line, this::lineOffset);
        FactFormat facts = relation.facts();
        hasPlaces = facts != null && facts.syntax() == FactFormat.Syntax.JSON;
        this.parser =
                RowReaders.ofRows(
                        relation.ofRows(part),
                        names,
                        sink,
                        hasPlaces ? this::rejectPlaced : ofRows,
                        rowBytesMax);
    }

    @Override
    protected void takeLine(byte[] window, int from, int end) {
        int length = end - from;
        if (length > lineBytesMax()) {
            rejectLine(window, from, length, "line is longer than " + lineBytesMax() + " bytes");
            return;
        }
        byte[] line = Arrays.copyOfRange(window, from, from + length);
        if (new String(line, StandardCharsets.UTF_8).isBlank()) {
            return;
        }
        JsonNode json = parsed(line);
        JsonNode number = json == null ? null : json.get("relation");
        boolean known = number != null && number.isInt() && number.intValue() >= 0;
        if (json == null || number == null || !known || number.intValue() >= part.count()) {
            rejectLine(
                    window,
                    from,
                    length,
                    "line is not one of a reject ledger; expected an object with a relation from 0 to %d and a row"
                            .formatted(part.count() - 1));
        } else if (number.intValue() == part.number()) {
            takeRow(json);
        }
    }

    private static @Nullable JsonNode parsed(byte[] line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return null;
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot be read", e);
        }
    }

    private void takeRow(JsonNode json) {
        byte[] row = row(json);
        if (row == null) {
            reject(new byte[0], "line has no row; expected a text as row, or row_base64");
            return;
        }
        if (json.path("row_cut").asBoolean()) {
            reject(row, "row is cut; put the whole row from its file here and remove row_cut");
            return;
        }
        long before = parser.rows() + parser.rejected();
        int begin = 0;
        if (hasPlaces) {
            PlacedRow placed = PlacedRow.of(row, json.path("offset").asLong());
            place = placed.place();
            begin = placed.begin();
            parser.beginAt(place, true);
        }
        text.truncate(0);
        text.put(row, begin, row.length - begin);
        text.put((byte) '\n');
        parser.parse(text.bytes(), 0, text.lengthBytes(), true);
        if (parser.rows() + parser.rejected() == before) {
            reject(row, "row is empty or a comment; delete its line to leave it out");
        }
    }

    /** Rejects a row again, which keeps the place that it had in its file. */
    private void rejectPlaced(long line, long offset, int column, String cause, byte[] row) {
        rejects.reject(line(), lineOffset(), column, cause, PlacedRow.placed(row, place));
    }

    /** The bytes of the row, or null where there are none. */
    private static byte @Nullable [] row(JsonNode json) {
        JsonNode row = json.get("row");
        if (row != null && row.isTextual()) {
            return row.textValue().getBytes(StandardCharsets.UTF_8);
        }
        JsonNode encoded = json.get("row_base64");
        if (encoded == null || !encoded.isTextual()) {
            return null;
        }
        try {
            return encoded.binaryValue();
        } catch (IOException notBase64) {
            return null;
        }
    }

    /** Lines of no relation are rejected once, by the first part. */
    private void rejectLine(byte[] window, int from, int length, String cause) {
        if (part.number() == 0) {
            int kept = Math.min(length, Rejects.ROW_BYTES_MAX);
            reject(Arrays.copyOfRange(window, from, from + kept), cause);
        }
    }

    private void reject(byte[] row, String cause) {
        byte[] kept = Arrays.copyOf(row, Math.min(row.length, Rejects.ROW_BYTES_MAX));
        rejectedLines++;
        rejects.reject(line(), lineOffset(), 0, cause, kept);
    }

    @Override
    public long rows() {
        return parser.rows();
    }

    @Override
    public long rejected() {
        return parser.rejected() + rejectedLines;
    }

    @Override
    public DroppedGraphs dropped() {
        return parser.dropped();
    }
}
