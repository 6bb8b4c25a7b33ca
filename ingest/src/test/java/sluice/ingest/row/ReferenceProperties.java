package sluice.ingest.row;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.ingest.fact.ValueColumn;
import sluice.model.ByteHash;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;

/** The properties of a row, slowly: texts alone, as docs/format-properties.md has their bytes. */
final class ReferenceProperties {
    private static final byte STRING = 9;

    private record Property(long type, long slot, byte[] data) {}

    private final byte arrayDelimiter;
    private final Map<Column, Long> types = new HashMap<>();
    private final List<Property> row = new ArrayList<>();

    ReferenceProperties(Relation relation, NameResolver names) {
        arrayDelimiter = relation.arrayDelimiter();
        for (Column column : relation.columns()) {
            if (column.value() != null) {
                byte[] name = column.value().predicate().getBytes(StandardCharsets.UTF_8);
                long predicate = names.type(name, 0, name.length);
                types.put(column, PropertyTypes.ofPredicate(predicate));
            }
        }
    }

    void begin() {
        row.clear();
    }

    void add(Column column, byte[] field) {
        ValueColumn value = column.value();
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        for (byte letter : field) {
            if (value.isArray() && letter == arrayDelimiter) {
                addValue(column, part.toByteArray());
                part.reset();
            } else {
                part.write(letter);
            }
        }
        addValue(column, part.toByteArray());
    }

    private void addValue(Column column, byte[] text) {
        if (text.length == 0) {
            return;
        }
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        data.write(STRING);
        data.writeBytes(text);
        byte[] bytes = data.toByteArray();
        boolean isSingle = column.value().declared() != null && !column.value().declared().isList();
        long slot = isSingle ? 0 : ByteHash.nonZero(MemorySegment.ofArray(bytes), 0, bytes.length);
        row.add(new Property(types.get(column), slot, bytes));
    }

    /** The rows, as {@link RecordedRows} has them. */
    List<String> rows(long id1, long time, long version, int flags) {
        boolean deletes = (flags & RowSink.TOMBSTONE) != 0;
        return row.stream()
                .map(
                        each ->
                                RecordedRows.row(
                                        id1,
                                        each.type(),
                                        each.slot(),
                                        time,
                                        version,
                                        flags,
                                        deletes ? new byte[0] : each.data()))
                .toList();
    }
}
