package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import sluice.model.BucketStore;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;

/**
 * A cold store in one table of HBase. Its buckets are written as HBase's own files and taken over
 * by bulk load; reads are gets and short scans of an asynchronous client.
 *
 * <p>The rows of a load carry its number as their time stamp, and are read by it: what other loads
 * left in the table is not seen, and a bucket that is built twice is there once.
 */
public final class HBaseColdStore implements BucketStore {
    private static final int REGIONS_PER_SERVER = 8;
    private static final String LAYOUT = "SLUICE_LAYOUT";
    private static final String LAYOUT_VERSION = "1";

    private final HBaseAddress address;
    private final long load;
    private final Cluster cluster;
    private final HBaseReader reader;

    private HBaseColdStore(HBaseAddress address, long load, Cluster cluster) {
        this.address = address;
        this.load = load;
        this.cluster = cluster;
        long since = address.since() == 0 ? load : Math.min(address.since(), load);
        this.reader = new HBaseReader(cluster, address.table(), since);
    }

    /**
     * Connects to the HBase of this address. The table need not be there yet.
     *
     * @param address {@code hbase://zk-host:port[,…]/table?option=value&…}, see docs/cold-hbase.md
     * @param load the number of the load, from 1: its rows are written, and no others read
     */
    public static HBaseColdStore open(String address, long load) throws IOException {
        if (load < 1) {
            throw new IllegalArgumentException("loads are counted from 1: " + load);
        }
        try (OwnLoader _ = new OwnLoader()) {
            HBaseAddress parsed = HBaseAddress.parse(address);
            return new HBaseColdStore(parsed, load, Cluster.connect(parsed));
        }
    }

    @Override
    public void prepare(long[] firstIds) throws IOException {
        AsyncAdmin admin = cluster.connection().getAdmin();
        TableName name = address.table();
        if (!cluster.await(admin.tableExists(name), "looking for the table")) {
            int regions = address.regions();
            if (regions == 0) {
                int servers =
                        cluster.await(admin.getRegionServers(), "counting region servers").size();
                regions = REGIONS_PER_SERVER * Math.max(1, servers);
            }
            TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(name);
            builder.setValue(LAYOUT, LAYOUT_VERSION);
            for (Family family : Family.values()) {
                builder.setColumnFamily(family.describe(address));
            }
            byte[][] borders = Borders.choose(firstIds, regions);
            try {
                cluster.awaitSlow(
                        borders.length == 0
                                ? admin.createTable(builder.build())
                                : admin.createTable(builder.build(), borders),
                        "making the table");
            } catch (IOException e) {
                if (!(e.getCause() instanceof TableExistsException)) {
                    throw e;
                }
                // Another coordinator of the same load was faster.
            }
        }
        describe();
    }

    @Override
    public BucketWriter build(int bucket) throws IOException {
        if (address.puts()) {
            return new PutBucketWriter(cluster, address.table(), load, bucket);
        }
        String staging = address.staging();
        if (staging == null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    location()
                            + ": to build buckets, its address needs staging=, a folder"
                            + " that HBase's region servers can read and write");
        }
        TableDescriptor table = describe();
        List<byte[]> borders = borders();
        Path folder =
                new Path(
                        new Path(staging, address.table().getNameAsString().replace(':', '.')),
                        "load-" + load + "-bucket-" + bucket);
        try (OwnLoader _ = new OwnLoader()) {
            FileSystem fileSystem = folder.getFileSystem(cluster.configuration());
            // What a build of this bucket left that was killed.
            fileSystem.delete(folder, true);
            fileSystem.mkdirs(folder);
            return new HBaseBucketWriter(
                    cluster.configuration(),
                    table,
                    fileSystem,
                    folder,
                    borders,
                    load,
                    bucket,
                    this::take);
        } catch (IOException e) {
            throw new IOException(
                    location()
                            + ": cannot write to "
                            + folder
                            + ": "
                            + e.getMessage()
                            + "; see that staging= names a folder that can be written to",
                    e);
        }
    }

    @Override
    public GraphReader reader() {
        return reader;
    }

    @Override
    public String location() {
        return address.location();
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }

    /** A region that was split since is no trouble: HBase's loader cuts its files and goes on. */
    private void take(Map<byte[], List<Path>> files) throws IOException {
        try (OwnLoader _ = new OwnLoader()) {
            BulkLoadHFiles.create(cluster.patientConfiguration()).bulkLoad(address.table(), files);
        } catch (IOException | RuntimeException e) {
            throw cluster.failed("taking over the files of a bucket", e);
        }
    }

    /** The table's settings, which rule how its files are written; fails where it is not ours. */
    private TableDescriptor describe() throws IOException {
        TableDescriptor table =
                cluster.await(
                        cluster.connection().getAdmin().getDescriptor(address.table()),
                        "reading the table's settings");
        if (!LAYOUT_VERSION.equals(table.getValue(LAYOUT))) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    location()
                            + " is a table that this Sluice did not make; name another one,"
                            + " or drop it");
        }
        return table;
    }

    private List<byte[]> borders() throws IOException {
        List<byte[]> borders = new ArrayList<>();
        cluster.await(
                        cluster.connection()
                                .getRegionLocator(address.table())
                                .getAllRegionLocations(),
                        "looking regions up")
                .forEach(
                        region -> {
                            byte[] first = region.getRegion().getStartKey();
                            if (first.length > 0) {
                                borders.add(first);
                            }
                        });
        borders.sort(Bytes.BYTES_COMPARATOR);
        return borders;
    }
}
