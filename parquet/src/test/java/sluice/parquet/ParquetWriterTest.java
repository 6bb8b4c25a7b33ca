package sluice.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.parquet.ParquetWriter.Field;
import sluice.parquet.ParquetWriter.Kind;
import sluice.testkit.Seeds;

/** Rows that are written come back as text, from any number of row groups and pages. */
class ParquetWriterTest {
    private static final List<Field> FIELDS =
            List.of(
                    new Field("id1", Kind.UNSIGNED),
                    new Field("time", Kind.SIGNED),
                    new Field("name", Kind.TEXT),
                    new Field("data", Kind.BYTES));

    @TempDir Path directory;

    @Test
    void rowsComeBack() {
        Seeds.each(
                8,
                random -> {
                    int rows = random.nextInt(8) == 0 ? 0 : random.nextInt(1, 60_000);
                    long groupBytes = 1L << random.nextInt(10, 22);
                    long seed = random.nextLong();
                    StringBuilder text = new StringBuilder("id1,time,name,data\n");
                    byte[] file = write(new SplittableRandom(seed), rows, groupBytes, text);
                    assertEquals(text.toString(), read(file));
                    assertArrayEquals(
                            file,
                            write(
                                    new SplittableRandom(seed),
                                    rows,
                                    groupBytes,
                                    new StringBuilder()));
                });
    }

    private static byte[] write(
            SplittableRandom random, int rows, long groupBytes, StringBuilder text)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ParquetWriter writer =
                new ParquetWriter(
                        FIELDS,
                        piece -> {
                            byte[] copy = new byte[piece.remaining()];
                            piece.get(copy);
                            bytes.writeBytes(copy);
                        },
                        groupBytes);
        for (int row = 0; row < rows; row++) {
            long id1 = random.nextInt(3) == 0 ? random.nextLong() : row;
            long time = random.nextLong();
            String name = "näme " + random.nextInt(20);
            String data = "x".repeat(random.nextInt(40));
            writer.number(id1);
            writer.number(time);
            writer.bytes(name.getBytes(StandardCharsets.UTF_8));
            writer.bytes(data.getBytes(StandardCharsets.UTF_8));
            writer.endRow();
            text.append(Long.toUnsignedString(id1)).append(',').append(time).append(',');
            text.append(name).append(',').append(data.isEmpty() ? "\"\"" : data).append('\n');
        }
        writer.finish();
        return bytes.toByteArray();
    }

    private String read(byte[] file) throws IOException {
        Path path = Files.write(directory.resolve("file.parquet"), file);
        try (ParquetText text =
                ParquetText.open("file", DiskFile.open(path), 16 << 20, _ -> false, bytes -> {})) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
