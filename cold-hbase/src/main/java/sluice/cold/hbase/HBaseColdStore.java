package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import sluice.model.BucketStore;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;
import sluice.model.apart.OwnLoader;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;

/**
 * A cold store in one table of HBase. Its buckets are written as HBase's own files and taken over
 * by bulk load; reads are gets and short scans of an asynchronous client.
 *
 * <p>The rows of a load carry its number as their time stamp, and so do its deletions: a bucket
 * that is built twice is there once, and what a later load wrote stands before what an earlier one
 * did. Nothing is read to be written. HBase forgets deletions when it compacts, so that a build of
 * an earlier load must not end after that.
 */
public final class HBaseColdStore implements BucketStore, Ranged {
    private static final int REGIONS_PER_SERVER = 8;
    private static final String LAYOUT = "SLUICE_LAYOUT";

    /** 1 counted lists by load and bucket, which a second load cannot replace. */
    private static final String LAYOUT_VERSION = "2";

    private static final String LAYOUT_OF_ONE_LOAD = "1";

    /** Drawn when a table is made; those of earlier versions have none. */
    private static final String IDENTITY = "SLUICE_IDENTITY";

    private final HBaseAddress address;
    private final Cluster cluster;
    private final HBaseReader reader;
    private final TableClaim claim;
    private final RandomGenerator random;
    private final @Nullable RowPace pace;
    private final @Nullable ReadWatch watch;

    /** Whose table it is; null before that is known. */
    private volatile @Nullable Owner owner;

    /** Files that HBase had to cut, as a region was split while they were written. */
    private final LongAdder filesCut = new LongAdder();

    private HBaseColdStore(HBaseAddress address, Cluster cluster, RandomGenerator random) {
        this.address = address;
        this.cluster = cluster;
        this.reader = new HBaseReader(cluster, address.table());
        this.claim = new TableClaim(cluster, address.table());
        this.random = random;
        boolean isPaced = address.rate() > 0 || address.readMillis() > 0;
        this.pace = isPaced ? new RowPace(address::rateOf, System::nanoTime) : null;
        this.watch =
                pace == null || address.readMillis() == 0
                        ? null
                        : new ReadWatch(
                                pace,
                                new RegionReads(address.table(), cluster, random),
                                TimeUnit.MILLISECONDS.toNanos(address.readMillis()),
                                address::rateOf,
                                System::nanoTime,
                                random);
        if (watch != null) {
            watch.start();
        }
    }

    /**
     * Connects to the HBase of this address. The table need not be there yet.
     *
     * @param address {@code hbase://zk-host:port[,…]/table?option=value&…}, see docs/cold-hbase.md
     * @param random draws the name of a table that is made
     */
    public static HBaseColdStore open(String address, RandomGenerator random) throws IOException {
        try (OwnLoader _ = new OwnLoader(HBaseColdStore.class)) {
            HBaseAddress parsed = HBaseAddress.parse(address);
            return new HBaseColdStore(parsed, Cluster.connect(parsed), random);
        }
    }

    @Override
    public void prepare(long[] firstIds) throws IOException {
        AsyncAdmin admin = cluster.connection().getAdmin();
        TableName name = address.table();
        if (!isThere()) {
            int regions = address.regions();
            if (regions == 0) {
                int servers =
                        cluster.await(admin.getRegionServers(), "counting region servers").size();
                regions = REGIONS_PER_SERVER * Math.max(1, servers);
            }
            TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(name);
            builder.setValue(LAYOUT, LAYOUT_VERSION);
            builder.setValue(IDENTITY, HexFormat.of().toHexDigits(random.nextLong()));
            for (Family family : Family.values()) {
                builder.setColumnFamily(family.describe(address));
            }
            byte[][] borders = RegionBorders.choose(firstIds, regions);
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
    public Optional<String> identity() throws IOException {
        return isThere()
                ? Optional.of(Objects.requireNonNullElse(describe().getValue(IDENTITY), ""))
                : Optional.empty();
    }

    private boolean isThere() throws IOException {
        AsyncAdmin admin = cluster.connection().getAdmin();
        return cluster.await(admin.tableExists(address.table()), "looking for the table");
    }

    @Override
    public Optional<Owner> owner() throws IOException {
        return claim.owner();
    }

    @Override
    public Owner claim(Owner claiming) throws IOException {
        Owner found = claim.claim(claiming);
        owner = found;
        return found;
    }

    @Override
    public boolean isEmpty() throws IOException {
        return reader.isEmpty();
    }

    @Override
    public BucketWriter build(long load, int bucket, String builder) throws IOException {
        if (load < 1) {
            throw new IllegalArgumentException("loads are counted from 1: " + load);
        }
        if (address.puts()) {
            refuseOldLayout(describe());
            return new PutBucketWriter(cluster, address.table(), load, pace);
        }
        String staging = address.requiredStaging();
        TableDescriptor table = describe();
        refuseOldLayout(table);
        List<byte[]> borders = borders();
        Path tableFolder = new Path(staging, address.table().getNameAsString().replace(':', '.'));
        Path folder =
                new Path(
                        new Path(tableFolder, ownersFolder()),
                        "load-" + load + "-bucket-" + bucket);
        try (OwnLoader _ = new OwnLoader(HBaseColdStore.class)) {
            FileSystem fileSystem = folder.getFileSystem(cluster.configuration());
            return new HBaseBucketWriter(
                    cluster.configuration(),
                    table,
                    StagingFolder.make(fileSystem, folder, builder),
                    borders,
                    load,
                    this::take,
                    failure -> Cluster.notWritten(address, folder, failure));
        } catch (IOException e) {
            throw Cluster.notWritten(address, folder, e);
        }
    }

    /** Directories that load into tables of one name, as of two clusters, may share a folder. */
    private String ownersFolder() throws IOException {
        Owner known = owner;
        if (known == null) {
            known = claim.owner().orElse(null);
            owner = known;
        }
        return "store-" + (known == null ? "none" : HexFormat.of().toHexDigits(known.store()));
    }

    @Override
    public GraphReader reader() {
        return reader;
    }

    @Override
    public RangeStore ranges() {
        return new HBaseRanges(address, cluster, filesCut::sum);
    }

    @Override
    public String location() {
        return address.location();
    }

    @Override
    public void close() throws IOException {
        if (watch != null) {
            watch.close();
        }
        cluster.close();
    }

    /** A region that was split since is no trouble: HBase's loader cuts its files and goes on. */
    private void take(Map<byte[], List<Path>> files) throws IOException {
        try (OwnLoader _ = new OwnLoader(HBaseColdStore.class)) {
            Set<String> whole = new HashSet<>();
            BulkLoadHFiles.create(cluster.patientConfiguration())
                    .bulkLoad(address.table(), files)
                    .keySet()
                    .forEach(taken -> whole.add(taken.getFilePath().getName()));
            files.values().stream()
                    .flatMap(List::stream)
                    .filter(file -> !whole.contains(file.getName()))
                    .forEach(_ -> filesCut.increment());
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
        String layout = table.getValue(LAYOUT);
        if (!LAYOUT_VERSION.equals(layout) && !LAYOUT_OF_ONE_LOAD.equals(layout)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    location()
                            + " is a table that this Sluice did not make; name another one,"
                            + " or drop it");
        }
        return table;
    }

    private void refuseOldLayout(TableDescriptor table) {
        if (LAYOUT_OF_ONE_LOAD.equals(table.getValue(LAYOUT))) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    location()
                            + " was made by an earlier Sluice, whose tables take one load; it can"
                            + " be read; to build, load into another directory and table");
        }
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
