package sluice.readonly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;

class TopologyTest {
    private static Member member(int number, String zone) {
        return new Member("n" + number, zone);
    }

    @Test
    void replicasAreClockwiseFromTheOwner() {
        List<Member> members =
                List.of(member(0, "z"), member(1, "z"), member(2, "z"), member(3, "z"));
        Topology topology =
                new Topology(
                        1, 1, 2, members, List.of("n0", "n0", "n1", "n1", "n2", "n2", "n3", "n3"));
        assertEquals(List.of("n0", "n1"), topology.preference(0));
        assertEquals(List.of("n3", "n0"), topology.preference(6));
    }

    @Test
    void zonesShareTheReplicas() {
        List<Member> members =
                List.of(member(0, "x"), member(1, "x"), member(2, "x"), member(3, "y"));
        Topology topology = Topology.first(members, 2, 16);
        for (int partition = 0; partition < 16; partition++) {
            assertTrue(topology.preference(partition).contains("n3"), "no replica in zone y");
            assertEquals(2, topology.preference(partition).size());
        }
    }

    @Test
    void fewerNodesThanReplicasGiveAShorterList() {
        Topology topology = Topology.first(List.of(member(0, "z")), 3, 4);
        assertEquals(List.of("n0"), topology.preference(2));
    }

    @Test
    void aNodeMoreTakesItsShareAndNothingElseMoves() {
        SplittableRandom random = new SplittableRandom(7);
        Topology topology = Topology.first(List.of(member(0, "z")), 2, 60);
        for (int number = 1; number < 6; number++) {
            Topology next = topology.with(member(number, "z" + random.nextInt(2)));
            int moved = 0;
            for (int partition = 0; partition < 60; partition++) {
                boolean isSame =
                        next.owners().get(partition).equals(topology.owners().get(partition));
                moved += isSame ? 0 : 1;
                assertTrue(isSame || next.owners().get(partition).equals("n" + number));
            }
            assertEquals(60 / (number + 1), moved);
            assertEquals(topology.number() + 1, next.number());
            topology = next;
        }
        Topology less = topology.without("n2");
        assertEquals(5, less.members().size());
        assertEquals(
                Set.of(12),
                new TreeSet<>(Ring.mastered(less).values()),
                "uneven: " + less.owners());
    }

    @Test
    void whatCannotBeIsRefused() {
        List<Member> twice = List.of(member(0, "z"), member(0, "z"));
        assertThrows(SluiceException.class, () -> Topology.first(twice, 1, 4));
        assertThrows(SluiceException.class, () -> Topology.first(List.of(), 1, 4));
        assertThrows(SluiceException.class, () -> new Member("A b", "z"));
        Topology one = Topology.first(new ArrayList<>(List.of(member(0, "z"))), 1, 4);
        assertThrows(SluiceException.class, () -> one.without("n0"));
        assertThrows(SluiceException.class, () -> one.without("n9"));
    }
}
