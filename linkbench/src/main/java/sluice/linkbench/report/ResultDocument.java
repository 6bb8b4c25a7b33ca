package sluice.linkbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.report.JsonText;
import sluice.report.Plot;

/** A result as its JSON has it; docs/linkbench.md says what the members are. */
public final class ResultDocument {
    private static final int FORMAT = 1;

    /** So much may be due at the end of a run by chance. */
    private static final double UNSENT_SHARE = 0.005;

    private final JsonNode root;

    private ResultDocument(JsonNode root, String origin) {
        if (!root.path("benchmark").asText().equals("linkbench")) {
            throw refused(origin, "is no result of LinkBench");
        }
        int format = root.path("format").asInt();
        if (format != FORMAT) {
            throw refused(origin, "has format " + format + ", expected " + FORMAT);
        }
        this.root = root;
    }

    private static SluiceException refused(String origin, String why) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s %s; write one with: sluice bench linkbench --json FILE".formatted(origin, why));
    }

    /** A result that was just measured. */
    public static ResultDocument of(JsonNode root) {
        return new ResultDocument(root, "this");
    }

    /** A result that was written to a file. */
    public static ResultDocument read(Path file) throws IOException {
        try {
            return new ResultDocument(
                    new ObjectMapper().readTree(Files.readString(file)), file.toString());
        } catch (JsonProcessingException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    file + " is no JSON: " + failure.getOriginalMessage(),
                    failure);
        }
    }

    /** All members, indented, with a line end. */
    public String text() {
        return JsonText.of(root);
    }

    JsonNode root() {
        return root;
    }

    /** One operation of a run. */
    record OfOperation(JsonNode json) {
        String name() {
            return json.path("operation").asText();
        }

        long count(String member) {
            return json.path(member).asLong();
        }

        /** Nanoseconds of the response time; such as {@code p99}. */
        long response(String figure) {
            return json.path("response").path(figure + "_nanos").asLong();
        }

        /** Percent and nanoseconds; {@code times} is response or service. */
        List<Plot.Point> curve(String times) {
            List<Plot.Point> points = new ArrayList<>();
            for (JsonNode point : json.path(times).path("curve")) {
                points.add(new Plot.Point(point.get(0).asDouble(), point.get(1).asDouble()));
            }
            return points;
        }
    }

    /** The operations that were asked for at all. */
    List<OfOperation> operations() {
        List<OfOperation> operations = new ArrayList<>();
        for (JsonNode operation : root.path("operations")) {
            if (operation.path("requests").asLong() + operation.path("errors").asLong() > 0) {
                operations.add(new OfOperation(operation));
            }
        }
        return operations;
    }

    /** For each second its number and a member. */
    List<Plot.Point> seconds(String member) {
        List<Plot.Point> points = new ArrayList<>();
        for (JsonNode second : root.path("intervals")) {
            points.add(
                    new Plot.Point(
                            second.path("second").asDouble(), second.path(member).asDouble()));
        }
        return points;
    }

    String store() {
        return root.path("store").asText();
    }

    double requestsPerSecond() {
        return root.path("run").path("requests_per_second").asDouble();
    }

    boolean isOpen() {
        return root.path("run").path("loop").asText().equals("open");
    }

    /** What went wrong with its requests, a line each; empty where nothing did. */
    List<String> problems() {
        JsonNode run = root.path("run");
        List<String> problems = new ArrayList<>();
        if (run.path("errors").asLong() > 0 || run.path("aborted_requesters").asLong() > 0) {
            problems.add(
                    "%,d requests failed, %d requesters gave up: %s"
                            .formatted(
                                    run.path("errors").asLong(),
                                    run.path("aborted_requesters").asLong(),
                                    run.path("failures")));
        }
        if (run.path("unsent").asLong() > UNSENT_SHARE * run.path("requests").asLong()) {
            problems.add(
                    "%,d requests were due and not sent: the store does not keep this rate"
                            .formatted(run.path("unsent").asLong()));
        }
        return problems;
    }

    /** How many lists have a count that is not the number of their links. */
    long wrongCounts() {
        return root.path("verification").path("wrong").asLong();
    }

    /** What the run was, in one line. */
    String title() {
        JsonNode run = root.path("run");
        return "%s, %s, %s, %d requesters, %s"
                .formatted(
                        store(),
                        root.path("profile").asText(),
                        isOpen()
                                ? "open loop at %s/s"
                                        .formatted(
                                                Amounts.shortCount(
                                                        run.path("rate_per_second").asDouble()))
                                : "closed loop",
                        run.path("requesters").asInt(),
                        Amounts.time(run.path("nanos").asLong()));
    }
}
