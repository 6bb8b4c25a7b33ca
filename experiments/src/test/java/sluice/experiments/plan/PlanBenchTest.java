package sluice.experiments.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;

/** The paper's figures in the model: what holds of them, and how they are reported. */
class PlanBenchTest {
    private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void whatHoldsOfTheFiguresIsAsThePageSays() {
        PlanBenchReport report =
                PlanBench.run(List.of(PlanFigure.values()), 3, 1, STARTED, () -> false, _ -> {});
        assertEquals(
                """
                5 fitted
                5 holds
                6 holds
                6 holds
                6 differs
                7 holds
                7 differs
                7 differs
                8 holds
                8 holds
                10 holds
                10 differs
                11 holds
                11 holds
                """,
                String.join(
                        "",
                        report.claims().stream()
                                .map(
                                        claim ->
                                                claim.figure().key()
                                                        + " "
                                                        + claim.outcome().text()
                                                        + "\n")
                                .toList()));
    }

    @Test
    void theReportHasEveryFigureOnceInEachForm() throws IOException {
        PlanBenchReport report = run(List.of(PlanFigure.FIGURE_8, PlanFigure.FIGURE_10), false);
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertEquals(2, json.get("figures").size());
        assertEquals(9, json.at("/figures/0/rows").size());
        double chevrolet = json.at("/figures/1/rows/1/seconds/planned").asDouble();
        assertTrue(chevrolet > 0);
        assertEquals("2026-01-02T03:04:05Z", json.get("started").asText());
        assertTrue(report.tables().contains("Figure 10: car sales"), report.tables());
        assertTrue(report.tables().contains("Chevrolet (15.2 %)"), report.tables());
        String html = PlanBenchPage.of(report);
        assertEquals(2, html.split("<svg ", -1).length - 1);
        assertFalse(html.contains("<script"));
        assertFalse(html.contains("NaN"), "a way was not run");
    }

    @Test
    void thePaperIsShownWhereItsTextGivesAValue() throws IOException {
        JsonNode json =
                new ObjectMapper().readTree(run(List.of(PlanFigure.FIGURE_5), false).json());
        JsonNode rows = json.at("/figures/0/rows");
        assertEquals(0, rows.get(0).get("paper_seconds").size());
        JsonNode paper = rows.get(4).get("paper_seconds");
        assertEquals(1143, paper.get("planned").asDouble(), 0.5);
        assertEquals(3077, paper.get("random").asDouble(), 0.5);
        assertEquals(7205, paper.get("sorted").asDouble(), 0.5);
    }

    @Test
    void aStopLeavesOutTheRest() {
        PlanBenchReport report = run(List.of(PlanFigure.values()), true);
        assertFalse(report.isWhole());
        assertEquals(List.of(), report.figures());
        assertTrue(PlanBenchPage.of(report).contains("Stopped before"));
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThrows(SluiceException.class, () -> PlanFigure.of("9"));
        assertThrows(
                SluiceException.class,
                () -> PlanBench.run(List.of(), 0, 1, STARTED, () -> false, _ -> {}));
    }

    private static PlanBenchReport run(List<PlanFigure> figures, boolean isStopped) {
        return PlanBench.run(figures, 1, 1, STARTED, () -> isStopped, _ -> {});
    }
}
