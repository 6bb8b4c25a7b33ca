package sluice.ingest.row;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkQueue;
import sluice.ingest.Source;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.model.RowSink;

/** What the rows of a source say, in words that a script can hold. */
public final class RowsInWords {
    private RowsInWords() {}

    /** The rows of {@code inputs} in source order, each in a line. */
    public static String of(List<String> inputs, @Nullable Path mapping) throws IOException {
        Source source = bound(Source.open(inputs, mapping));
        StringBuilder rows = new StringBuilder();
        WrittenNames names = new WrittenNames();
        try (ChunkQueue queue = ChunkQueue.open(source, 1 << 20, List.of())) {
            for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
                chunk.parse(
                        names,
                        names.sink(chunk.kind(), rows),
                        (line, _, column, cause, _) ->
                                rows.append("rejected %d:%d %s%n".formatted(line, column, cause)));
            }
        }
        return rows.toString();
    }

    /** With its properties as its own words declare them. */
    private static Source bound(Source source) {
        return source.hasProperties()
                ? source.bound(source.schema().with(source.schemaOfHeaders(), _ -> false), 1)
                : source;
    }

    /** Gives names numbers from the top down and writes rows with the names again. */
    private static final class WrittenNames implements NameResolver {
        /** The numbers of names are small and negative, so those of property types are these. */
        private static final long PROPERTIES_MIN = PropertyTypes.ofPredicate(-(1 << 20));

        private final List<String> groups = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        RowSink sink(RowKind kind, StringBuilder rows) {
            return (id1, type, id2, time, version, flags, data, offset, length) -> {
                if (type > 0 && type >= PROPERTIES_MIN) {
                    rows.append("property ")
                            .append(text(id1))
                            .append(' ')
                            .append(text(PropertyTypes.predicateOf(type)))
                            .append(' ')
                            .append(text(data, offset, length))
                            .append('\n');
                    return;
                }
                rows.append(kind == RowKind.LINK ? "link " : "node ")
                        .append(text(id1))
                        .append(' ')
                        .append(text(type));
                if (kind == RowKind.LINK) {
                    rows.append(' ').append(text(id2));
                }
                rows.append(time == 0 ? "" : " time=" + time)
                        .append(version == 0 ? "" : " version=" + version);
                rows.append((flags & RowSink.HIDDEN) != 0 ? " hidden" : "");
                rows.append((flags & RowSink.TOMBSTONE) != 0 ? " deleted" : "");
                rows.append(length == 0 ? "" : " data=" + text(data, offset, length)).append('\n');
            };
        }

        private String text(long number) {
            return number < 0 ? names.get((int) ~number) : Long.toString(number);
        }

        /** Bytes that are no text are shown as numbers. */
        private static String text(byte[] bytes, int offset, int length) {
            for (int at = offset; at < offset + length; at++) {
                if (bytes[at] >= 0 && bytes[at] < ' ' && bytes[at] != '\n') {
                    return "0x" + HexFormat.of().formatHex(bytes, offset, offset + length);
                }
            }
            return new String(bytes, offset, length, StandardCharsets.UTF_8);
        }

        private long number(String name) {
            if (!names.contains(name)) {
                names.add(name);
            }
            return ~names.indexOf(name);
        }

        @Override
        public int group(String name) {
            groups.add(name);
            return groups.size() - 1;
        }

        @Override
        public long id(int group, byte[] bytes, int offset, int length) {
            return number(groups.get(group) + ":" + text(bytes, offset, length));
        }

        @Override
        public long type(String name) {
            return number(name);
        }

        @Override
        public long type(byte[] bytes, int offset, int length) {
            return number(text(bytes, offset, length));
        }
    }
}
