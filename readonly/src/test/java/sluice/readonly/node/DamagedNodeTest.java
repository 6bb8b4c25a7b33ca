package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.Link;
import sluice.model.Node;
import sluice.protocol.IndexPart;
import sluice.protocol.ScanAsk;
import sluice.readonly.route.OwnPart;
import sluice.storage.CorruptFileException;

/** A scan whose asker has damaged files shows the rows of replicas instead. */
class DamagedNodeTest {
    private static final int IDS = 300;

    @TempDir Path directory;

    private TestRing ring;

    @BeforeEach
    void makeARing() throws IOException {
        ring = TestRing.ofTwo(directory, IDS);
    }

    @AfterEach
    void stopNodes() throws IOException {
        ring.close();
    }

    /** Shows {@code most} links, then finds a damaged file. */
    private static final class Links implements GraphReader.Visitor {
        private final List<Long> ids = new ArrayList<>();
        private final int most;
        private final GraphReader.Visitor next;

        Links(int most, GraphReader.Visitor next) {
            this.most = most;
            this.next = next;
        }

        @Override
        public void node(Node node) {}

        @Override
        public void link(Link link) throws IOException {
            if (ids.size() == most) {
                throw damage();
            }
            ids.add(link.id1());
            next.link(link);
        }
    }

    private static Links links() {
        return new Links(
                Integer.MAX_VALUE,
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {}

                    @Override
                    public void link(Link link) {}
                });
    }

    private static CorruptFileException damage() {
        return new CorruptFileException("segment", 100, "wrong checksum", "restore it");
    }

    /**
     * All partitions, each with two rows of {@code files} that can be read; without it with none.
     */
    private static OwnPart damaged(@Nullable SluiceClient files) {
        return new OwnPart() {
            @Override
            public int version() {
                return 1;
            }

            @Override
            public boolean has(int partition) {
                return true;
            }

            @Override
            public IndexPart indexed(IndexQuery query, List<Integer> partitions) {
                throw new IllegalStateException("it is not asked for");
            }

            @Override
            public boolean scan(int partition, GraphReader.Visitor visitor) throws IOException {
                if (files == null) {
                    throw damage();
                }
                return files.scan(new ScanAsk.Part(1, partition), new Links(2, visitor));
            }
        };
    }

    @Test
    void aScanShowsEachRowOnce() throws IOException {
        try (TestRing.RingClient client = ring.client();
                SluiceClient files = TestRing.client(ring.nodes().getFirst())) {
            Links whole = links();
            assertTrue(client.graph().scan(whole));
            assertEquals(2 * IDS, whole.ids.size());
            Links scanned = links();
            assertTrue(client.graph().scan(scanned, damaged(files)));
            assertEquals(whole.ids, scanned.ids);
        }
    }

    @Test
    void aScanWithoutReplicasSaysWhatIsDamaged() throws IOException {
        try (TestRing.RingClient client = ring.client()) {
            assertTrue(client.graph().scan(links()));
            ring.stop(1);
            ring.stop(0);
            assertThrows(
                    CorruptFileException.class, () -> client.graph().scan(links(), damaged(null)));
        }
    }
}
