package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.file.FarStorage;
import sluice.ingest.row.NumberedNames;
import sluice.model.RowSink;

/** A sample in many blocks has the same rows wherever the files are. */
class FarSampleTest {
    private static final int FILES = 5;

    @TempDir Path directory;

    private List<Path> write(String header, boolean isQuoted) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<Path> files = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder(header);
            for (int row = 0; row < 3_000; row++) {
                // A few rows are longer than what is read behind a block.
                int length = random.nextInt(200) == 0 ? 40_000 : random.nextInt(60);
                String data = "x".repeat(length) + (isQuoted && row % 3 == 0 ? "\n\"\"," : "");
                text.append("%d,%d,".formatted(file * 3_000 + row, random.nextInt(10_000)));
                text.append(isQuoted ? '"' + data + '"' : data).append('\n');
            }
            files.add(directory.resolve("links-%s-%d.csv".formatted(isQuoted, file)));
            Files.writeString(files.getLast(), text);
        }
        return files;
    }

    private static List<String> sample(List<String> names, List<Source.Sample> samples)
            throws IOException {
        List<String> rows = new ArrayList<>();
        RowSink sink =
                (id1, _, id2, _, _, _, _, _, length) -> rows.add(id1 + " " + id2 + " " + length);
        samples.add(
                Source.open(names, null).sampleBlocks(400_000, 2_000, new NumberedNames(), sink));
        return rows;
    }

    @Test
    void blocksAtAddressesHaveTheRowsOfThoseOnADisk() throws IOException {
        for (boolean isQuoted : new boolean[] {false, true}) {
            List<Path> files = write("id1,id2,data\n", isQuoted);
            List<Source.Sample> samples = new ArrayList<>();
            List<String> near = sample(files.stream().map(Path::toString).toList(), samples);
            int before = FarStorage.OPENED.get();
            List<String> far = sample(files.stream().map(FarStorage::address).toList(), samples);
            assertTrue(FarStorage.OPENED.get() - before > 200, "each block is opened");
            assertTrue(near.size() > 500, () -> near.size() + " rows");
            assertEquals(near, far);
            assertEquals(samples.getFirst(), samples.getLast());
        }
    }
}
