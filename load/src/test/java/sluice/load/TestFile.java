package sluice.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import sluice.model.RowKind;

/** A file of a test source: rows of one kind, delimited by tabs, below a header of Sluice's own. */
record TestFile(String name, RowKind kind, boolean named, boolean packed, List<TestRow> rows) {
    private static final String GROUP = "Person";

    TestFile {
        rows = List.copyOf(rows);
    }

    /** The name that stands for {@code id} in a file of names. */
    static String name(long id) {
        return "n" + Long.toUnsignedString(id);
    }

    static String group() {
        return GROUP;
    }

    /** Writes the file below {@code directory} and returns where it lies. */
    Path write(Path directory) throws IOException {
        byte[] text = text().getBytes(StandardCharsets.UTF_8);
        if (packed) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(text);
            }
            text = bytes.toByteArray();
        }
        return Files.write(directory.resolve(name), text);
    }

    /** Where each row begins in the unpacked text, and where the last one ends. */
    long[] starts() {
        long[] starts = new long[rows.size() + 1];
        starts[0] = header().length();
        for (int i = 0; i < rows.size(); i++) {
            starts[i + 1] = starts[i] + line(rows.get(i)).length();
        }
        return starts;
    }

    String line(TestRow row) {
        String id1 = named ? name(row.id1()) : Long.toUnsignedString(row.id1());
        String id2 = named ? name(row.id2()) : Long.toUnsignedString(row.id2());
        String keys = id1 + "\t" + Long.toUnsignedString(row.type());
        return "%s\t%s\t%d\t%d\t%s\n"
                .formatted(
                        kind == RowKind.LINK
                                ? keys + "\t" + id2 + "\t" + (row.hidden() ? 0 : 1)
                                : keys,
                        row.bad() ? "x" : String.valueOf(row.time()),
                        row.version(),
                        row.deleted() ? 1 : 0,
                        row.data());
    }

    private String text() {
        StringBuilder text = new StringBuilder(header());
        rows.forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private String header() {
        String group = named ? "(" + GROUP + ")" : "";
        String keys =
                kind == RowKind.LINK
                        ? "id1%s\tlink_type\tid2%s\tvisibility".formatted(group, group)
                        : "id%s\ttype".formatted(group);
        return keys + "\ttime\tversion\tdelete\tdata\n";
    }
}
