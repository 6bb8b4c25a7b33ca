package sluice.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import sluice.server.History.Percentiles;
import sluice.server.History.Point;
import sluice.server.StatusReport.BucketSpan;
import sluice.server.StatusReport.BucketState;
import sluice.server.StatusReport.Forecast;
import sluice.server.StatusReport.Phase;

/** The state of a server as JSON: what the page reads, and anyone else; see docs/server.md. */
final class StatusJson {
    private static final int VERSION = 1;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private StatusJson() {}

    /** The state now, with the last {@code historySeconds} seconds. */
    static byte[] of(
            ServerStatus status,
            History history,
            RequestMeter meter,
            RequestRunner runner,
            int historySeconds) {
        StatusReport report = status.report();
        ObjectNode root = NODES.objectNode();
        root.put("version", VERSION);
        root.put("phase", lower(report.phase()));
        root.put("complete", report.phase() != Phase.STAGING);
        root.put("stopping", runner.isStopping());
        root.put("writes_refused", status.writesRefused().orElse(null));
        int version = status.storeVersion();
        root.put("store_version", version == 0 ? null : Integer.valueOf(version));
        root.put("ring", status.isInRing());
        root.set("buckets", buckets(report));
        root.putObject("rows")
                .put("per_second", whole(report.rowsPerSecond()))
                .put("staged", report.rows())
                .put("expected", report.rowsExpected())
                .put("rejected", report.rejects());
        root.put("hot_store_bytes", report.hotStoreBytes());
        root.putObject("hot_lists")
                .put("lists", report.hotLists().lists())
                .put("bytes", report.hotLists().bytes())
                .put("answers", report.hotLists().answers());
        root.set("requests", requests(history.last(), meter, runner));
        ArrayNode forecasts = root.putArray("forecasts");
        for (Forecast forecast : report.forecasts()) {
            forecasts
                    .addObject()
                    .put("name", forecast.name())
                    .put("unit", forecast.unit())
                    .put("forecast", forecast.forecast())
                    .put("actual", forecast.actual());
        }
        root.set("history", history(history, historySeconds));
        return bytes(root);
    }

    private static ObjectNode buckets(StatusReport report) {
        ObjectNode buckets = NODES.objectNode();
        for (BucketState state : BucketState.values()) {
            buckets.put(lower(state), report.buckets(state));
        }
        ArrayNode spans = buckets.putArray("spans");
        for (BucketSpan span : report.buckets()) {
            spans.addArray().add(lower(span.state())).add(span.count()).add(span.demand());
        }
        return buckets;
    }

    private static ObjectNode requests(Point last, RequestMeter meter, RequestRunner runner) {
        ObjectNode requests = NODES.objectNode();
        requests.put("reads", meter.reads().count());
        requests.put("writes", meter.writes().count());
        requests.put("failed", meter.failed());
        requests.put("waiting", runner.unfinished());
        requests.put("reads_per_second", whole(last.readsPerSecond()));
        requests.put("writes_per_second", whole(last.writesPerSecond()));
        requests.set("read_micros", percentiles(last.reads()));
        requests.set("write_micros", percentiles(last.writes()));
        return requests;
    }

    private static ObjectNode percentiles(Percentiles percentiles) {
        return NODES.objectNode()
                .put("p50", percentiles.p50())
                .put("p99", percentiles.p99())
                .put("p999", percentiles.p999());
    }

    /** Column by column: half the bytes of row by row. */
    private static ObjectNode history(History history, int seconds) {
        var points = history.newest(seconds);
        ObjectNode columns = NODES.objectNode();
        column(columns, "at_millis", points, Point::atMillis);
        column(columns, "rows_per_second", points, Point::rowsPerSecond);
        column(columns, "reads_per_second", points, Point::readsPerSecond);
        column(columns, "writes_per_second", points, Point::writesPerSecond);
        column(columns, "read_p50_micros", points, point -> point.reads().p50());
        column(columns, "read_p99_micros", points, point -> point.reads().p99());
        column(columns, "read_p999_micros", points, point -> point.reads().p999());
        column(columns, "write_p50_micros", points, point -> point.writes().p50());
        column(columns, "write_p99_micros", points, point -> point.writes().p99());
        column(columns, "hot_store_bytes", points, Point::hotStoreBytes);
        return columns;
    }

    private static void column(
            ObjectNode columns, String name, Iterable<Point> points, ToDoubleFunction<Point> of) {
        ArrayNode column = columns.putArray(name);
        for (Point point : points) {
            column.add(whole(of.applyAsDouble(point)));
        }
    }

    private static long whole(double value) {
        return Math.round(value);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static byte[] bytes(ObjectNode root) {
        try {
            return MAPPER.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON could not be written", e);
        }
    }
}
