package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.json.ObjectLine;
import sluice.model.RowSink;

/**
 * Reads lines of JSON, each of them one object: its members become the fields of a row, which
 * {@link RowParser} takes. A line that is no row is rejected alone, as it is in its file. Belongs
 * to one thread. Hot: no object for each row.
 */
final class MemberReader extends LineReader {
    private final ObjectLine object;
    private final RowParser parser;
    private final Relation relation;
    private final RowMembers members;
    private final Rejects rejects;

    /** The line at hand. */
    private byte[] window = {};

    private int lineFrom;
    private int lineEnd;
    private long rejectedLines;

    MemberReader(
            Relation relation,
            RowMembers members,
            NameResolver names,
            RowSink sink,
            Rejects rejects,
            int rowBytesMax) {
        super(rowBytesMax);
        this.relation = relation;
        this.members = members;
        this.rejects = rejects;
        object =
                new ObjectLine(
                        columns(relation, members), relation.arrayDelimiter(), members.nullText());
        parser =
                new RowParser(
                        relation.ofFields(),
                        names,
                        sink,
                        new OfFields(),
                        RowSink.DATA_BYTES_MAX,
                        rowBytesMax);
    }

    private static List<ObjectLine.Column> columns(Relation relation, RowMembers members) {
        List<ObjectLine.Column> columns = new ArrayList<>();
        for (int index = 0; index < members.names().size(); index++) {
            Column column = relation.columns().get(index);
            boolean isArray =
                    column.value() != null
                            ? column.value().isArray()
                            : column.json() != null && column.json().isArray();
            ObjectLine.Shape shape =
                    switch (column.role()) {
                        case IGNORE -> ObjectLine.Shape.LEFT_OUT;
                        case DATA -> ObjectLine.Shape.WRITTEN;
                        default -> isArray ? ObjectLine.Shape.ARRAY : ObjectLine.Shape.VALUE;
                    };
            columns.add(new ObjectLine.Column(members.names().get(index), shape));
        }
        return columns;
    }

    @Override
    protected void takeLine(byte[] text, int from, int end) {
        window = text;
        lineFrom = from;
        lineEnd = end;
        if (end - from > lineBytesMax()) {
            rejectedLines++;
            reject(0, RowFault.overlong(lineBytesMax()));
        } else if (!isBlank()) {
            takeObject();
        }
    }

    private boolean isBlank() {
        for (int at = lineFrom; at < lineEnd; at++) {
            byte c = window[at];
            if (c != ' ' && c != '\t' && c != '\r') {
                return false;
            }
        }
        return true;
    }

    private void takeObject() {
        if (!object.turn(window, lineFrom, lineEnd)) {
            rejectedLines++;
            reject(character(object.place()), object.cause());
        } else if (object.length() > lineBytesMax()) {
            rejectedLines++;
            reject(0, RowFault.overlong(lineBytesMax()));
        } else {
            parser.parse(object.bytes(), 0, object.length(), true);
        }
    }

    /** The character of the line that the byte at {@code place} is in, counted from 1. */
    private int character(int place) {
        String before = new String(window, lineFrom, place - lineFrom, StandardCharsets.UTF_8);
        return 1 + before.codePointCount(0, before.length());
    }

    private void reject(int column, String cause) {
        int end = lineEnd;
        while (end > lineFrom && window[end - 1] == '\r') {
            end--;
        }
        int length = Math.min(end - lineFrom, Rejects.ROW_BYTES_MAX);
        rejects.reject(
                line(),
                lineOffset(),
                column,
                cause,
                Arrays.copyOfRange(window, lineFrom, lineFrom + length));
    }

    /** Says of a field that cannot be taken which member it is. */
    private final class OfFields implements Rejects {
        @Override
        public void reject(long line, long byteOffset, int column, String cause, byte[] row) {
            if (column == 0) {
                MemberReader.this.reject(0, cause);
                return;
            }
            int place = object.placeOf(column - 1);
            String name = relation.columns().get(column - 1).name();
            boolean isNamed = cause.startsWith("property \"" + name + '"');
            MemberReader.this.reject(
                    place < 0 ? 0 : character(place),
                    isNamed
                            ? cause
                            : "member \"%s\": %s"
                                    .formatted(members.names().get(column - 1), cause));
        }

        @Override
        public @Nullable LinkCheck linkCheck() {
            LinkCheck check = rejects.linkCheck();
            return check == null ? null : check.at(MemberReader.this::line);
        }
    }

    @Override
    public long rows() {
        return parser.rows();
    }

    @Override
    public long rejected() {
        return parser.rejected() + rejectedLines;
    }
}
