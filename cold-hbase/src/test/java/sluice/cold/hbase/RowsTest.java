package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

class RowsTest {
    private static final byte[] FAMILY = {'x'};

    @Test
    void keysOfLinksLieAsScansShowThem() throws Exception {
        List<byte[]> keys = new ArrayList<>();
        new TestGraph(7)
                .memory.scan(
                        new GraphReader.Visitor() {
                            @Override
                            public void node(Node node) {
                                keys.add(Rows.id(node.id()));
                            }

                            @Override
                            public void link(Link link) {
                                keys.add(
                                        Rows.link(
                                                link.id1(),
                                                link.linkType(),
                                                link.time(),
                                                link.id2()));
                            }
                        });
        for (int index = 1; index < keys.size(); index++) {
            byte[] before = keys.get(index - 1);
            byte[] after = keys.get(index);
            assertTrue(
                    Bytes.compareTo(before, after) < 0,
                    () -> Bytes.toHex(before) + " before " + Bytes.toHex(after));
        }
    }

    @Test
    void whatIsWrittenIsRead() {
        Random random = new Random(1);
        for (int length : new int[] {0, 1, Rows.INLINE_BYTES, Rows.INLINE_BYTES + 1, 5000}) {
            for (Visibility visibility : Visibility.values()) {
                byte[] data = new byte[length];
                random.nextBytes(data);
                Link link =
                        new Link(
                                random.nextLong(),
                                random.nextLong(),
                                random.nextLong(),
                                visibility,
                                random.nextLong(),
                                random.nextLong(),
                                data);
                byte[] key = Rows.link(link.id1(), link.linkType(), link.time(), link.id2());
                assertEquals(link, Rows.link(cell(key, Rows.value(link)), visibility));
                KeyValue point =
                        cell(
                                Rows.point(link.id1(), link.linkType(), link.id2()),
                                Rows.pointValue(link));
                assertEquals(length <= Rows.INLINE_BYTES, Rows.isWhole(point));
                Link found = Rows.pointLink(point);
                assertEquals(link.time(), found.time());
                assertEquals(visibility, found.visibility());
                assertEquals(Rows.isWhole(point), found.equals(link));
                Node node = new Node(link.id1(), -1, link.version(), link.time(), data);
                assertEquals(node, Rows.node(cell(Rows.id(node.id()), Rows.value(node))));
            }
        }
    }

    private static KeyValue cell(byte[] row, byte[] value) {
        return new KeyValue(row, FAMILY, new byte[0], 1, value);
    }
}
