package sluice.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinkListTest {
    @Test
    void copiesTheDataOfItsLinksOneAfterTheOther() {
        LinkList list = LinkList.of(1, 2, List.of(link(5, 1, 2, 3), link(6), link(7, 4)));
        byte[] target = new byte[6];

        list.copyData(target, 1);

        assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 0}, target);
        assertEquals(4, list.dataLengthBytes());
        assertEquals(3, list.dataLengthBytes(0));
        assertEquals(0, list.dataLengthBytes(1));
        assertEquals(1, list.dataLengthBytes(2));
    }

    @Test
    void onlyTheDataOfItsOwnLinksCounts() {
        long[] column = {1, 2};
        byte[] more = {1, 2, 3};
        LinkList list = new LinkList(1, 2, 1, column, column, column, new int[] {2, 3}, more);
        byte[] target = new byte[2];

        list.copyData(target, 0);

        assertEquals(2, list.dataLengthBytes());
        assertArrayEquals(new byte[] {1, 2}, target);
        assertEquals(0, LinkList.of(1, 2, List.of()).dataLengthBytes());
    }

    private static Link link(long id2, int... data) {
        byte[] bytes = new byte[data.length];
        for (int index = 0; index < data.length; index++) {
            bytes[index] = (byte) data[index];
        }
        return new Link(1, 2, id2, Visibility.VISIBLE, 0, 0, bytes);
    }
}
