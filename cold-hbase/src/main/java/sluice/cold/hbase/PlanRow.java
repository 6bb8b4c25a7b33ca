package sluice.cold.hbase;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.plan.run.Switches;

/**
 * The one row of a cluster that says whose plan runs: its holder, until when, and what the switches
 * of balancer and normalizer were before. Whatever table a plan is for, the switches are those of
 * the whole cluster.
 *
 * <p>A row is taken, prolonged and removed only as it was read. A process that takes over from a
 * holder whose time is over keeps the switches that are written there: what it would find itself
 * are those of the other plan.
 *
 * <p>The row is there from before the first switch is off until after the last one is back. A
 * process that dies at any point leaves it, and so what the switches were, to the next one.
 */
final class PlanRow {
    private static final TableName TABLE = TableName.valueOf("sluice_plan");
    private static final byte[] ROW = Bytes.toBytes("cluster");
    private static final byte[] FAMILY = Bytes.toBytes("p");
    private static final byte[] HOLDER = Bytes.toBytes("holder");
    private static final byte[] UNTIL = Bytes.toBytes("until");
    private static final byte[] BALANCER = Bytes.toBytes("balancer");
    private static final byte[] NORMALIZER = Bytes.toBytes("normalizer");

    /** Others that take the row between a look and a change are few. */
    private static final int TRIES = 5;

    /** No other plan begins while switches are given back, which takes seconds. */
    static final long GIVING_BACK_MILLIS = TimeUnit.MINUTES.toMillis(3);

    private final Cluster cluster;

    PlanRow(Cluster cluster) {
        this.cluster = cluster;
    }

    /** The holder of the cluster. */
    record Held(String holder, long untilMillis, Switches found) {}

    /** The holder of the cluster now, if there is one. */
    Optional<Held> read() throws IOException {
        AsyncAdmin admin = cluster.connection().getAdmin();
        if (!cluster.await(admin.tableExists(TABLE), "looking for the table " + TABLE)) {
            return Optional.empty();
        }
        Result row = cluster.await(table().get(new Get(ROW)), "reading who has a plan");
        return row.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Held(
                                Bytes.toString(row.getValue(FAMILY, HOLDER)),
                                Bytes.toLong(row.getValue(FAMILY, UNTIL)),
                                new Switches(
                                        Bytes.toBoolean(row.getValue(FAMILY, BALANCER)),
                                        Bytes.toBoolean(row.getValue(FAMILY, NORMALIZER)))));
    }

    /** The switches of the cluster. */
    interface Switchboard {
        Switches now() throws IOException;

        void set(Switches switches) throws IOException;
    }

    /**
     * Takes the cluster, or prolongs that. Returns what the switches were before any plan; where
     * nobody had it, as they are now.
     *
     * @param switches asked only once nobody is seen to have the cluster: earlier, they may be
     *     those of a plan that is just giving them back
     */
    Switches take(String holder, long nowMillis, long untilMillis, Switchboard switches)
            throws IOException {
        makeTable();
        return hold(holder, nowMillis, untilMillis, switches::now).orElseThrow().found();
    }

    /**
     * Sets the switches as they were before any plan, and removes the row. Returns them; empty
     * where nobody has the cluster. Fails where another plan has it.
     */
    Optional<Switches> giveBack(String holder, long nowMillis, Switchboard switches)
            throws IOException {
        // Else a plan could begin while the switches are set, and its own would be undone.
        Optional<Held> own = hold(holder, nowMillis, nowMillis + GIVING_BACK_MILLIS, () -> null);
        if (own.isEmpty()) {
            return Optional.empty();
        }
        switches.set(own.get().found());
        if (!change(unchanged(own).build(new Delete(ROW)))) {
            Optional<Held> other = read().filter(one -> !one.holder().equals(holder));
            if (other.isPresent()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s: a plan of %s began before the switches of the balancer were given back; it gives them back at its end, as they were before both plans"
                                .formatted(cluster.location(), other.get().holder()));
            }
        }
        return own.map(Held::found);
    }

    /** The switches to write down where nobody has the cluster; null where it is not taken then. */
    private interface Found {
        @Nullable Switches now() throws IOException;
    }

    /** Writes {@code holder} into the row, also where another had it whose time is over. */
    private Optional<Held> hold(String holder, long nowMillis, long untilMillis, Found free)
            throws IOException {
        for (int tries = 0; tries < TRIES; tries++) {
            Optional<Held> before = read();
            refuseOther(before, holder, nowMillis);
            Switches found = before.isPresent() ? before.get().found() : free.now();
            if (found == null) {
                return Optional.empty();
            }
            Held own = new Held(holder, untilMillis, found);
            if (replace(before, own)) {
                return Optional.of(own);
            }
        }
        throw new IOException(
                "%s of %s changes all the time; see which plans run there"
                        .formatted(TABLE, cluster.location()));
    }

    /**
     * Removes the row of {@code holder}, which may not switch anything, if it could write one. A
     * row stays that says how to undo what an earlier try has switched.
     */
    void forget(String holder, Switchboard switches) throws IOException {
        try {
            Optional<Held> held = read().filter(one -> one.holder().equals(holder));
            if (held.isPresent() && held.get().found().equals(switches.now())) {
                boolean unused = change(unchanged(held).build(new Delete(ROW)));
            }
        } catch (IOException e) {
            if (!Cluster.isDenied(e)) {
                throw e;
            }
        }
    }

    /** Fails where another plan has the cluster. */
    private void refuseOther(Optional<Held> held, String holder, long nowMillis) {
        if (held.isPresent()
                && !held.get().holder().equals(holder)
                && held.get().untilMillis() > nowMillis) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s runs a plan of %s, until %s unless it goes on; the switches of the balancer are the whole cluster's, so wait for it"
                            .formatted(
                                    cluster.location(),
                                    held.get().holder(),
                                    Instant.ofEpochMilli(held.get().untilMillis())));
        }
    }

    /** Writes {@code held} in place of {@code before}; false where that is another one now. */
    private boolean replace(Optional<Held> before, Held held) throws IOException {
        return change(
                unchanged(before)
                        .build(
                                new Put(ROW)
                                        .addColumn(FAMILY, HOLDER, Bytes.toBytes(held.holder))
                                        .addColumn(FAMILY, UNTIL, Bytes.toBytes(held.untilMillis))
                                        .addColumn(
                                                FAMILY,
                                                BALANCER,
                                                Bytes.toBytes(held.found.balancer()))
                                        .addColumn(
                                                FAMILY,
                                                NORMALIZER,
                                                Bytes.toBytes(held.found.normalizer()))));
    }

    private static CheckAndMutate.Builder unchanged(Optional<Held> held) {
        CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(ROW);
        return held.isEmpty()
                ? builder.ifNotExists(FAMILY, HOLDER)
                : builder.ifEquals(FAMILY, UNTIL, Bytes.toBytes(held.get().untilMillis()));
    }

    private boolean change(CheckAndMutate change) throws IOException {
        return cluster.await(
                        table().checkAndMutateAll(List.of(change)), "writing down who has a plan")
                .getFirst()
                .isSuccess();
    }

    private AsyncTable<AdvancedScanResultConsumer> table() {
        return cluster.connection().getTable(TABLE);
    }

    private void makeTable() throws IOException {
        AsyncAdmin admin = cluster.connection().getAdmin();
        if (cluster.await(admin.tableExists(TABLE), "looking for the table " + TABLE)) {
            return;
        }
        CompletableFuture<Void> made =
                admin.createTable(
                        TableDescriptorBuilder.newBuilder(TABLE)
                                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                                .build());
        try {
            cluster.awaitSlow(made, "making the table " + TABLE);
        } catch (IOException e) {
            if (!(e.getCause() instanceof TableExistsException)) {
                throw e;
            }
            // Another plan was faster.
        }
    }
}
