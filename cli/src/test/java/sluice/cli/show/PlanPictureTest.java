package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.load.ranges.PlanResult;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.plan.Partition;
import sluice.plan.Placement;
import sluice.plan.PlanMode;
import sluice.plan.Planner;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.Sample;
import sluice.plan.SplitRules;
import sluice.plan.run.TableRange;

/** A plan as programs read it and as people do. */
class PlanPictureTest {
    @Test
    void aPlanInJsonIsOneObjectWithItsServers() throws IOException {
        RangePlan plan = plan("a:1", "b:1", 100, 1_000_000);
        StringWriter printed = new StringWriter();
        PlanPicture.printJson(plan, new PrintWriter(printed, true));
        JsonNode json = new ObjectMapper().readTree(printed.toString());
        assertEquals(plan.hash(), json.get("plan").asText());
        assertTrue(json.get("worth_it").asBoolean(), printed.toString());
        assertEquals(1, json.get("moves").asInt());
        assertEquals("b:1", json.get("servers").get(1).get("server").asText());
        assertEquals(100, json.get("servers").get(1).get("rows_after").asInt());
    }

    /** Those of 40 million rows on two servers with long names, too. */
    @Test
    void aPlanAndItsResultFitATerminalOf80Columns() {
        String one = "region-server-17.east.example:16020";
        String other = "region-server-18.east.example:16020";
        RangePlan plan = plan(one, other, 20_000_000, 200);
        StringWriter printed = new StringWriter();
        PlannedInsertion.Events shown = PlanPicture.shownAt(new PrintWriter(printed));
        shown.planned(plan, true);
        Map<String, Long> rows = Map.of(one, 20_000_000L, other, 20_000_000L);
        shown.inserted(
                new PlanResult(
                        2, 5, 3, 1, false, false, 2, 4, 98_765, 43_210, 9_876_543, rows, Map.of()));
        for (String line : printed.toString().split("\n")) {
            assertTrue(line.length() <= 80, line.length() + " columns: " + line);
        }
        String text = printed.toString();
        assertTrue(text.contains("2 splits in 98.8 s (forecast 0.0 s); 3 refused at first"), text);
        assertTrue(text.contains("regions are not all as planned"), text);
        assertTrue(text.contains("2 plans were made"), text);
        assertTrue(text.contains("2 regions changed while rows came"), text);
        assertTrue(text.contains("this user has no right"), text);
    }

    private static RangePlan plan(String one, String other, long rows, long micros) {
        Prices prices = new Prices(micros, 0, 1);
        List<Partition> partitions =
                List.of(
                        prices.partition(RangeKey.FIRST, 0, rows, 0),
                        prices.partition(RangeKey.of(7), 0, rows, 0));
        return new RangePlan(
                Planner.plan(
                        new Placement(2, partitions),
                        List.of(Sample.EMPTY, Sample.EMPTY),
                        SplitRules.usual(1_000_000_000),
                        prices,
                        PlanMode.REFINED),
                List.of(one, other),
                List.of(
                        new TableRange(RangeKey.FIRST, one, 0),
                        new TableRange(RangeKey.of(7), one, 0)),
                0,
                0,
                0,
                1,
                0);
    }
}
