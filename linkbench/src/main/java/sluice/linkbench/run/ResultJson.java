package sluice.linkbench.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import sluice.report.Machine;

/** A result as JSON; docs/linkbench.md says what each member is. */
public final class ResultJson {
    /** Goes up when members change their meaning. */
    private static final int FORMAT = 1;

    private static final double[] CURVE_PERCENTS = {
        0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 100
    };

    private final ObjectNode root = new ObjectMapper().createObjectNode();
    private final LinkBenchResult result;

    private ResultJson(LinkBenchResult result) {
        this.result = result;
    }

    /** The whole result; {@code version} is that of Sluice. */
    public static ObjectNode of(LinkBenchResult result, String version) {
        ResultJson json = new ResultJson(result);
        json.addHead(version);
        json.addSettings();
        json.addLoad();
        json.addRun();
        json.addOperations();
        json.addIntervals();
        json.addVerification();
        return json.root;
    }

    private void addHead(String version) {
        root.put("benchmark", "linkbench");
        root.put("format", FORMAT);
        root.put("store", result.store());
        root.put("profile", result.profile().name().toLowerCase(Locale.ROOT));
        root.put("distribution", result.distribution());
        root.put("started_at", result.started().toString());
        root.put("ended_at", result.ended().toString());
        root.put("sound", result.isSound());
        ArrayNode warnings = root.putArray("warnings");
        result.warnings().forEach(warnings::add);
        ObjectNode versions = root.putObject("versions");
        versions.put("sluice", version);
        Machine machine = result.machine();
        versions.put("java", machine.java());
        machine.describe(root.putObject("machine"));
        root.put("heap_bytes", Runtime.getRuntime().maxMemory());
    }

    private void addSettings() {
        ObjectNode settings = root.putObject("settings");
        settings.put("origin", result.settings().origin());
        ObjectNode used = settings.putObject("used");
        result.settings().used().forEach(used::put);
        ArrayNode unused = settings.putArray("unused");
        result.settings().unused().forEach(unused::add);
        RunPlan plan = result.requests().plan();
        ObjectNode seeds = root.putObject("seeds");
        LoadPhaseResult loaded = result.loaded();
        if (loaded != null) {
            seeds.put("load", loaded.seed());
        }
        seeds.put("requests", plan.seed());
        ArrayNode requesters = seeds.putArray("requesters");
        Arrays.stream(plan.requesterSeeds()).forEach(requesters::add);
    }

    private void addLoad() {
        LoadPhaseResult loaded = result.loaded();
        if (loaded == null) {
            return;
        }
        ObjectNode load = root.putObject("load");
        load.put("nodes", loaded.nodes());
        load.put("links", loaded.links());
        load.put("loaders", loaded.loaders());
        load.put("nanos", loaded.nanos());
        load.put("links_per_second", loaded.linksPerSecond());
    }

    private void addRun() {
        RequestResult requests = result.requests();
        RunPlan plan = requests.plan();
        ObjectNode run = root.putObject("run");
        run.put("loop", plan.isOpen() ? "open" : "closed");
        if (plan.isOpen()) {
            run.put("rate_per_second", plan.ratePerRequester() * plan.requesters());
            run.put("unsent", requests.unsent());
        }
        run.put("requesters", plan.requesters());
        run.put("warmup_nanos", plan.warmupNanos());
        run.put("nanos", requests.nanos());
        run.put("requests", requests.requests());
        run.put("requests_per_second", requests.requestsPerSecond());
        run.put("errors", requests.errors());
        run.put("aborted_requesters", requests.abortedRequesters());
        run.put("history_lists", requests.historyLists());
        ArrayNode failures = run.putArray("failures");
        requests.failures().forEach(failures::add);
    }

    private void addOperations() {
        boolean open = result.requests().plan().isOpen();
        ArrayNode operations = root.putArray("operations");
        for (RequestResult.OfOperation of : result.requests().operations()) {
            ObjectNode operation = operations.addObject();
            OperationCounts counts = of.counts();
            operation.put("operation", of.operation().id());
            operation.put("requests", counts.requests());
            operation.put("errors", counts.errors());
            operation.put("hits", counts.hits());
            operation.put("misses", counts.misses());
            operation.put("keys", counts.keys());
            operation.put("rows", counts.rows());
            operation.put("bytes", counts.bytes());
            operation.put("partial", counts.partial());
            addLatencies(operation.putObject("response"), of.response());
            if (open) {
                addLatencies(operation.putObject("service"), of.service());
            }
        }
    }

    private static void addLatencies(ObjectNode to, Histogram latencies) {
        to.put("mean_nanos", Math.round(latencies.getMean()));
        to.put("p50_nanos", latencies.getValueAtPercentile(50));
        to.put("p95_nanos", latencies.getValueAtPercentile(95));
        to.put("p99_nanos", latencies.getValueAtPercentile(99));
        to.put("p99_9_nanos", latencies.getValueAtPercentile(99.9));
        to.put("p99_99_nanos", latencies.getValueAtPercentile(99.99));
        to.put("max_nanos", latencies.getMaxValue());
        ArrayNode curve = to.putArray("curve");
        for (double percent : CURVE_PERCENTS) {
            curve.addArray().add(percent).add(latencies.getValueAtPercentile(percent));
        }
    }

    private void addIntervals() {
        ArrayNode intervals = root.putArray("intervals");
        for (Interval interval : result.requests().intervals()) {
            ObjectNode second = intervals.addObject();
            second.put("second", interval.second());
            second.put("requests", interval.requests());
            second.put("errors", interval.errors());
            second.put("p50_nanos", interval.p50Nanos());
            second.put("p95_nanos", interval.p95Nanos());
            second.put("p99_nanos", interval.p99Nanos());
            second.put("max_nanos", interval.maxNanos());
        }
    }

    private void addVerification() {
        Verification verified = result.verified();
        if (verified == null) {
            return;
        }
        ObjectNode verification = root.putObject("verification");
        verification.put("lists", verified.lists());
        verification.put("wrong", verified.wrong());
        ArrayNode problems = verification.putArray("problems");
        verified.problems().forEach(problems::add);
    }
}
