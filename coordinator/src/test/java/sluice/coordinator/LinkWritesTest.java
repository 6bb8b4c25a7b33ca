package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.ColdView;
import sluice.model.Deletion;
import sluice.model.HotHeader;
import sluice.model.Link;
import sluice.model.MemoryGraph;

class LinkWritesTest {
    private static final Link FIRST = ListOperation.link(1, 2, 0, true, 1, 1);
    private static final Link SECOND = ListOperation.link(1, 2, 1, true, 1, 1);
    private static final Link THIRD = ListOperation.link(1, 2, 2, true, 1, 1);

    @TempDir Path directory;

    /** One row taken out and another put in: as many rows, of other keys. */
    @Test
    void countOfOtherRowsIsNotKept() throws IOException {
        MemoryGraph content = new MemoryGraph(1);
        content.addLink(FIRST);
        content.addLink(SECOND);
        FakeCold cold = new FakeCold(content, true);
        try (RocksHotStore hot = HotDirectory.open(directory);
                ColdView view = cold.view()) {
            LinkWrites writes = new LinkWrites(hot, cold, new StripedLocks());
            writes.put(FIRST);
            writes.put(SECOND);
            HotHeader counted = new HotHeader(2, 2, 2, view.epoch());
            writes.drop(1, 2, List.of(hot.link(1, 2, FIRST.id2())));
            writes.put(THIRD);
            writes.found(1, 2, new long[] {0, 1}, counted, view);
            assertEquals(
                    3, new MergedReader(hot, cold, writes, HeldIndex.NONE).count(1, 2).value());
            // What was found of these very rows is kept.
            assertEquals(new HotHeader(2, 2, 1, view.epoch()), hot.header(1, 2));
        }
    }

    /** A row is known again by its number: no write after a restart may have it, too. */
    @Test
    void deletesThatFindNothingUseUpNoNumbers() throws IOException {
        long last;
        try (RocksHotStore hot = HotDirectory.open(directory)) {
            LinkWrites writes = new LinkWrites(hot, new EmptyCold(), new StripedLocks());
            for (int id2 = 0; id2 < 100; id2++) {
                writes.delete(1, 2, id2, Deletion.HIDE);
            }
            writes.put(FIRST);
            last = hot.link(1, 2, FIRST.id2()).sequence();
        }
        try (RocksHotStore hot = HotDirectory.open(directory)) {
            assertTrue(hot.nextSequence() > last, "number " + last + " is given again");
        }
    }
}
