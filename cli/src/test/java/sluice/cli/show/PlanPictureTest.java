package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
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

/** The JSON of {@code sluice plan} is one object that programs can read. */
class PlanPictureTest {
    @Test
    void aPlanInJsonIsOneObjectWithItsServers() throws IOException {
        Prices prices = new Prices(1_000_000, 0, 1);
        List<Partition> partitions =
                List.of(
                        prices.partition(RangeKey.FIRST, 0, 100, 0),
                        prices.partition(RangeKey.of(7), 0, 100, 0));
        RangePlan plan =
                new RangePlan(
                        Planner.plan(
                                new Placement(2, partitions),
                                List.of(Sample.EMPTY, Sample.EMPTY),
                                SplitRules.usual(1000),
                                prices,
                                PlanMode.REFINED),
                        List.of("a:1", "b:1"),
                        List.of(
                                new TableRange(RangeKey.FIRST, "a:1", 0),
                                new TableRange(RangeKey.of(7), "a:1", 0)),
                        0,
                        0,
                        0,
                        1);
        StringWriter printed = new StringWriter();
        PlanPicture.printJson(plan, new PrintWriter(printed, true));
        JsonNode json = new ObjectMapper().readTree(printed.toString());
        assertEquals(plan.hash(), json.get("plan").asText());
        assertTrue(json.get("worth_it").asBoolean(), printed.toString());
        assertEquals(1, json.get("moves").asInt());
        assertEquals("b:1", json.get("servers").get(1).get("server").asText());
        assertEquals(100, json.get("servers").get(1).get("rows_after").asInt());
    }
}
