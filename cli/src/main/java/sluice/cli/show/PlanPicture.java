package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
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

    /** Names of servers have at least this room. */
    private static final int NAME_WIDTH = 24;

    private PlanPicture() {}

    /** Prints plans and what came of them to {@code output}. */
    public static PlannedInsertion.Events shownAt(PrintWriter output) {
        return new PlannedInsertion.Events() {
            /** Null for a load that goes on by the plan of an earlier try. */
            private @Nullable RangePlan last;

            @Override
            public void planned(RangePlan plan, boolean isCarriedOut) {
                last = plan;
                print(plan, isCarriedOut, output);
            }

            @Override
            public void tooFewRows() {
                output.println(
                        "one server inserts all rows before a plan is begun: it is not worth it");
                output.flush();
            }

            @Override
            public void inserted(PlanResult result) {
                print(result, Optional.ofNullable(last), output);
            }
        };
    }

    /** Prints what the plan changes, and what that is expected to take and to save. */
    public static void print(RangePlan plan, boolean isCarriedOut, PrintWriter output) {
        List<Plan.Load> before = plan.plan().before();
        output.printf(
                Locale.ROOT,
                "plan %s  %s, %s, %s there%n%s to insert, counted in runs%n",
                plan.hash(),
                Amounts.counted(plan.servers().size(), "server"),
                Amounts.counted(plan.ranges().size(), "region"),
                Amounts.counted(sum(before, false), "row"),
                Amounts.counted(sum(before, true), "row"));
        printServers(plan, output);
        output.printf(
                "%s in %s: about %s s; %s to be rewritten%n",
                Amounts.counted(plan.splits(), "split"),
                Amounts.counted(plan.splitRounds(), "round"),
                seconds(plan.splitMillis()),
                Amounts.bytes(plan.rewrittenBytes()));
        output.printf(
                "%s: about %s s%n",
                Amounts.counted(plan.plan().moves().size(), "move"), seconds(plan.moveMillis()));
        output.printf(
                "inserting: about %s s -> %s s%n",
                seconds(plan.unplannedMillis()), seconds(plan.plannedMillis()));
        if (plan.isHeldUpByABucket()) {
            output.println(
                    "one bucket takes longer than a server: a smaller --bucket-size is sooner");
        }
        output.printf(Locale.ROOT, "no plan is more than %.0f %% cheaper%n", missed(plan));
        output.println(
                isCarriedOut
                        ? "it is carried out"
                        : plan.isWorth()
                                ? "it is worth it, and not carried out"
                                : "it is not worth it: rows come with the regions as they are");
        output.flush();
    }

    /** A line for each server, and how even all are. */
    private static void printServers(RangePlan plan, PrintWriter output) {
        List<Plan.Load> before = plan.plan().before();
        List<Plan.Load> after = plan.plan().after();
        Map<String, Long> regions = regions(plan);
        int width = width(plan.servers());
        String line = "%-" + width + "s %7s %12s %12s %7s%n";
        output.printf(line, "server", "regions", "unplanned", "planned", "after");
        for (int server = 0; server < plan.servers().size(); server++) {
            String name = plan.servers().get(server);
            output.printf(
                    line,
                    name,
                    regions.getOrDefault(name, 0L),
                    Amounts.count(before.get(server).incoming()),
                    Amounts.count(after.get(server).incoming()),
                    after.get(server).partitions());
        }
        output.printf(
                "%-" + width + "s %7s %12s %12s%n",
                "busiest / mean",
                "",
                hundredths(RangePlan.imbalance(before)),
                hundredths(RangePlan.imbalance(after)));
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f", millis / MILLIS_PER_SECOND);
    }

    private static String hundredths(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static int width(Collection<String> servers) {
        return servers.stream().mapToInt(String::length).reduce(NAME_WIDTH, Math::max);
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

    /** Prints the result of a plan, or of none, beside the forecast of {@code plan}. */
    public static void print(PlanResult result, Optional<RangePlan> plan, PrintWriter output) {
        if (result.plans() > 0) {
            output.printf(
                    "%s in %s s%s; %s%n",
                    Amounts.counted(result.splits() - result.refusals(), "split"),
                    seconds(result.splitMillis()),
                    forecast(plan, RangePlan::splitMillis),
                    refused(result.refusals()));
            output.printf(
                    "%s in %s s%s%n",
                    Amounts.counted(result.moves(), "move"),
                    seconds(result.moveMillis()),
                    forecast(plan, RangePlan::moveMillis));
            output.println(
                    result.isAsPlanned()
                            ? "regions are where the plan wants them"
                            : "regions are not all as planned");
            if (result.plans() > 1) {
                output.printf(
                        "%d plans were made, as servers or regions changed%n", result.plans());
            }
            if (!result.isPaused()) {
                output.println("the balancer was not switched off: this user has no right to");
            }
            if (result.drifted() > 0) {
                output.printf(
                        "%s changed while rows came: moved, split or joined by others%n",
                        Amounts.counted(result.drifted(), "region"));
            }
        }
        if (result.filesCut() > 0) {
            output.printf(
                    "%s crossed a border and were cut by HBase%n",
                    Amounts.counted(result.filesCut(), "file"));
        }
        if (result.rows().values().stream().anyMatch(rows -> rows > 0)) {
            int width = width(result.rows().keySet());
            new TreeMap<>(result.rows())
                    .forEach(
                            (server, rows) ->
                                    output.printf(
                                            "%-" + width + "s %12s inserted%n",
                                            server,
                                            Amounts.count(rows)));
            output.printf(
                    "%-" + width + "s %12s in %s s%s%n",
                    "busiest / mean",
                    hundredths(result.imbalance()),
                    seconds(result.insertMillis()),
                    forecast(
                            plan,
                            result.plans() > 0
                                    ? RangePlan::plannedMillis
                                    : RangePlan::unplannedMillis));
        }
        output.flush();
    }

    private static String refused(int refusals) {
        return refusals == 0 ? "none refused" : refusals + " refused at first";
    }

    private static String forecast(Optional<RangePlan> plan, ToLongFunction<RangePlan> millis) {
        return plan.map(made -> " (forecast " + seconds(millis.applyAsLong(made)) + " s)")
                .orElse("");
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
