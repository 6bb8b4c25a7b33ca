package sluice.cold.hbase;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import sluice.plan.Placement;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.run.DeniedException;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;

/**
 * The regions of the table and the region servers that have them, for a plan of insertion: lists,
 * splits and moves regions, pauses HBase's own balancing, and says what rows and moves cost.
 *
 * <p>HBase ends a split or a move that a client no longer waits for, and says of a move that it is
 * done where it did nothing: what is there afterwards is looked up, never believed.
 */
final class HBaseRanges implements RangeStore {
    private static final Logger LOG = System.getLogger(HBaseRanges.class.getName());

    /** A server that has just died is among those that are there, and answers nobody. */
    private static final int METRICS_SECONDS = 5;

    /** HBase pauses for this at first, and for up to 200 times this. */
    private static final long ASK_MILLIS = 2;

    /** About a minute of these pauses; a request ends sooner by its time-out. */
    private static final int ASK_MAX = 150;

    /** A region still has files which refer to its parent's. */
    private static final String NOT_NOW = "not splittable";

    /** A region is just being opened, closed or split. */
    private static final List<String> IN_TRANSITION =
            List.of("in transition", "not online", "is not open", "not serving", "has been split");

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long PERCENT = 100;

    /** For a region to close and open again; measured on one machine. */
    private static final long MOVE_MICROS = 1_100_000;

    /** A link takes two puts and a share of a count's; measured: 116,000 puts a second. */
    private static final long PUT_ROW_MICROS = 20;

    /**
     * HBase rewrites the files that it took over: about 300 bytes a link, at 64 MB/s for reading
     * and writing together.
     */
    private static final long FILE_ROW_MICROS = 5;

    private final HBaseAddress address;
    private final Cluster cluster;
    private final PlanRow row;
    private final PlanRow.Switchboard switches = new ClusterSwitches();
    private final LongSupplier filesCut;

    /**
     * @param filesCut how many files of this store's HBase had to cut so far
     */
    HBaseRanges(HBaseAddress address, Cluster cluster, LongSupplier filesCut) {
        this.filesCut = filesCut;
        this.address = address;
        this.cluster = cluster;
        this.row = new PlanRow(cluster);
    }

    /** The name of a server, which is the same after a restart. */
    static String name(@Nullable ServerName server) {
        return server == null ? "" : server.getAddress().toString();
    }

    /** Without those that are being emptied: HBase keeps their regions until others take them. */
    @Override
    public List<String> servers() throws IOException {
        Set<ServerName> emptied = decommissioned();
        return regionServers().stream()
                .filter(server -> !emptied.contains(server))
                .map(HBaseRanges::name)
                .sorted()
                .toList();
    }

    private Collection<ServerName> regionServers() throws IOException {
        return cluster.await(admin().getRegionServers(), "counting region servers");
    }

    /** The servers that are to get no regions; none where the user has no right to ask. */
    private Set<ServerName> decommissioned() throws IOException {
        try {
            return Set.copyOf(
                    cluster.await(
                            admin().listDecommissionedRegionServers(),
                            "looking for decommissioned region servers"));
        } catch (IOException e) {
            if (!Cluster.isDenied(e)) {
                throw e;
            }
            return Set.of();
        }
    }

    @Override
    public List<TableRange> ranges() throws IOException {
        return isThere() ? ranges(bytes()) : List.of();
    }

    /** A server that is busy may take seconds to say how long its regions are. */
    @Override
    public List<TableRange> places() throws IOException {
        return isThere() ? ranges(Map.of()) : List.of();
    }

    private boolean isThere() throws IOException {
        return cluster.await(admin().tableExists(address.table()), "looking for the table");
    }

    private List<TableRange> ranges(Map<String, Long> bytes) throws IOException {
        List<TableRange> ranges = new ArrayList<>();
        for (HRegionLocation region : regions()) {
            String name = Bytes.toStringBinary(region.getRegion().getRegionName());
            ranges.add(
                    new TableRange(
                            RangeKey.of(region.getRegion().getStartKey()),
                            name(region.getServerName()),
                            bytes.getOrDefault(name, 0L)));
        }
        ranges.sort((one, other) -> one.first().compareTo(other.first()));
        return ranges;
    }

    /** The length of each region, without those of a server that does not answer soon. */
    private Map<String, Long> bytes() throws IOException {
        List<CompletableFuture<List<RegionMetrics>>> asked = new ArrayList<>();
        for (ServerName server : regionServers()) {
            asked.add(
                    admin().getRegionMetrics(server, address.table())
                            .exceptionally(
                                    failure -> {
                                        LOG.log(Level.DEBUG, server + ": " + failure);
                                        return List.of();
                                    })
                            .completeOnTimeout(List.of(), METRICS_SECONDS, TimeUnit.SECONDS));
        }
        Map<String, Long> bytes = new HashMap<>();
        for (CompletableFuture<List<RegionMetrics>> answer : asked) {
            for (RegionMetrics metrics : cluster.await(answer, "measuring regions")) {
                bytes.put(
                        Bytes.toStringBinary(metrics.getRegionName()),
                        (long) metrics.getStoreFileSize().get(Size.Unit.BYTE));
            }
        }
        return bytes;
    }

    @Override
    public boolean split(RangeKey first, RangeKey at) throws IOException {
        Optional<HRegionLocation> region = region(first);
        if (region.isEmpty()) {
            return false;
        }
        byte[] name = region.get().getRegion().getRegionName();
        flush(name);
        try {
            cluster.awaitSlow(asking().splitRegion(name, at.bytes()), "splitting a region");
            return true;
        } catch (IOException e) {
            if (e.getCause() instanceof TimeoutException || isForNow(e)) {
                return false;
            }
            throw denied(e);
        }
    }

    @Override
    public void move(RangeKey first, String server) throws IOException {
        Optional<HRegionLocation> region = region(first);
        Optional<ServerName> to =
                regionServers().stream().filter(one -> name(one).equals(server)).findFirst();
        if (region.isEmpty() || to.isEmpty()) {
            return;
        }
        byte[] name = region.get().getRegion().getEncodedNameAsBytes();
        flush(region.get().getRegion().getRegionName());
        try {
            cluster.awaitSlow(asking().move(name, to.get()), "moving a region");
        } catch (IOException e) {
            if (!(e.getCause() instanceof TimeoutException) && !isForNow(e)) {
                throw denied(e);
            }
        }
    }

    /**
     * Has what a region holds in memory written to files, as long as it can still be read: else
     * that is done while it is closed. It closes all the same where this fails.
     */
    private void flush(byte[] region) {
        try {
            cluster.awaitSlow(admin().flushRegion(region), "writing a region to files");
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> Bytes.toStringBinary(region) + ": " + e);
        }
    }

    @Override
    public Optional<Switches> pause(String holder, long nowMillis, long untilMillis)
            throws IOException {
        try {
            // Written down before they are changed, so that the next process finds them.
            Switches found = row.take(holder, nowMillis, untilMillis, switches);
            Switches now = switches.now();
            if (now.balancer() || now.normalizer()) {
                switches.set(new Switches(false, false));
            }
            return Optional.of(found);
        } catch (IOException e) {
            if (!Cluster.isDenied(e)) {
                throw e;
            }
            row.forget(holder, switches);
            return Optional.empty();
        }
    }

    @Override
    public Optional<Switches> restore(String holder, long nowMillis) throws IOException {
        return row.giveBack(holder, nowMillis, switches);
    }

    /** Balancer and normalizer. */
    private final class ClusterSwitches implements PlanRow.Switchboard {
        @Override
        public Switches now() throws IOException {
            return new Switches(
                    cluster.await(admin().isBalancerEnabled(), "asking for the balancer"),
                    cluster.await(admin().isNormalizerEnabled(), "asking for the normalizer"));
        }

        @Override
        public void set(Switches wanted) throws IOException {
            cluster.awaitSlow(
                    admin().balancerSwitch(wanted.balancer(), true), "switching the balancer");
            cluster.awaitSlow(
                    admin().normalizerSwitch(wanted.normalizer()), "switching the normalizer");
        }
    }

    @Override
    public long rangeBytesMax() throws IOException {
        long bytes =
                cluster.await(
                                admin().getDescriptor(address.table()),
                                "reading the table's settings")
                        .getMaxFileSize();
        return bytes > 0
                ? bytes
                : cluster.configuration()
                        .getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE);
    }

    @Override
    public long filesCut() {
        return filesCut.getAsLong();
    }

    @Override
    public Prices prices() {
        long insertRow = FILE_ROW_MICROS;
        if (address.rate() > 0) {
            insertRow = Math.max(1, MICROS_PER_SECOND / address.rate());
        } else if (address.puts()) {
            insertRow = PUT_ROW_MICROS;
        }
        return new Prices(insertRow, 0, MOVE_MICROS);
    }

    /** By what each server is given, as long as reads are fast. */
    @Override
    public Map<String, Integer> speeds() {
        Map<String, Integer> speeds = new HashMap<>();
        address.rates()
                .forEach(
                        (server, rate) ->
                                speeds.put(
                                        server,
                                        Math.clamp(
                                                PERCENT * rate / address.rate(),
                                                1,
                                                Placement.SPEED_MAX)));
        return speeds;
    }

    @Override
    public String location() {
        return address.location();
    }

    private AsyncAdmin admin() {
        return cluster.connection().getAdmin();
    }

    /**
     * Asks every fifth of a second, later every 0.4 s, whether a split or a move has ended: with
     * the usual pause, which grows faster, one of 1.7 s is seen after 3.6 s.
     */
    private AsyncAdmin asking() {
        return cluster.connection()
                .getAdminBuilder()
                .setRetryPause(ASK_MILLIS, TimeUnit.MILLISECONDS)
                .setMaxRetries(ASK_MAX)
                .build();
    }

    private List<HRegionLocation> regions() throws IOException {
        AsyncTableRegionLocator locator = cluster.connection().getRegionLocator(address.table());
        locator.clearRegionLocationCache();
        // Replicas of a region have its keys once more.
        return cluster.await(locator.getAllRegionLocations(), "looking regions up").stream()
                .filter(region -> RegionReplicaUtil.isDefaultReplica(region.getRegion()))
                .toList();
    }

    /** The region that begins at {@code first}, if it is there just now. */
    private Optional<HRegionLocation> region(RangeKey first) throws IOException {
        HRegionLocation region = cluster.locate(address.table(), first.bytes());
        return Arrays.equals(region.getRegion().getStartKey(), first.bytes())
                ? Optional.of(region)
                : Optional.empty();
    }

    /** The failure, as one of rights where it is one. */
    private static IOException denied(IOException failure) {
        return Cluster.isDenied(failure)
                ? new DeniedException(String.valueOf(failure.getMessage()), failure)
                : failure;
    }

    private static boolean isForNow(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String message = String.valueOf(at.getMessage()).toLowerCase(Locale.ROOT);
            if (message.contains(NOT_NOW) || IN_TRANSITION.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }
}
