package sluice.readonly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class RingRecordsTest {
    @Test
    void recordsComeBackAsTheyWere() throws IOException {
        RingRecords records = new RingRecords(new MemoryRegistry());
        Definition definition = new Definition(1, "/graph", 1, 2, -1, 3, 1000);
        Topology topology = Topology.first(List.of(new Member("a", "z")), 1, 4);
        Push push =
                new Push(
                        1,
                        7,
                        2,
                        Push.State.FETCHING,
                        -5,
                        9,
                        List.of(new Cut(0, 1, 10), new Cut(-1, 3, 20)),
                        99,
                        true,
                        "why");
        Decision decision =
                new Decision(
                        1,
                        4,
                        6,
                        5,
                        1,
                        List.of(6, 5),
                        Map.of(3, "late"),
                        Map.of("a", "down"),
                        Map.of("b", "disk"),
                        8);
        VersionReport version =
                new VersionReport(VersionReport.State.READY, 2, -5, 3, 4, Set.of(1L, 2L), "");
        NodeReport report = new NodeReport(1, 4, 6, Map.of(6, version), 1L << 40);
        Life life = new Life(1, "127.0.0.1", 1, -1, "s");
        assertTrue(records.define(definition));
        assertTrue(records.add(topology));
        assertTrue(records.mark(0, push));
        assertTrue(records.decide(0, decision));
        records.report("a", report);
        records.announce("a", life);

        RingView view = records.view();
        assertEquals(definition, view.definition().orElseThrow());
        assertEquals(topology, view.topology().orElseThrow());
        assertEquals(push, view.pushes().get(7).value());
        assertEquals(decision, view.decision().value());
        assertEquals(Map.of("a", report), view.reports());
        assertEquals(Map.of("a", life), view.lives());
        assertTrue(report.isReady(6, 2));
    }

    /** A file that somebody put beside the records, and one that a tool has damaged. */
    @Test
    void aReportThatNoNodeWroteIsLeftOut() throws IOException {
        MemoryRegistry registry = new MemoryRegistry();
        RingRecords records = new RingRecords(registry);
        NodeReport report = new NodeReport(1, 4, 6, Map.of(), 1);
        records.report("a", report);
        for (String garbage : List.of("{", "\0\0", "{\"x\":1}", "[]", "")) {
            registry.put("reports/b", garbage.getBytes(UTF_8));
            registry.put("lives/b", garbage.getBytes(UTF_8));
            assertEquals(Map.of("a", report), records.view().reports(), garbage);
            assertEquals(Map.of(), records.view().lives(), garbage);
        }
        registry.put("decision", "{".getBytes(UTF_8));
        SluiceException refused = assertThrows(SluiceException.class, records::view);
        assertTrue(refused.getMessage().contains("decision is not a record"), refused::toString);
    }

    @Test
    void aLaterFormatAndBrokenBytesAreRefused() {
        byte[] later = "{\"format\":2,\"host\":\"h\"}".getBytes(UTF_8);
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> RingRecords.decode("lives/a", later, Life.class));
        assertEquals(ErrorCode.STORE, refused.code());
        for (String broken : List.of("", "{", "[]", "{\"format\":1}")) {
            assertThrows(
                    SluiceException.class,
                    () -> RingRecords.decode("decision", broken.getBytes(UTF_8), Decision.class),
                    broken);
        }
    }
}
