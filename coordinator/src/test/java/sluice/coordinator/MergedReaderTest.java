package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.TypeCount;

/** A cold store that knows no answer any more while one is being made. */
class MergedReaderTest {
    private static final Link LINK = ListOperation.link(1, 2, 0, true, 1, 1);

    @TempDir Path directory;

    @Test
    void countOverLinksThatCannotBeAskedForAnyMoreIsNotComplete() throws IOException {
        MemoryGraph content = new MemoryGraph(1);
        content.addLink(LINK);
        Leaving cold = new Leaving(new FakeCold(content, true));
        try (RocksHotStore hot = HotDirectory.open(directory)) {
            LinkWrites writes = new LinkWrites(hot, cold, new StripedLocks());
            MergedReader reader = new MergedReader(hot, cold, writes, HeldIndex.NONE);
            writes.put(LINK);
            cold.moveOn();
            cold.questionsLeft = 1;
            assertFalse(reader.count(1, 2).complete());
            cold.questionsLeft = 1;
            assertFalse(reader.types(1).complete());
            cold.questionsLeft = 9;
            assertEquals(new Answer<>(1L, true), reader.count(1, 2));
            assertEquals(new Answer<>(List.of(new TypeCount(2, 1)), true), reader.types(1));
        }
    }

    /** Answers so many questions, and no more. */
    private static final class Leaving implements ColdStore {
        private final FakeCold cold;
        private int questionsLeft = 9;

        Leaving(FakeCold cold) {
            this.cold = cold;
        }

        /** To the same content under another epoch. */
        void moveOn() {
            cold.publish(cold.graph(), true);
        }

        @Override
        public ColdView view() {
            return new View(cold.view());
        }

        @Override
        public long epoch() {
            return cold.epoch();
        }

        @Override
        public void close() {}

        private final class View extends ForwardedReader implements ColdView {
            private final ColdView view;

            View(ColdView view) {
                this.view = view;
            }

            @Override
            protected GraphReader reader() {
                return questionsLeft-- > 0 ? view : EmptyView.UNKNOWN;
            }

            @Override
            public boolean canAnswer(long id1) {
                return true;
            }

            @Override
            public long epoch() {
                return view.epoch();
            }

            @Override
            public OptionalLong nextNodeId() throws IOException {
                return view.nextNodeId();
            }

            @Override
            public void close() throws IOException {
                view.close();
            }
        }
    }
}
