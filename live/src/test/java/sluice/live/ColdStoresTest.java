package sluice.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A cold store is found, with all its libraries, where the command's own class path has none. */
class ColdStoresTest {
    @Test
    void librariesAreNotOnTheClassPath() {
        assertThrows(
                ClassNotFoundException.class,
                () -> Class.forName("org.apache.hadoop.hbase.client.Get"));
    }

    @Test
    void storeIsLoadedFromItsFoldersAndSaysThatNoOneIsThere() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        String address = "hbase://127.0.0.1:" + port + "/links";
        IOException failure =
                assertThrows(IOException.class, () -> ColdStores.open(address + "?timeout=1"));
        assertTrue(failure.getMessage().startsWith(address), failure::getMessage);
    }

    @Test
    void allStoresOfAProcessShareTheirClasses() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            assertCode(ErrorCode.CONFIG, "hbase://nobody@127.0.0.1/links");
            ClassLoader first = Thread.currentThread().getContextClassLoader();
            assertCode(ErrorCode.CONFIG, "hbase://nobody@127.0.0.1/links");
            assertSame(first, Thread.currentThread().getContextClassLoader());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void wrongAddressIsSaid() {
        assertCode(ErrorCode.CONFIG, "hbase://nobody@127.0.0.1/links");
        assertCode(ErrorCode.CONFIG, "hbase://127.0.0.1/links?secret=x");
        assertCode(ErrorCode.CONFIG, "bigtable://127.0.0.1/links");
    }

    private static void assertCode(ErrorCode code, String address) {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> ColdStores.open(address));
        assertEquals(code, failure.code());
    }
}
