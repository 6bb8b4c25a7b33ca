package sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Sources of a few rows, good and bad, for the tests of the verbs. */
public final class SmallFiles {
    private SmallFiles() {}

    public static void writeTo(Path directory) throws IOException {
        write(
                directory,
                "Person.csv",
                "pid:ID(Person)|name|born:long\nann|Ann Lee|1\nbob|Bob \"B\"|2\ncid||3\n");
        write(
                directory,
                "Person_knows_Person.csv",
                ":START_ID(Person)|:END_ID(Person)|since:int\nann|bob|2019\nbob|ann|2020\nann|cid|1\n");
        write(directory, "colon.csv", ":ID(a),name\nb:x,first\nc,third\n");
        write(directory, "group-colon.csv", ":ID(a:b),name\nx,second\ny,fourth\n");
        write(directory, "people.yaml", "defaults:\n  time: {column: since, format: seconds}\n");
        write(directory, "wrong-key.yaml", "relations:\n  - files: x.csv\n    lnk: likes\n");
        write(directory, "edges.txt", "# pairs\n1 2\n1 3\n2 1\n");
        write(directory, "more-edges.txt", "7 8\n");
        write(directory, "bad-row.tsv", "id1\tid2\ttime\n1\t2\t5\n1\t3\tsoon\n2\t3\t6\n");
        writeLinks(directory.resolve("links.tsv"));
        writeTruncated(directory.resolve("cut.txt.gz"));
        write(directory, "a-file", "no store\n");
    }

    private static void write(Path directory, String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static void writeLinks(Path file) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(ascii("id1\tlink_type\tid2\ttime\tvisibility\tdata\n"));
        text.writeBytes(ascii("1\t4\t2\t1700000000000\t1\thello, \"you\"\n"));
        text.writeBytes(ascii("1\t4\t3\t1700000000001\t1\t"));
        text.writeBytes(new byte[] {(byte) 0xff, 0x01, '\n'});
        text.writeBytes(ascii("1\t4\t18446744073709551615\t5\t1\t\u001b[2Jgone\n"));
        text.writeBytes(ascii("1\t4\t9\t1800000000000\t0\tnot shown\n"));
        text.writeBytes(ascii("1\t5\t2\t-7\t1\t\n"));
        text.writeBytes(ascii("2\t4\t1\t1700000000000\t1\t" + "long ".repeat(40) + "\n"));
        Files.write(file, text.toByteArray());
    }

    private static void writeTruncated(Path file) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 50_000; i++) {
                gzip.write(ascii(i + " " + i * 7919L % 50_000 + "\n"));
            }
        }
        Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
