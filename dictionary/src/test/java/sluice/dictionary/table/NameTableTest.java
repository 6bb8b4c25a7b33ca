package sluice.dictionary.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Names are kept, numbered and put in order whatever their hashes are, in the memory that is
 * promised.
 */
class NameTableTest {
    private static final int NAMES = 60_000;

    /** Hashes of which a few dozen names share each, so that names stand far from their places. */
    private static final NameBytes.Hash FEW =
            (bytes, offset, length) -> NameBytes.HASH.of(bytes, offset, length) & 0x3FFL << 54;

    /** Fills one half of the table, until some names find no slot. */
    private static final NameBytes.Hash DENSE =
            (bytes, offset, length) -> NameBytes.HASH.of(bytes, offset, length) >>> 1;

    /** Few upper halves, which the slots have, with many lower ones. */
    private static final NameBytes.Hash HALVES =
            (bytes, offset, length) ->
                    NameBytes.HASH.of(bytes, offset, length) & (0x3FFL << 54 | 0xFFFF);

    @Test
    void aTableThatGrowsKeepsNamesNumbersAndOrder() {
        for (NameBytes.Hash hash : new NameBytes.Hash[] {NameBytes.HASH, FEW, DENSE, HALVES}) {
            NameTable table = new NameTable(1 << 18, 4_000_000);
            Random random = new Random(20261124);
            int[] numbers = new int[NAMES];
            Set<Integer> added = new HashSet<>();
            for (int i = 0; i < 4 * NAMES; i++) {
                int which = random.nextInt(NAMES);
                int number = add(table, hash, which);
                if (added.add(which)) {
                    numbers[which] = number;
                    assertTrue(number >= added.size() - 1, "a new name has a new number");
                    assertEquals(table.count() - 1, number);
                } else if (!table.hasOverflow()) {
                    assertEquals(numbers[which], number, "a name keeps its number");
                }
            }
            assertTrue(hash == DENSE || !table.hasOverflow());
            table.sort(new int[] {0});
            assertSorted(table, hash, added.size());
        }
    }

    /** Copying included: while an array grows, the old one is there too. */
    @Test
    void aTableTakesNoMoreMemoryThanItSays() {
        for (int slots = 2_000; slots < 300_000; slots += 17_777) {
            int bytesLength = slots / 2 * 32;
            NameTable table = new NameTable(slots, bytesLength);
            long most = 0;
            int number = 0;
            for (int i = 0; number != NameTable.FULL; i++) {
                long before = table.heldBytes();
                byte[] name = "%020d".formatted(i).getBytes(StandardCharsets.UTF_8);
                number = table.add(0, NameBytes.HASH.of(name, 0, name.length), name, 0, 20);
                long now = table.heldBytes();
                // An array that doubled is as long as it has grown.
                most = Math.max(most, now + now - before);
            }
            assertTrue(
                    most <= NameTable.memoryBytes(slots, bytesLength),
                    most + " of " + NameTable.memoryBytes(slots, bytesLength));
        }
    }

    /** A slot has room for the numbers of the first groups alone. */
    @Test
    void equalNamesOfManyGroupsAreApart() {
        NameTable table = new NameTable(1 << 10, 100_000);
        int[] groups = {0, 1, 2, 3, 4, 65_535};
        int[] rankOfGroup = new int[65_536];
        for (int turn = 0; turn < 2; turn++) {
            for (int i = 0; i < groups.length; i++) {
                assertEquals(i, table.add(groups[i], -1, new byte[] {7}, 0, 1));
                rankOfGroup[groups[i]] = groups.length - i;
            }
        }
        table.sort(rankOfGroup);
        for (int i = 0; i < groups.length; i++) {
            assertEquals(groups[groups.length - 1 - i], table.group(i));
            assertTrue(i == 0 || !table.isSame(i - 1, i), "names of two groups");
        }
    }

    private static int add(NameTable table, NameBytes.Hash hash, int which) {
        byte[] bytes = ("a name" + which).getBytes(StandardCharsets.UTF_8);
        long nameHash = hash.of(bytes, 2, bytes.length - 2);
        table.touch(new long[] {nameHash}, 1);
        return table.addTouched(0, 0, nameHash, bytes, 2, bytes.length - 2);
    }

    private static void assertSorted(NameTable table, NameBytes.Hash hash, int distinct) {
        Set<String> found = new HashSet<>();
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < table.count(); i++) {
            int at = table.name(i);
            int length = table.length(at);
            assertEquals(hash.of(table.bytes(), at + 2, length), table.hash(i));
            assertTrue(i == 0 || Long.compareUnsigned(table.hash(i - 1), table.hash(i)) <= 0);
            found.add(new String(table.bytes(), at + 2, length, StandardCharsets.UTF_8));
            numbers.add(table.number(at));
        }
        assertEquals(distinct, found.size());
        assertEquals(table.count(), numbers.size());
    }
}
