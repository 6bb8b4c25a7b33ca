package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointSorterTest {
    @TempDir private File folder;

    @Test
    void sortsAListThatFitsAndOneThatGoesThroughFiles() throws IOException {
        for (int count : new int[] {0, 1, 2, 13, 1000, 5000}) {
            check(count, 1 << 20, 0);
            check(count, 1000, count / 200);
        }
    }

    @Test
    void takesTheNextListAfterwards() throws IOException {
        try (PointSorter sorter = sorter(100)) {
            for (int round = 0; round < 3; round++) {
                TreeMap<Long, byte[]> expected = new TreeMap<>(Long::compareUnsigned);
                fill(sorter, expected, 50, round);
                compare(expected, sorter);
            }
        }
        assertEquals(List.of(), List.of(folder.list()));
    }

    @Test
    void leavesNoFilesWhenGivenUp() throws IOException {
        try (PointSorter sorter = sorter(100)) {
            fill(sorter, new TreeMap<>(), 50, 1);
            assertTrue(folder.list().length > 0);
        }
        assertEquals(List.of(), List.of(folder.list()));
    }

    private void check(int count, long bytesMax, int partsMin) throws IOException {
        try (PointSorter sorter = sorter(bytesMax)) {
            TreeMap<Long, byte[]> expected = new TreeMap<>(Long::compareUnsigned);
            fill(sorter, expected, count, count);
            assertTrue(folder.list().length >= partsMin, "parts of " + count);
            compare(expected, sorter);
        }
    }

    private static void fill(PointSorter sorter, Map<Long, byte[]> expected, int count, long seed)
            throws IOException {
        Random random = new Random(seed);
        while (expected.size() < count) {
            long id2 = random.nextInt(4) == 0 ? random.nextInt(1000) : random.nextLong();
            byte[] value = new byte[random.nextInt(10)];
            random.nextBytes(value);
            boolean isNew = expected.putIfAbsent(id2, value) == null;
            int order = random.nextInt(3);
            if (isNew && (value.length == 0 || order == 0)) {
                sorter.addGone(id2);
            }
            if (isNew && value.length > 0) {
                sorter.add(id2, value);
            }
            if (isNew && order == 1 && value.length > 0) {
                sorter.addGone(id2);
            }
        }
    }

    private static void compare(TreeMap<Long, byte[]> expected, PointSorter sorter)
            throws IOException {
        List<Long> id2s = new ArrayList<>();
        sorter.drain(
                new PointSorter.Sink() {
                    @Override
                    public void point(long id2, byte[] value) {
                        id2s.add(id2);
                        assertArrayEquals(expected.get(id2), value);
                    }

                    @Override
                    public void gone(long id2) {
                        id2s.add(id2);
                        assertArrayEquals(expected.get(id2), new byte[0]);
                    }
                });
        assertEquals(List.copyOf(expected.keySet()), id2s);
    }

    private PointSorter sorter(long bytesMax) throws IOException {
        FileSystem fileSystem = FileSystem.getLocal(new Configuration()).getRaw();
        return new PointSorter(fileSystem, new Path(folder.toURI()), bytesMax);
    }
}
