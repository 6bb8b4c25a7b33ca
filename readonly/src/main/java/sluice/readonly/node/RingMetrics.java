package sluice.readonly.node;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import sluice.readonly.Decision;
import sluice.readonly.Member;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.Ring;
import sluice.readonly.RingView;
import sluice.readonly.VersionReport;
import sluice.readonly.fetch.FetchFigures;
import sluice.readonly.route.PeerLatency;

/** The figures of a node and its ring in Prometheus' text format; docs/ring.md names each. */
final class RingMetrics {
    private final StringBuilder text = new StringBuilder();

    private RingMetrics() {}

    static String of(
            RingJson.NodeView here, NodeReport own, FetchFigures fetches, SwapTimes swaps) {
        RingMetrics metrics = new RingMetrics();
        metrics.node(here, own, fetches);
        long longest = Arrays.stream(swaps.nanos()).max().orElse(0);
        metrics.counter("sluice_node_swaps_total", swaps.count());
        metrics.gauge("sluice_node_swap_seconds_max", longest / 1e9);
        metrics.ring(here);
        metrics.latencies(here.latencies());
        return metrics.text.toString();
    }

    private void node(RingJson.NodeView here, NodeReport own, FetchFigures fetches) {
        Decision decision = here.view().decision().value();
        gauge("sluice_node_registry_reached", here.isReached() ? 1 : 0);
        gauge("sluice_node_leads", here.isLeading() ? 1 : 0);
        gauge("sluice_node_epoch", own.epoch());
        gauge("sluice_node_behind", Math.max(0, decision.epoch() - own.epoch()));
        gauge("sluice_node_free_bytes", own.freeBytes());
        type("sluice_node_version_state", "gauge");
        for (Map.Entry<Integer, VersionReport> each : new TreeMap<>(own.versions()).entrySet()) {
            line(
                    "sluice_node_version_state",
                    "version=\"%d\",state=\"%s\""
                            .formatted(
                                    each.getKey(),
                                    each.getValue().state().name().toLowerCase(Locale.ROOT)),
                    1);
        }
        type("sluice_node_fetched_bytes_total", "counter");
        line("sluice_node_fetched_bytes_total", "from=\"nodes\"", fetches.peerBytes());
        line("sluice_node_fetched_bytes_total", "from=\"source\"", fetches.sourceBytes());
        counter("sluice_node_fetch_wrong_pieces_total", fetches.wrongPieces());
        counter("sluice_node_fetch_failed_tries_total", fetches.failedTries());
    }

    private void ring(RingJson.NodeView here) {
        RingView view = here.view();
        Decision decision = view.decision().value();
        gauge("sluice_ring_version", decision.current());
        gauge("sluice_ring_epoch", decision.epoch());
        gauge("sluice_ring_topology", decision.topology());
        type("sluice_ring_node_up", "gauge");
        for (Member member : Ring.members(view)) {
            String name = member.name();
            boolean isUp = view.live().contains(name) && !decision.excludes(name);
            line("sluice_ring_node_up", node(name), isUp ? 1 : 0);
        }
        type("sluice_ring_node_version", "gauge");
        for (Member member : Ring.members(view)) {
            String name = member.name();
            line("sluice_ring_node_version", node(name), view.report(name).serving());
        }
        type("sluice_ring_pushes", "gauge");
        for (Push.State state : Push.State.values()) {
            long count =
                    view.pushes().values().stream()
                            .filter(push -> push.value().state() == state)
                            .count();
            line("sluice_ring_pushes", "state=\"%s\"".formatted(Ring.words(state)), count);
        }
    }

    private void latencies(Map<String, PeerLatency> latencies) {
        type("sluice_ring_node_read_seconds", "gauge");
        for (Map.Entry<String, PeerLatency> each : new TreeMap<>(latencies).entrySet()) {
            PeerLatency latency = each.getValue();
            if (latency.reads() > 0) {
                String node = node(each.getKey());
                line(
                        "sluice_ring_node_read_seconds",
                        node + ",quantile=\"0.5\"",
                        latency.p50() / 1e6);
                line(
                        "sluice_ring_node_read_seconds",
                        node + ",quantile=\"0.99\"",
                        latency.p99() / 1e6);
            }
        }
        type("sluice_ring_node_down", "gauge");
        for (Map.Entry<String, PeerLatency> each : new TreeMap<>(latencies).entrySet()) {
            line("sluice_ring_node_down", node(each.getKey()), each.getValue().isDown() ? 1 : 0);
        }
    }

    /** Names of nodes have no character that must be written otherwise. */
    private static String node(String name) {
        return "node=\"%s\"".formatted(name);
    }

    private void gauge(String name, double value) {
        type(name, "gauge");
        line(name, "", value);
    }

    private void counter(String name, double value) {
        type(name, "counter");
        line(name, "", value);
    }

    private void type(String name, String kind) {
        text.append("# TYPE ").append(name).append(' ').append(kind).append('\n');
    }

    private void line(String name, String labels, double value) {
        text.append(name);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(value).append('\n');
    }
}
