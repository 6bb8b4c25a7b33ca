package sluice.experiments.debl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.linkbench.run.Interval;
import sluice.report.JsonText;
import sluice.report.Machine;

/** What the experiments showed: as tables, as JSON, as a page. */
public final class DeblReport {
    /** What every reader of the figures has to know. */
    static final String SIMULATED =
            "One machine runs everything: the clients, MariaDB, ZooKeeper, HDFS with one replica,"
                    + " HBase with three region servers, and what loads. The source's network is"
                    + " simulated by a limit on how fast files are read. The paper had seven"
                    + " machines with eight cores each, and 100 million links.";

    private final DeblOptions options;
    private final LinkFiles files;
    private final Machine machine;
    private final Instant started;
    private final List<VariantResult> results;
    private final List<Aim> aims;
    private final Optional<String> failure;

    DeblReport(
            DeblOptions options,
            LinkFiles files,
            Machine machine,
            Instant started,
            List<VariantResult> results) {
        this(options, files, machine, started, results, Optional.empty());
    }

    private DeblReport(
            DeblOptions options,
            LinkFiles files,
            Machine machine,
            Instant started,
            List<VariantResult> results,
            Optional<String> failure) {
        this.options = options;
        this.files = files;
        this.machine = machine;
        this.started = started;
        this.results = List.copyOf(results);
        this.aims = Aim.of(results);
        this.failure = failure;
    }

    /** The same, of experiments that {@code failure} ended before all were measured. */
    DeblReport endedBy(Exception failure) {
        return new DeblReport(
                options,
                files,
                machine,
                started,
                results,
                Optional.of(String.valueOf(failure.getMessage())));
    }

    DeblOptions options() {
        return options;
    }

    LinkFiles files() {
        return files;
    }

    Machine machine() {
        return machine;
    }

    Instant started() {
        return started;
    }

    List<VariantResult> results() {
        return results;
    }

    List<Aim> aims() {
        return aims;
    }

    /**
     * Whether all was measured, every request answered, and every answer that was compared right.
     */
    public boolean isSound() {
        return failure.isEmpty() && results.stream().allMatch(VariantResult::isSound);
    }

    /** What makes it unsound, a line each. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (VariantResult result : results) {
            String name = result.variant().title();
            if (result.errors() > 0) {
                faults.add(
                        "%s: %,d requests failed: %s"
                                .formatted(name, result.errors(), result.failures()));
            }
            AnswerComparison comparison = result.comparison();
            if (comparison.differing() > 0) {
                faults.add(
                        "%s: %,d of %,d answers differ from those of the embedded store"
                                .formatted(name, comparison.differing(), comparison.compared()));
                comparison.differences().forEach(line -> faults.add("  " + line));
            }
        }
        failure.ifPresent(why -> faults.add("ended early: " + why));
        return faults;
    }

    /** All figures. */
    public String json() {
        ObjectNode root = JsonText.object();
        root.put("started", started.toString());
        machine.describe(root.putObject("machine"));
        root.put("simulated", SIMULATED);
        ObjectNode made = root.putObject("options");
        made.put("links", files.links());
        made.put("bytes", files.bytes());
        made.put("source_bytes_per_second", options.sourceBytesPerSecond());
        made.put("clients", options.clients());
        made.put("requests", options.requests());
        made.put("compared", options.compared());
        made.put("build_batch", options.buildBatch());
        ArrayNode variants = root.putArray("variants");
        results.forEach(result -> describe(result, variants.addObject()));
        ArrayNode shown = root.putArray("aims");
        for (Aim aim : aims) {
            ObjectNode json = shown.addObject();
            json.put("what", aim.what());
            json.put("paper", aim.paper());
            json.put("reach", aim.reach());
            json.put("aim", aim.aim());
            json.put("measured", aim.measured());
            json.put("verdict", aim.verdict().text());
        }
        root.put("sound", isSound());
        return JsonText.of(root);
    }

    private static void describe(VariantResult result, ObjectNode json) {
        json.put("variant", result.variant().key());
        json.put("title", result.variant().title());
        json.put("paper_seconds", result.variant().paperSeconds());
        ObjectNode phases = json.putObject("phase_seconds");
        result.phases().forEach(phases::put);
        json.put("uptime_seconds", result.uptimeSeconds());
        json.put("end_seconds", result.endSeconds());
        json.put("requests", result.requests());
        json.put("errors", result.errors());
        json.put("request_seconds", result.requestNanos() / 1e9);
        json.put("requests_per_second", result.requests() == 0 ? 0 : result.rate());
        json.put("peak_per_second", result.requests() == 0 ? 0 : result.peakRate());
        json.put("steady_per_second", result.requests() == 0 ? 0 : result.steadyRate());
        json.put("p50_nanos", result.p50Nanos());
        json.put("p99_nanos", result.p99Nanos());
        json.put("max_nanos", result.maxNanos());
        json.put("compared", result.comparison().compared());
        json.put("differing", result.comparison().differing());
        ArrayNode differences = json.putArray("differences");
        result.comparison().differences().forEach(differences::add);
        ArrayNode seconds = json.putArray("seconds");
        for (Interval second : result.seconds()) {
            ObjectNode one = seconds.addObject();
            one.put("at", result.uptimeSeconds() + second.second());
            one.put("requests", second.requests());
            one.put("p50_nanos", second.p50Nanos());
            one.put("p99_nanos", second.p99Nanos());
            one.put("max_nanos", second.maxNanos());
        }
    }
}
