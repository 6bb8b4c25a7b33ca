package sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldListTest {
    private static final HeldList.Source SOURCE = new HeldList.Source(5, -6);

    private static HeldList list(int size) {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            byte[] data = new byte[i % 4];
            Arrays.fill(data, (byte) i);
            links.add(new Link(-1, -2, i - 100, Visibility.VISIBLE, i - 3, 100 - i / 2, data));
        }
        return new HeldList(LinkList.of(-1, -2, links), SOURCE);
    }

    @Test
    void bytesAreTheListAgain() {
        for (int size : new int[] {0, 1, 50}) {
            HeldList list = list(size);
            byte[] bytes = list.bytes();
            assertEquals(bytes.length, HeldList.lengthBytes(list.links()));
            HeldList again = HeldList.of(-1, -2, SOURCE, bytes).orElseThrow();
            assertEquals(list.links().links(), again.links().links());
            assertEquals(SOURCE, again.source());
        }
    }

    @Test
    void bytesOfAnotherFormatOrListOrLengthAreNone() {
        byte[] bytes = list(3).bytes();
        assertTrue(HeldList.of(1, -2, SOURCE, bytes).isEmpty());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertTrue(HeldList.of(-1, -2, SOURCE, cut).isEmpty(), "cut at " + length);
        }
        assertTrue(HeldList.of(-1, -2, SOURCE, Arrays.copyOf(bytes, bytes.length + 1)).isEmpty());
        bytes[0]++;
        assertTrue(HeldList.of(-1, -2, SOURCE, bytes).isEmpty());
    }

    @Test
    void queriesAreAnsweredAsTheReferenceDoes() {
        HeldList list = list(20);
        MemoryGraph model = new MemoryGraph(1);
        list.links().links().forEach(model::addLink);
        for (long from = 88; from < 103; from++) {
            for (long to = 88; to < 103; to++) {
                for (int offset = 0; offset < 4; offset++) {
                    for (int limit = 0; limit < 25; limit += 3) {
                        LinkQuery query = new LinkQuery(-1, -2, from, to, offset, limit);
                        assertEquals(
                                model.linkList(query).value().links(),
                                list.linkList(query).links(),
                                query.toString());
                    }
                }
            }
        }
        LinkQuery beyond = new LinkQuery(-1, -2, 0, 200, Long.MAX_VALUE, 5);
        assertEquals(0, list.linkList(beyond).size());
        assertEquals(model.link(-1, -2, -93).value(), list.link(-93));
        assertEquals(Optional.empty(), list.link(99));
    }
}
