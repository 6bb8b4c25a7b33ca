package sluice.cold.hbase;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * How many links one thread writes into HBase's files in a second of its processor time, without a
 * server; not part of the build, as its name does not end in Test:
 *
 * <pre>
 * mvn -pl cold-hbase -am test -Dtest=WritingMeasurement -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dlinks=1000000
 * </pre>
 */
class WritingMeasurement {
    private static final int ROUNDS = 4;

    @TempDir private File folder;

    @Test
    void measure() throws IOException {
        int links = Integer.getInteger("links", 1_000_000);
        for (String options :
                List.of("encoding=fast_diff", "encoding=none", "compression=gz", "block=65536")) {
            for (int round = 0; round < ROUNDS; round++) {
                write(options, links, 50);
            }
        }
        write("encoding=fast_diff, one list", links, links);
    }

    private void write(String options, int links, int linksAList) throws IOException {
        HBaseAddress address =
                HBaseAddress.parse("hbase://none/none?" + options.replaceAll(",.*", ""));
        Configuration configuration = HBaseConfiguration.create();
        configuration.setInt(BloomFilterUtil.PREFIX_LENGTH_KEY, Rows.LIST_BYTES);
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(address.table());
        for (Family family : Family.values()) {
            table.setColumnFamily(family.describe(address));
        }
        Random random = new Random(1);
        byte[] data = new byte[24];
        FileSystem files = FileSystem.getLocal(configuration).getRaw();
        StagingFolder target =
                StagingFolder.make(files, new Path(new Path(folder.toURI()), "bucket"), "builder");
        long begin = cpuNanos();
        try (HBaseBucketWriter writer =
                new HBaseBucketWriter(
                        configuration,
                        table.build(),
                        target,
                        List.of(),
                        1,
                        finished -> {},
                        IOException::new)) {
            for (int row = 0; row < links; row++) {
                random.nextBytes(data);
                long id = row / linksAList;
                long time = 1_700_000_000_000L - row % linksAList;
                long id2 = row * 0x9E3779B97F4A7C15L;
                writer.link(new Link(id, 1, id2, Visibility.VISIBLE, 1, time, data.clone()));
            }
            long bytes = writer.commit();
            System.out.println(
                    "%s: %d links a second of processor time, %d bytes a link"
                            .formatted(
                                    options,
                                    links * 1_000_000_000L / (cpuNanos() - begin),
                                    bytes / links));
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
