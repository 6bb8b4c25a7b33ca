package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.segment.RowKind;
import sluice.segment.RowSink;

/** Runs the examples of docs/mapping.md. */
class MappingPageTest {
    private static final Pattern BLOCK =
            Pattern.compile("```(\\S+) ?(\\S*)\n(.*?)```\n", Pattern.DOTALL);

    @TempDir Path directory;

    @Test
    void everyExampleGivesItsRows() throws IOException {
        String page = Files.readString(Path.of("../docs/mapping.md"));
        Matcher block = BLOCK.matcher(page);
        Path example = Files.createDirectory(directory.resolve("0"));
        Path mapping = null;
        int examples = 0;
        while (block.find()) {
            switch (block.group(1)) {
                case "yaml" ->
                        mapping =
                                Files.writeString(
                                        directory.resolve(examples + ".yaml"), block.group(3));
                case "file" -> Files.writeString(example.resolve(block.group(2)), block.group(3));
                case "rows" -> {
                    assertEquals(block.group(3), rows(example, mapping), "example " + examples);
                    mapping = null;
                    examples++;
                    example = Files.createDirectory(directory.resolve(Integer.toString(examples)));
                }
                default -> throw new AssertionError("unknown block " + block.group(1));
            }
        }
        assertTrue(examples >= 8, "examples: " + examples);
    }

    private static String rows(Path example, @Nullable Path mapping) throws IOException {
        Source source = Source.open(List.of(example.toString()), mapping);
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

    /** Gives names numbers from the top down and writes rows with the names again. */
    private static final class WrittenNames implements Names {
        private final List<String> groups = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        RowSink sink(RowKind kind, StringBuilder rows) {
            return (id1, type, id2, time, version, flags, data, offset, length) -> {
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

        private static String text(byte[] bytes, int offset, int length) {
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
