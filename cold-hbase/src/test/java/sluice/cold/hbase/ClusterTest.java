package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ConnectionUtils;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;

/** Which failures builders wait for to pass, and how often a client tries again. */
class ClusterTest {
    private static final HBaseAddress ADDRESS = HBaseAddress.parse("hbase://none/none");

    @Test
    void waitingHelpsWhereNothingIsSaidOfTheRequest() {
        assertAway(true, new TimeoutException());
        assertAway(true, new ConnectException("Connection refused"));
        assertAway(true, new NotServingRegionException("moved"));
        assertAway(true, new IOException("exhausted", new ConnectException("refused")));
        // Whose ZooKeeper is away, as HBase's loader says it.
        assertAway(true, new DoNotRetryIOException("Zookeeper LIST could not be completed"));
        assertAway(false, new TableNotFoundException(TableName.valueOf("none")));
        assertAway(false, new IOException("denied", new AccessDeniedException("denied")));
        assertAway(false, new IllegalArgumentException("UnknownHostException"));
    }

    @Test
    void waitingHelpsForFilesOfOtherMachinesOnly() {
        ConnectException away = new ConnectException("refused");
        IOException denied = new AccessControlException("denied");
        assertEquals(true, isAway(Cluster.notWritten(ADDRESS, new Path("hdfs://a/b"), away)));
        assertEquals(false, isAway(Cluster.notWritten(ADDRESS, new Path("hdfs://a/b"), denied)));
        assertEquals(false, isAway(Cluster.notWritten(ADDRESS, new Path("file:/a/b"), away)));
        assertEquals(false, isAway(Cluster.notWritten(ADDRESS, new Path("/a/b"), away)));
    }

    @Test
    void compressionThatServersDoNotHaveIsRefused() {
        IOException asHBaseSaysIt =
                new IOException(
                        new DoNotRetryIOException(
                                "java.lang.NoClassDefFoundError Set hbase.table.sanity.checks to"
                                        + " false at conf or table descriptor"));
        HBaseAddress lz4 = HBaseAddress.parse("hbase://none/none?compression=lz4");
        SluiceException refused =
                assertThrows(
                        SluiceException.class, () -> Cluster.refuseCompression(lz4, asHBaseSaysIt));
        assertEquals(ErrorCode.CONFIG, refused.code());
        String said = refused.getMessage();
        assertTrue(said.contains("do not have compression=lz4"), said);
        assertFalse(said.contains("sanity"), said);
        Cluster.refuseCompression(lz4, new IOException("another failure"));
        // Every server has these two: something else is wrong.
        Cluster.refuseCompression(ADDRESS, asHBaseSaysIt);
        Cluster.refuseCompression(
                HBaseAddress.parse("hbase://none/none?compression=gz"), asHBaseSaysIt);
    }

    /** Reads wait until they are tried again, though the region is back. */
    @Test
    void whatIsAwayForTwoSecondsIsAskedAgainTwiceASecond() {
        Configuration settings = Cluster.configure(ADDRESS);
        long pause = settings.getLong(HConstants.HBASE_CLIENT_PAUSE, 0);
        long jitter = 10;
        long millis = 0;
        for (int tries = 0; millis < 2000; tries++) {
            long next = ConnectionUtils.getPauseTime(pause, tries);
            assertTrue(next <= 400 + jitter, "after " + millis + " ms it waits for " + next);
            millis += next;
        }
    }

    @Test
    void triesGoOnUntilTheTimeOfARequestIsOver() {
        Configuration settings = Cluster.configure(ADDRESS);
        long pause = settings.getLong(HConstants.HBASE_CLIENT_PAUSE, 0);
        long millis = 0;
        for (int i = 0; i < settings.getInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0); i++) {
            millis += ConnectionUtils.getPauseTime(pause, i);
        }
        assertTrue(millis >= settings.getLong(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 0));
    }

    private static void assertAway(boolean expected, Throwable cause) {
        assertEquals(expected, isAway(Cluster.failed(ADDRESS, "asking", cause)), cause::toString);
    }

    private static boolean isAway(IOException failure) {
        return failure instanceof UnreachableException;
    }
}
