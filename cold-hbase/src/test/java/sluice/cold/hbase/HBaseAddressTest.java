package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;

class HBaseAddressTest {

    @Test
    void optionsHaveDefaults() {
        HBaseAddress address = HBaseAddress.parse("hbase://zk/links");
        assertEquals("zk", address.quorum());
        assertEquals("links", address.table().getNameAsString());
        assertNull(address.staging());
        assertEquals(Compression.Algorithm.NONE, address.compression());
        assertEquals(DataBlockEncoding.FAST_DIFF, address.encoding());
        assertEquals(20, address.timeoutSeconds());
    }

    @Test
    void optionsAreRead() {
        HBaseAddress address =
                HBaseAddress.parse(
                        "hbase://a:2181,b:2181/space:links?staging=hdfs://c:8020/t%26x"
                                + "&compression=gz&encoding=diff&block=65536&regions=12"
                                + "&timeout=3&conf=/etc/hbase-site.xml");
        assertEquals("a:2181,b:2181", address.quorum());
        assertEquals("hdfs://c:8020/t&x", address.staging());
        assertEquals(Compression.Algorithm.GZ, address.compression());
        assertEquals(DataBlockEncoding.DIFF, address.encoding());
        assertEquals(65536, address.blockBytes());
        assertEquals(12, address.regions());
        assertEquals(3, address.timeoutSeconds());
        assertEquals("/etc/hbase-site.xml", address.settings());
        assertEquals("hbase://a:2181,b:2181/space:links", address.location());
    }

    @Test
    void serversThatTakeMoreOrFewerRowsAreNamedBehindTheRate() {
        HBaseAddress address =
                HBaseAddress.parse(
                        "hbase://zk:2181/links?write=put&rate=100,a:16020=5,b:16020=500");
        assertEquals(5, address.rateOf("a:16020"));
        assertEquals(500, address.rateOf("b:16020"));
        assertEquals(100, address.rateOf("c:16020"));
        assertEquals(
                Double.POSITIVE_INFINITY,
                HBaseAddress.parse("hbase://zk:2181/links?write=put").rateOf("a:16020"));
    }

    @Test
    void wrongOnesAreRefusedWithoutBeingRepeated() {
        for (String address :
                List.of(
                        "hbase://user:hush@zk:2181/links",
                        "hbase://zk:2181/links?password=hush",
                        "hbase://zk:2181",
                        "hbase:///links",
                        "hbase://zk:2181/hush/hush",
                        "hbase://zk:2181/links?block=hush",
                        "hbase://zk:2181/links?timeout=0",
                        "hbase://zk:2181/links?compression=hush",
                        "hbase://zk:2181/links?encoding=hush",
                        "hbase://zk:2181/links?write=put&rate=hush",
                        "hbase://zk:2181/links?rate=1000",
                        "hbase://zk:2181/links?write=put&rate=0,a:16020=5",
                        "hbase://zk:2181/links?write=put&rate=100,hush",
                        "hbase://zk:2181/links?write=put&rate=100,a:16020=0",
                        "hbase://zk:2181/links?",
                        "hbase://,/links")) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> HBaseAddress.parse(address), address);
            assertFalse(failure.getMessage().contains("hush"), failure::getMessage);
        }
    }
}
