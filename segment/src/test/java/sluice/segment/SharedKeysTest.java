package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.testkit.Seeds;

/** Keys that several ids have, in any number of files and with any memory. */
class SharedKeysTest {
    private static final int INDEX = 3;

    @Test
    void keysOfSeveralIdsAreThoseOfAMap() {
        Seeds.each(
                12,
                random -> {
                    MemoryStorage storage = MemoryStorage.create();
                    RandomRows shape = new RandomRows(random, false);
                    TestKeys keys = new TestKeys(shape.types());
                    List<Row> all = new ArrayList<>();
                    List<FileEntry> files = new ArrayList<>();
                    for (int i = 0; i < 4; i++) {
                        List<Row> rows = shape.links(random.nextInt(300), true);
                        all.addAll(rows);
                        files.add(
                                TestFiles.writeRun(
                                        storage, "run-" + i, Borders.whole(), rows, keys, 1 << 20));
                    }
                    NavigableMap<String, TreeSet<Long>> expected = new TreeMap<>();
                    for (Map.Entry<String, TreeSet<Long>> entry : keys.entries(all).entrySet()) {
                        TreeSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
                        entry.getValue().stream().filter(id -> (id & 3) != 1).forEach(ids::add);
                        boolean isOfIndex =
                                SharedKeys.indexOf(
                                                entry.getKey()
                                                        .getBytes(StandardCharsets.ISO_8859_1))
                                        == INDEX;
                        if (isOfIndex && ids.size() > 1) {
                            expected.put(entry.getKey(), ids);
                        }
                    }
                    assertEquals(expected, shared(storage, files, 1 << 20));
                    assertEquals(expected, shared(storage, files, 2000));
                    assertEquals(4, storage.list().size());
                    assertEquals(OpenHandles.NONE, storage.openHandles());
                });
    }

    private static NavigableMap<String, TreeSet<Long>> shared(
            MemoryStorage storage, List<FileEntry> files, int memory) throws IOException {
        NavigableMap<String, TreeSet<Long>> found = new TreeMap<>();
        try (SharedKeys keys = new SharedKeys(storage, "shared", memory)) {
            for (FileEntry entry : files) {
                try (BlockFile file = BlockFile.open(storage, entry)) {
                    keys.add(file, INDEX, id -> (id & 3) != 1);
                }
            }
            keys.show(
                    (key, length, ids) -> {
                        TreeSet<Long> of = new TreeSet<>(Long::compareUnsigned);
                        while (ids.next()) {
                            of.add(ids.id());
                        }
                        assertEquals(of.size(), ids.count());
                        found.put(new String(key, 0, length, StandardCharsets.ISO_8859_1), of);
                    });
        }
        return found;
    }
}
