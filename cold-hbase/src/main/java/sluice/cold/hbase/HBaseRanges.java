package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;

/**
 * The regions of the table and the region servers that have them.
 *
 * <p>HBase ends a split or a move that a client no longer waits for, and says of a move that it is
 * done where it did nothing: what is there afterwards is looked up, never believed.
 */
final class HBaseRanges implements RangeStore {
    /** A region still has files which refer to its parent's. */
    private static final String NOT_NOW = "not splittable";

    /** A region is just being opened, closed or split. */
    private static final List<String> IN_TRANSITION =
            List.of("in transition", "not online", "is not open", "not serving", "has been split");

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** For a region to close and open again; measured on one machine. */
    private static final long MOVE_MICROS = 1_100_000;

    /** A link takes two puts and a share of a count's; measured: 116,000 puts a second. */
    private static final long PUT_ROW_MICROS = 20;

    /** HBase rewrites what it took over: about 300 bytes of a link, read and written at 64 MB/s. */
    private static final long FILE_ROW_MICROS = 5;

    private final HBaseAddress address;
    private final Cluster cluster;
    private final PlanRow row;

    HBaseRanges(HBaseAddress address, Cluster cluster) {
        this.address = address;
        this.cluster = cluster;
        this.row = new PlanRow(cluster);
    }

    /** The name of a server, which is the same after a restart. */
    static String name(@Nullable ServerName server) {
        return server == null ? "" : server.getAddress().toString();
    }

    @Override
    public List<String> servers() throws IOException {
        return cluster.await(admin().getRegionServers(), "counting region servers").stream()
                .map(HBaseRanges::name)
                .sorted()
                .toList();
    }

    @Override
    public List<TableRange> ranges() throws IOException {
        TableName table = address.table();
        if (!cluster.await(admin().tableExists(table), "looking for the table")) {
            return List.of();
        }
        Map<String, Long> bytes = new HashMap<>();
        List<TableRange> ranges = new ArrayList<>();
        List<HRegionLocation> regions = regions();
        for (ServerName server : cluster.await(admin().getRegionServers(), "counting servers")) {
            for (RegionMetrics metrics :
                    cluster.await(admin().getRegionMetrics(server, table), "measuring regions")) {
                bytes.put(
                        Bytes.toStringBinary(metrics.getRegionName()),
                        (long) metrics.getStoreFileSize().get(Size.Unit.BYTE));
            }
        }
        for (HRegionLocation region : regions) {
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

    @Override
    public boolean split(RangeKey first, RangeKey at) throws IOException {
        Optional<HRegionLocation> region = region(first);
        if (region.isEmpty()) {
            return false;
        }
        byte[] name = region.get().getRegion().getRegionName();
        try {
            cluster.awaitSlow(admin().splitRegion(name, at.bytes()), "splitting a region");
            return true;
        } catch (IOException e) {
            if (e.getCause() instanceof TimeoutException || isForNow(e)) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void move(RangeKey first, String server) throws IOException {
        Optional<HRegionLocation> region = region(first);
        Optional<ServerName> to =
                cluster.await(admin().getRegionServers(), "counting region servers").stream()
                        .filter(one -> name(one).equals(server))
                        .findFirst();
        if (region.isEmpty() || to.isEmpty()) {
            return;
        }
        byte[] name = region.get().getRegion().getEncodedNameAsBytes();
        try {
            cluster.awaitSlow(admin().move(name, to.get()), "moving a region");
        } catch (IOException e) {
            if (!(e.getCause() instanceof TimeoutException) && !isForNow(e)) {
                throw e;
            }
        }
    }

    @Override
    public Switches pause(String holder, long nowMillis, long untilMillis) throws IOException {
        // Written down before they are changed, so that whoever is left finds them.
        Switches found = row.take(holder, nowMillis, untilMillis, this::switches);
        Switches now = switches();
        if (now.balancer() || now.normalizer()) {
            set(new Switches(false, false));
        }
        return found;
    }

    private Switches switches() throws IOException {
        return new Switches(
                cluster.await(admin().isBalancerEnabled(), "asking for the balancer"),
                cluster.await(admin().isNormalizerEnabled(), "asking for the normalizer"));
    }

    @Override
    public Optional<Switches> restore(String holder, long nowMillis) throws IOException {
        Optional<PlanRow.Held> held = row.read();
        row.refuseOther(held, holder, nowMillis);
        if (held.isEmpty()) {
            return Optional.empty();
        }
        set(held.get().found());
        if (!row.remove(held.get())) {
            throw new IOException(
                    "%s: another plan has begun just now; repeat the command"
                            .formatted(address.location()));
        }
        return Optional.of(held.get().found());
    }

    private void set(Switches switches) throws IOException {
        cluster.awaitSlow(
                admin().balancerSwitch(switches.balancer(), true), "switching the balancer");
        cluster.awaitSlow(
                admin().normalizerSwitch(switches.normalizer()), "switching the normalizer");
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

    @Override
    public String location() {
        return address.location();
    }

    private AsyncAdmin admin() {
        return cluster.connection().getAdmin();
    }

    private List<HRegionLocation> regions() throws IOException {
        AsyncTableRegionLocator locator = cluster.connection().getRegionLocator(address.table());
        locator.clearRegionLocationCache();
        return cluster.await(locator.getAllRegionLocations(), "looking regions up");
    }

    /** The region that begins at {@code first}, if it is there just now. */
    private Optional<HRegionLocation> region(RangeKey first) throws IOException {
        HRegionLocation region = cluster.locate(address.table(), first.bytes());
        return Arrays.equals(region.getRegion().getStartKey(), first.bytes())
                ? Optional.of(region)
                : Optional.empty();
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
