package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.DirectoryGoneException;
import sluice.storage.DirectoryStorage;
import sluice.store.StoreReader;

/**
 * A store's directory that somebody moves away under a server, and puts another one in its place:
 * what was written online is not absorbed into that one, and nothing more is taken.
 */
@DisabledOnOs(OS.WINDOWS)
class ReplacedDirectoryTest {
    private static final LoadOptions OPTIONS =
            LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(1);

    private static final int WRITES_MAX = 3000;

    @TempDir Path directory;

    @Test
    void isNotTakenForTheOneThatIsServed() throws Exception {
        load("mine", "1 2\n1 3\n");
        load("other", "500 501\n");
        Path mine = directory.resolve("mine");
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(mine, hot)) {
            store.graph().addLink(link(4));
            assertEquals(Optional.empty(), store.writesRefused());
            Files.move(mine, directory.resolve("away"));
            Files.move(directory.resolve("other"), mine);
            assertThrows(DirectoryGoneException.class, store::absorb);
            assertEquals(3, store.graph().count(1, 0).value());
            String said = awaitRefusal(store);
            assertTrue(said.contains("moved, removed or replaced"), said);
            assertEquals(Optional.of(said), store.writesRefused());
            assertEquals(3, store.graph().count(1, 0).value());
        }
        assertEquals(0, count(mine, 1));
        assertEquals(1, count(mine, 500));
    }

    @Test
    void thatIsRemovedTakesNoMoreWrites() throws Exception {
        load("mine", "1 2\n");
        Path mine = directory.resolve("mine");
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(mine, hot)) {
            Files.move(mine, directory.resolve("away"));
            awaitRefusal(store);
        }
    }

    private static LiveStore open(Path store, HotStore hot) throws IOException {
        return LiveStore.open(
                DirectoryStorage.open(store),
                hot,
                LiveStoreOptions.of(OPTIONS, DecisionOptions.DEFAULT).numberingNodesFrom(1000),
                System::nanoTime);
    }

    /** Looks are some time apart. */
    private static String awaitRefusal(LiveStore store) throws IOException {
        for (int writes = 0; writes < WRITES_MAX; writes++) {
            try {
                store.graph().addLink(link(4));
                LockSupport.parkNanos(10_000_000);
            } catch (SluiceException e) {
                assertEquals(ErrorCode.STORE, e.code());
                return e.getMessage();
            }
        }
        throw new AssertionError("writes are still taken");
    }

    private static Link link(long id2) {
        return new Link(1, 0, id2, Visibility.VISIBLE, 0, 0, new byte[0]);
    }

    private void load(String name, String pairs) throws IOException {
        Path text = Files.writeString(directory.resolve(name + ".txt"), pairs);
        Load.run(
                DirectoryStorage.create(directory.resolve(name)),
                Source.open(List.of(text.toString()), null),
                OPTIONS,
                new LoadProgress(),
                LoadEvents.NONE,
                new Demand());
    }

    private static int count(Path store, long id1) throws IOException {
        try (StoreReader reader = StoreReader.open(DirectoryStorage.open(store))) {
            return reader.linkList(LinkQuery.newest(id1, 0, 10)).value().links().size();
        }
    }
}
