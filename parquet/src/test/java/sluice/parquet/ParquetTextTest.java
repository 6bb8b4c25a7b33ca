package sluice.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.testkit.ParquetFile;
import sluice.testkit.Seeds;

/** Files of other writers become the text that they hold; damaged ones are refused by name. */
class ParquetTextTest {
    private static final long MEMORY_BYTES = 1 << 20;
    private static final int MUTANTS = 60;

    /** More text than any of the files holds, and than a mutant of them may. */
    private static final int TEXT_BYTES_MAX = 64 << 20;

    @TempDir Path directory;

    private String text(byte[] bytes, long memoryBytes) throws IOException {
        Path path = Files.write(directory.resolve("file.parquet"), bytes);
        LongAdder read = new LongAdder();
        try (ParquetText text =
                ParquetText.open("file", DiskFile.open(path), memoryBytes, _ -> true, read::add)) {
            byte[] all = text.readNBytes(TEXT_BYTES_MAX);
            boolean whole = all.length < TEXT_BYTES_MAX;
            assertEquals(whole ? bytes.length : text.bytesPassed(), text.bytesPassed());
            assertTrue(read.sum() > 0);
            return new String(all, StandardCharsets.UTF_8);
        }
    }

    private String refusal(byte[] bytes) {
        SluiceException refused =
                assertThrows(SluiceException.class, () -> text(bytes, MEMORY_BYTES));
        return String.valueOf(refused.getMessage());
    }

    @Test
    void filesOfOtherWritersAreReadOrRefusedByName() throws IOException {
        for (ParquetFile file : ParquetFile.all()) {
            if (file.text().startsWith("file: ")) {
                assertEquals(file.text().strip(), refusal(file.bytes()), file.title());
            } else {
                assertEquals(file.text(), text(file.bytes(), MEMORY_BYTES), file.title());
            }
        }
    }

    @Test
    void aFileThatIsCutAnywhereIsRefused() throws IOException {
        byte[] whole = ParquetFile.of("pyarrow: snappy").bytes();
        for (int length = 0; length < whole.length; length += 9) {
            String message = refusal(Arrays.copyOf(whole, length));
            assertTrue(message.startsWith("file: the Parquet file is damaged: "), message);
        }
    }

    @Test
    void changedBytesUnderChecksumsAreFoundInEachPage() throws IOException {
        byte[] whole = ParquetFile.of("pyarrow: snappy").bytes();
        int footerBytes = Bits.intAt(whole, whole.length - 8);
        int found = 0;
        String text = text(whole, MEMORY_BYTES);
        for (int at = 4; at < whole.length - 8 - footerBytes; at += 5) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x40;
            try {
                // A byte that nothing uses, such as one of a page's statistics, may be any.
                assertEquals(text, text(changed, MEMORY_BYTES), "byte " + at);
            } catch (SluiceException refused) {
                found++;
            }
        }
        assertTrue(found > (whole.length - footerBytes) / 10, found + " found");
    }

    @Test
    void mutantsAreReadOrRefusedAndNeverAnythingElse() throws IOException {
        for (ParquetFile file : ParquetFile.all()) {
            Seeds.each(MUTANTS, random -> check(file, mutant(file.bytes(), random)));
        }
    }

    private void check(ParquetFile file, byte[] mutant) throws IOException {
        try {
            text(mutant, MEMORY_BYTES);
        } catch (SluiceException refused) {
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.startsWith("file: "), () -> file.title() + ": " + message);
        }
    }

    private static byte[] mutant(byte[] whole, SplittableRandom random) {
        byte[] mutant = whole.clone();
        int changes = random.nextInt(1, 5);
        for (int change = 0; change < changes; change++) {
            int at = random.nextInt(mutant.length - 8);
            mutant[at] =
                    random.nextBoolean()
                            ? (byte) random.nextInt(256)
                            : (byte) (mutant[at] ^ 1 << random.nextInt(8));
        }
        return mutant;
    }

    @Test
    void aFooterThatCannotBeThereTakesNoMemory() throws IOException {
        byte[] whole = ParquetFile.of("DuckDB").bytes();
        for (int length : new int[] {-1, Integer.MAX_VALUE, whole.length - 11, whole.length}) {
            byte[] changed = whole.clone();
            for (int index = 0; index < 4; index++) {
                changed[whole.length - 8 + index] = (byte) (length >>> (8 * index));
            }
            assertTrue(refusal(changed).contains("says that its footer has"), refusal(changed));
        }
    }

    @Test
    void anEncryptedFileIsCalledSo() throws IOException {
        byte[] changed = ParquetFile.of("DuckDB").bytes();
        changed[changed.length - 1] = 'E';
        assertEquals(
                "file: the Parquet file is encrypted; write it without encryption first",
                refusal(changed));
    }

    /** Each column repeats the name of its struct: 2,000 times 20,000 letters from 40 KB. */
    @Test
    void columnsThatDoNotFitAreRefusedWithTheRemedy() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes("PAR1".getBytes(StandardCharsets.UTF_8));
        int begin = file.size();
        int columns = 2_000;
        file.writeBytes(new byte[] {0x29, (byte) 0xfc});
        varint(file, 2 + columns);
        file.writeBytes(new byte[] {0x48, 1, 'r', 0x15, 2, 0});
        file.write(0x48);
        String struct = "s".repeat(20_000);
        varint(file, struct.length());
        file.writeBytes(struct.getBytes(StandardCharsets.UTF_8));
        file.write(0x15);
        varint(file, 2 * columns);
        file.write(0);
        for (int column = 0; column < columns; column++) {
            String name = "c" + column;
            file.writeBytes(new byte[] {0x15, 2, 0x38, (byte) name.length()});
            file.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            file.write(0);
        }
        file.write(0);
        int footerBytes = file.size() - begin;
        for (int index = 0; index < 4; index++) {
            file.write(footerBytes >>> (8 * index));
        }
        file.writeBytes("PAR1".getBytes(StandardCharsets.UTF_8));
        String message = refusal(file.toByteArray());
        assertTrue(message.contains("over 1 MiB of memory at once; give the load more"), message);
    }

    private static void varint(ByteArrayOutputStream to, int number) {
        int rest = number;
        for (; rest >= 0x80; rest >>>= 7) {
            to.write(rest | 0x80);
        }
        to.write(rest);
    }

    @Test
    void pagesThatDoNotFitAreRefusedWithTheRemedy() throws IOException {
        byte[] whole = ParquetFile.of("DuckDB: snappy").bytes();
        String message;
        long memoryBytes = 0;
        do {
            // With more and more memory its footer fits, then its columns, then not its pages.
            long bytes = memoryBytes += 16;
            SluiceException refused = assertThrows(SluiceException.class, () -> text(whole, bytes));
            message = String.valueOf(refused.getMessage());
            assertTrue(message.contains("give the load more memory"), message);
        } while (!message.startsWith("file: row group 1, column "));
    }
}
