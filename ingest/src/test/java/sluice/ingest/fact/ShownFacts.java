package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;

/** Shows the rows of facts as text, with the names that stand behind their numbers. */
public class ShownFacts implements FactNames, RowSink {
    private static final long FIRST_TYPE = 1L << 52;

    private final List<String> groups = new ArrayList<>(List.of(""));
    private final List<String> ids = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final List<String> types = new ArrayList<>();

    /** The rows, and what was rejected, in the order in which they came. */
    public final List<String> lines = new ArrayList<>();

    @Override
    public int group(String name) {
        if (!groups.contains(name)) {
            groups.add(name);
        }
        return groups.indexOf(name);
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        String name = new String(bytes, offset, length, StandardCharsets.UTF_8);
        String shown = groups.get(group) + ":" + name;
        return numbers.computeIfAbsent(
                shown,
                key -> {
                    ids.add(key);
                    return ids.size() - 1L;
                });
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        String name = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (!types.contains(name)) {
            types.add(name);
        }
        return FIRST_TYPE + types.indexOf(name);
    }

    @Override
    public void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            byte[] data,
            int dataOffset,
            int dataLength) {
        boolean isProperty = PropertyTypes.isProperty(type);
        long predicate = isProperty ? PropertyTypes.predicateOf(type) : type;
        String line =
                "%s %s %s"
                        .formatted(
                                ids.get((int) id1),
                                types.get((int) (predicate - FIRST_TYPE)),
                                isProperty
                                        ? "[%s]".formatted(Long.toHexString(id2))
                                        : ids.get((int) id2));
        line += time == 0 && version == 0 ? "" : " t=%d v=%d".formatted(time, version);
        line += flags == 0 ? "" : " flags=" + flags;
        String bytes = HexFormat.of().formatHex(data, dataOffset, dataOffset + dataLength);
        lines.add(line + (bytes.isEmpty() ? "" : " " + bytes));
    }

    /** As {@code sluice.ingest.row.Rejects.reject}. */
    public void reject(long line, long byteOffset, int column, String cause, byte[] row) {
        lines.add(
                "%d:%d @%d %s | %s"
                        .formatted(
                                line,
                                column,
                                byteOffset,
                                cause,
                                new String(row, StandardCharsets.UTF_8)));
    }
}
