package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.BucketStore;
import sluice.servers.hbase.HBaseServers;

/** A region server that dies takes no rows along: HBase in seven processes, files in HDFS. */
@Tag("reliability")
@EnabledIfSystemProperty(named = "reliability", matches = "long")
class RegionServerDeathTest {
    @TempDir private Path folder;

    @Test
    void rowsOfADeadRegionServerAreReadFromTheOthers() throws IOException {
        TestGraph graph = new TestGraph(8);
        try (HBaseServers servers = HBaseServers.start(folder, HBaseServers.Shape.PROCESSES);
                BucketStore store =
                        HBaseColdStore.open(
                                servers.address("death", "timeout=120"), new SplittableRandom(1))) {
            store.prepare(TestGraph.firstIds());
            for (int bucket = 0; bucket < TestGraph.firstIds().length; bucket++) {
                if (bucket == 4) {
                    servers.killRegionServer(0);
                    assertEquals(2, servers.regionServers());
                }
                graph.build(store, bucket);
            }
            assertEquals(TestGraph.rows(graph.memory), TestGraph.rows(store.reader()));
        }
    }
}
