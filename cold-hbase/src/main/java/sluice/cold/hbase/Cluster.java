package sluice.cold.hbase;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;

/**
 * The connection to one HBase. Each wait has an end, and a failure says where and what to do. Who
 * waits is a virtual thread as a rule: requests themselves hold none. Safe for any number of
 * threads.
 */
final class Cluster implements AutoCloseable {
    private static final int GRACE_SECONDS = 5;
    private static final int SLOW_SECONDS = 120;

    /** The setting that HBase names where it will not make a table. */
    private static final String SANITY_CHECKS = "hbase.table.sanity.checks";

    private static final List<Class<? extends Throwable>> REFUSALS =
            List.of(
                    TableNotFoundException.class,
                    NamespaceNotFoundException.class,
                    TableNotEnabledException.class,
                    NoSuchColumnFamilyException.class,
                    AccessDeniedException.class,
                    AccessControlException.class,
                    FileNotFoundException.class,
                    IllegalArgumentException.class,
                    Error.class);

    private final HBaseAddress address;
    private final Configuration configuration;
    private final AsyncConnection connection;

    private Cluster(HBaseAddress address, Configuration configuration, AsyncConnection connection) {
        this.address = address;
        this.configuration = configuration;
        this.connection = connection;
    }

    /** Connects, or fails after the time that the address gives. The caller closes it. */
    static Cluster connect(HBaseAddress address) throws IOException {
        Configuration configuration = configure(address);
        AsyncConnection connection =
                await(
                        ConnectionFactory.createAsyncConnection(configuration),
                        address,
                        address.timeoutSeconds() + GRACE_SECONDS,
                        "connecting",
                        () -> 0);
        return new Cluster(address, configuration, connection);
    }

    /** Where it is, without a secret. */
    String location() {
        return address.location();
    }

    AsyncConnection connection() {
        return connection;
    }

    Configuration configuration() {
        return configuration;
    }

    /** As {@link #configuration}, for the bulk load: files may have to be copied meanwhile. */
    Configuration patientConfiguration() {
        Configuration patient = new Configuration(configuration);
        int millis = Math.max(address.timeoutSeconds(), SLOW_SECONDS) * 1000;
        patient.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, millis);
        patient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, millis);
        // Who builds tries again and says so; HBase would by itself for hours, without a word.
        patient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
        patient.setInt(HConstants.HBASE_CLIENT_PAUSE, 2000);
        patient.setInt(ConnectionConfiguration.HBASE_CLIENT_PAUSE_FOR_SERVER_OVERLOADED, 2000);
        return patient;
    }

    /** The region of {@code row} and its server, as HBase has them now. */
    HRegionLocation locate(TableName table, byte[] row) throws IOException {
        return await(
                connection.getRegionLocator(table).getRegionLocation(row, true),
                "looking a region up");
    }

    /** Waits for what was asked; {@code what} was done meanwhile. */
    <T> T await(CompletableFuture<T> future, String what) throws IOException {
        return await(future, what, () -> 0);
    }

    /** As {@link #await}, of a long answer: waits on while its parts come in. */
    <T> T await(CompletableFuture<T> future, String what, LongSupplier progress)
            throws IOException {
        return await(future, address, address.timeoutSeconds() + GRACE_SECONDS, what, progress);
    }

    /** As {@link #await}, for what takes HBase a while, such as to make a table. */
    <T> T awaitSlow(CompletableFuture<T> future, String what) throws IOException {
        return await(
                future, address, Math.max(address.timeoutSeconds(), SLOW_SECONDS), what, () -> 0);
    }

    /** The failure {@code cause} of {@code what}, with where it was and what to do. */
    IOException failed(String what, Throwable cause) {
        return failed(address, what, cause);
    }

    /** The failure {@code cause} to write into {@code folder}, where files are staged. */
    static IOException notWritten(HBaseAddress address, Path folder, Throwable cause) {
        Throwable found = cause instanceof FSError ? cause.getCause() : cause;
        String message =
                "%s: cannot write to %s: %s; see that staging= names a folder that can be written to"
                        .formatted(address.location(), folder, firstLine(found));
        String scheme = folder.toUri().getScheme();
        // On a disk of this machine nothing comes back by itself.
        boolean isElsewhere = scheme != null && !scheme.equals("file");
        return isElsewhere && isAway(cause)
                ? new UnreachableException(message, cause)
                : new IOException(message, cause);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    private static <T> T await(
            CompletableFuture<T> future,
            HBaseAddress address,
            long seconds,
            String what,
            LongSupplier progress)
            throws IOException {
        while (true) {
            long before = progress.getAsLong();
            try {
                return future.get(seconds, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof SluiceException known) {
                    throw known;
                }
                Throwable cause = e.getCause() == null ? e : e.getCause();
                refuseCompression(address, cause);
                throw failed(address, what, cause);
            } catch (TimeoutException e) {
                if (progress.getAsLong() == before) {
                    future.cancel(true);
                    throw failed(address, what, e);
                }
            } catch (InterruptedException e) {
                future.cancel(true);
                Thread.currentThread().interrupt();
                InterruptedIOException failure =
                        new InterruptedIOException(
                                address.location() + ": interrupted while " + what);
                failure.initCause(e);
                throw failure;
            }
        }
    }

    /**
     * Throws where HBase would not make the table for its compression. Its own words are of a class
     * that is missing on its servers, and advise to have a table made that they cannot open.
     */
    static void refuseCompression(HBaseAddress address, Throwable cause) {
        Compression.Algorithm asked = address.compression();
        if (asked == Compression.Algorithm.NONE || asked == Compression.Algorithm.GZ) {
            return;
        }
        for (Throwable at = cause; at != null; at = at.getCause()) {
            String said = at.getMessage();
            if (said != null && said.contains(SANITY_CHECKS)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s: HBase's servers do not have compression=%s: give them its codec, or name another compression; gz always works"
                                .formatted(address.location(), asked.getName()),
                        cause);
            }
        }
    }

    static IOException failed(HBaseAddress address, String what, Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String found =
                root instanceof TimeoutException
                        ? "no answer for " + address.timeoutSeconds() + " seconds"
                        : root.getClass().getSimpleName() + " " + firstLine(root);
        String todo =
                cause instanceof TableNotFoundException
                        ? "build a bucket first, or name the table that has them"
                        : cause instanceof NamespaceNotFoundException
                                ? "make the namespace %s first (create_namespace in HBase's shell)"
                                        .formatted(address.table().getNamespaceAsString())
                                : isDenied(cause)
                                        ? "run it as a user that HBase gives this right to"
                                        : "see that ZooKeeper and HBase run and can be reached from"
                                                + " here, then repeat it, or give them more time by"
                                                + " timeout=";
        String message = address.location() + ": " + what + " failed: " + found + "; " + todo;
        return isAway(cause)
                ? new UnreachableException(message, cause)
                : new IOException(message, cause);
    }

    /**
     * Whether waiting can help: with all but what is said of the request itself. HBase's own {@code
     * DoNotRetryIOException} does not tell: one whose ZooKeeper is away throws it, too.
     */
    private static boolean isAway(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            Throwable found = at;
            if (REFUSALS.stream().anyMatch(refusal -> refusal.isInstance(found))) {
                return false;
            }
        }
        return true;
    }

    /** Whether HBase said that this user may not do what was asked. */
    static boolean isDenied(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof AccessDeniedException) {
                return true;
            }
        }
        return false;
    }

    private static String firstLine(@Nullable Throwable failure) {
        String message = failure == null ? null : failure.getMessage();
        return message == null ? "" : message.lines().findFirst().orElse("");
    }

    /** The settings of a client of the cluster at {@code address}. */
    static Configuration configure(HBaseAddress address) {
        Configuration configuration = HBaseConfiguration.create();
        String settings = address.settings();
        if (settings != null) {
            java.nio.file.Path file = java.nio.file.Path.of(settings);
            if (!Files.isReadable(file)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        file + " cannot be read; conf= names HBase's hbase-site.xml");
            }
            configuration.addResource(new Path(file.toUri()));
        }
        int millis = address.timeoutSeconds() * 1000;
        configuration.set(HConstants.ZOOKEEPER_QUORUM, address.quorum());
        configuration.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, millis);
        configuration.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, millis);
        configuration.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, millis);
        configuration.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, Math.min(millis, 10_000));
        // A region that is split or moved is back after a second or two. HBase waits longer after
        // each try: with a pause of 20 ms it would try after 1.6 s, and then after 3.6 s. From 2 ms
        // on it comes to waits of 0.2 and then 0.4 s; they go on until the time of a request is
        // over.
        configuration.setInt(HConstants.HBASE_CLIENT_PAUSE, 2);
        configuration.setInt(
                HConstants.HBASE_CLIENT_RETRIES_NUMBER,
                HConstants.RETRY_BACKOFF.length + 3 * address.timeoutSeconds());
        configuration.setInt(ConnectionConfiguration.HBASE_CLIENT_PAUSE_FOR_SERVER_OVERLOADED, 100);
        // HDFS, where it is staged to, would else be waited for much longer.
        configuration.setInt("ipc.client.connect.max.retries", 2);
        configuration.setInt("ipc.client.connect.max.retries.on.timeouts", 2);
        configuration.setInt("ipc.client.connect.timeout", Math.min(millis, 10_000));
        // A file is closed once HDFS has heard of its last block; it is asked anew after this time,
        // then after twice as long, and so on, and the files of a bucket are small.
        configuration.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
        configuration.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
        // The bulk load asks for it where it has to cut a file.
        configuration.setInt(BloomFilterUtil.PREFIX_LENGTH_KEY, Rows.LIST_BYTES);
        configuration.setInt("zookeeper.recovery.retry", Math.max(1, address.timeoutSeconds() / 2));
        configuration.setInt("zookeeper.recovery.retry.intervalmill", 1000);
        return configuration;
    }
}
