package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import sluice.cli.console.Json;
import sluice.load.ranges.PlanResult;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.plan.Plan;
import sluice.plan.run.Switches;
import sluice.report.Amounts;

/** A plan of an insertion and what came of it, as people read it and as programs do. */
public final class PlanPicture {
    private static final double MILLIS_PER_SECOND = 1000;

    private PlanPicture() {}

    /** Prints plans and what came of them to {@code output}. */
    public static PlannedInsertion.Events shownAt(PrintWriter output) {
        return new PlannedInsertion.Events() {
            @Override
            public void planned(RangePlan plan, boolean isCarriedOut) {
                print(plan, isCarriedOut, output);
            }

            @Override
            public void inserted(PlanResult result) {
                print(result, output);
            }
        };
    }

    /** Prints what the plan changes, and what that is expected to take and to save. */
    public static void print(RangePlan plan, boolean isCarriedOut, PrintWriter output) {
        List<Plan.Load> before = plan.plan().before();
        List<Plan.Load> after = plan.plan().after();
        Map<String, Long> regions = regions(plan);
        output.printf(
                Locale.ROOT,
                "plan %s  %s, %s, %s there; %s to insert (counted in runs)%n",
                plan.hash(),
                Amounts.counted(plan.servers().size(), "server"),
                Amounts.counted(plan.ranges().size(), "region"),
                Amounts.counted(sum(before, false), "row"),
                Amounts.counted(sum(before, true), "row"));
        output.printf(
                "%-24s %8s %12s %12s %8s%n", "server", "regions", "unplanned", "planned", "after");
        for (int server = 0; server < plan.servers().size(); server++) {
            String name = plan.servers().get(server);
            output.printf(
                    "%-24s %8d %12s %12s %8d%n",
                    name,
                    regions.getOrDefault(name, 0L),
                    Amounts.count(before.get(server).incoming()),
                    Amounts.count(after.get(server).incoming()),
                    after.get(server).partitions());
        }
        output.printf(
                Locale.ROOT,
                "%-24s %8s %12.2f %12.2f%n",
                "busiest / mean",
                "",
                RangePlan.imbalance(before),
                RangePlan.imbalance(after));
        output.printf(
                Locale.ROOT,
                "%s in %s (%s to be rewritten): about %.1f s; %s: about %.1f s; inserting: about %.1f s -> %.1f s%n",
                Amounts.counted(plan.splits(), "split"),
                Amounts.counted(plan.splitRounds(), "round"),
                Amounts.bytes(plan.rewrittenBytes()),
                plan.splitMillis() / MILLIS_PER_SECOND,
                Amounts.counted(plan.plan().moves().size(), "move"),
                plan.moveMillis() / MILLIS_PER_SECOND,
                plan.unplannedMillis() / MILLIS_PER_SECOND,
                plan.plannedMillis() / MILLIS_PER_SECOND);
        output.printf(Locale.ROOT, "no plan is more than %.0f %% cheaper%n", missed(plan));
        output.println(
                isCarriedOut
                        ? "it is carried out"
                        : plan.isWorth()
                                ? "it is worth it, and not carried out"
                                : "it is not worth it: rows come with the regions as they are");
        output.flush();
    }

    /** How much of the cost a better plan could save at most, in percent. */
    private static double missed(RangePlan plan) {
        long cost = plan.plan().cost();
        return cost == 0 ? 0 : Math.ceil(100 - plan.plan().boundThousandths() / 10.0 / cost);
    }

    private static Map<String, Long> regions(RangePlan plan) {
        Map<String, Long> regions = new TreeMap<>();
        plan.ranges().forEach(range -> regions.merge(range.server(), 1L, Long::sum));
        return regions;
    }

    private static long sum(List<Plan.Load> loads, boolean isIncoming) {
        return loads.stream()
                .mapToLong(load -> isIncoming ? load.incoming() : load.existing())
                .sum();
    }

    /** Prints what came of a plan, or of none. */
    public static void print(PlanResult result, PrintWriter output) {
        if (result.plans() > 0) {
            output.printf(
                    Locale.ROOT,
                    "%s asked for (%d refused for a while) in %.1f s, %s in %.1f s; regions are %s%n",
                    Amounts.counted(result.splits(), "split"),
                    result.refusals(),
                    result.splitMillis() / MILLIS_PER_SECOND,
                    Amounts.counted(result.moves(), "move"),
                    result.moveMillis() / MILLIS_PER_SECOND,
                    result.isAsPlanned() ? "where the plan wants them" : "not all as planned");
        }
        if (result.rows().values().stream().anyMatch(rows -> rows > 0)) {
            new TreeMap<>(result.rows())
                    .forEach(
                            (server, rows) ->
                                    output.printf(
                                            "%-24s %12s inserted%n", server, Amounts.count(rows)));
            output.printf(
                    Locale.ROOT,
                    "%-24s %12.2f in %.1f s%n",
                    "busiest / mean",
                    result.imbalance(),
                    result.insertMillis() / MILLIS_PER_SECOND);
        }
        output.flush();
    }

    /** Prints how switches are that were given back, if any were. */
    public static void print(Optional<Switches> found, PrintWriter output) {
        output.println(
                found.map(
                                switches ->
                                        "the balancer is %s and the normalizer %s, as they were found"
                                                .formatted(
                                                        word(switches.balancer()),
                                                        word(switches.normalizer())))
                        .orElse("no plan has switched anything off"));
    }

    private static String word(boolean isOn) {
        return isOn ? "on" : "off";
    }

    /** Prints the plan as one object. */
    public static void printJson(RangePlan plan, PrintWriter output) throws IOException {
        Json.print(output, json -> write(plan, json));
    }

    private static void write(RangePlan plan, JsonGenerator json) throws IOException {
        json.writeStringField("plan", plan.hash());
        json.writeBooleanField("worth_it", plan.isWorth());
        json.writeNumberField("splits", plan.splits());
        json.writeNumberField("split_rounds", plan.splitRounds());
        json.writeNumberField("rewritten_bytes", plan.rewrittenBytes());
        json.writeNumberField("moves", plan.plan().moves().size());
        json.writeNumberField("split_millis", plan.splitMillis());
        json.writeNumberField("move_millis", plan.moveMillis());
        json.writeNumberField("unplanned_millis", plan.unplannedMillis());
        json.writeNumberField("planned_millis", plan.plannedMillis());
        json.writeNumberField("cost_micros", plan.plan().cost());
        json.writeNumberField("bound_thousandths", plan.plan().boundThousandths());
        json.writeArrayFieldStart("servers");
        Map<String, Long> regions = regions(plan);
        for (int server = 0; server < plan.servers().size(); server++) {
            String name = plan.servers().get(server);
            json.writeStartObject();
            json.writeStringField("server", name);
            json.writeNumberField("regions", regions.getOrDefault(name, 0L));
            json.writeNumberField("regions_after", plan.plan().after().get(server).partitions());
            json.writeNumberField("rows_before", plan.plan().before().get(server).incoming());
            json.writeNumberField("rows_after", plan.plan().after().get(server).incoming());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
