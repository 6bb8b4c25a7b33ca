package sluice.readonly.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;
import sluice.readonly.Held;
import sluice.readonly.Life;
import sluice.readonly.Member;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.Ring;
import sluice.readonly.RingView;
import sluice.readonly.Topology;
import sluice.readonly.VersionReport;
import sluice.readonly.route.PeerLatency;

/** A ring as a node sees it, as JSON: for the page of the ring; docs/ring.md names the fields. */
final class RingJson {
    private static final int VERSION = 1;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final NodeView here;
    private final RingView view;
    private final Decision decision;
    private final Optional<Topology> topology;

    /**
     * A node as it looks at its ring.
     *
     * @param view the records as they were seen last
     * @param isReached whether they could be read the last time
     * @param latencies of other nodes, and of this one under its own name
     */
    record NodeView(
            String name,
            RingView view,
            boolean isReached,
            boolean isLeading,
            Map<String, PeerLatency> latencies) {}

    private RingJson(NodeView here) {
        this.here = here;
        this.view = here.view();
        this.decision = view.decision().value();
        this.topology = view.topology();
    }

    static byte[] of(NodeView here, long nowMillis) {
        try {
            return MAPPER.writeValueAsBytes(new RingJson(here).root(nowMillis));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON cannot be written", e);
        }
    }

    private ObjectNode root(long nowMillis) {
        ObjectNode root = NODES.objectNode();
        root.put("version", VERSION);
        root.put("node", here.name());
        root.put("registry", here.isReached());
        root.put("serving", decision.current());
        root.put("previous", decision.previous());
        root.put("epoch", decision.epoch());
        root.put("since", decision.sinceMillis());
        root.put("now", nowMillis);
        root.put("topology", decision.topology());
        root.put("next_topology", view.nextTopology().map(Topology::number).orElse(null));
        ArrayNode nodes = root.putArray("nodes");
        for (Member member : Ring.members(view)) {
            node(nodes.addObject(), member);
        }
        ArrayNode partitions = root.putArray("partitions");
        topology.ifPresent(
                now -> {
                    for (int partition = 0; partition < now.partitions(); partition++) {
                        ArrayNode holders = partitions.addArray();
                        now.preference(partition).forEach(holders::add);
                    }
                });
        ArrayNode versions = root.putArray("versions");
        TreeSet<Integer> numbers = new TreeSet<>(decision.kept());
        numbers.addAll(view.pushes().keySet());
        for (int number : numbers.descendingSet()) {
            version(versions.addObject(), number);
        }
        return root;
    }

    private void node(ObjectNode node, Member member) {
        String name = member.name();
        NodeReport report = view.report(name);
        boolean isOff = decision.off().containsKey(name);
        boolean isLive = view.live().contains(name);
        boolean isBehind = decision.disabled().containsKey(name);
        node.put("name", name);
        node.put("zone", member.zone());
        node.put("here", name.equals(here.name()));
        node.put("leads", name.equals(here.name()) && here.isLeading());
        node.put("state", isOff ? "off" : !isLive ? "down" : isBehind ? "catching up" : "up");
        node.put(
                "why",
                isOff ? decision.off().get(name) : decision.disabled().getOrDefault(name, ""));
        node.put("serving", report.serving());
        node.put("behind", Math.max(0, decision.epoch() - report.epoch()));
        node.put("holds", report.isReady(decision.current(), decision.topology()));
        node.put("partitions", topology.map(now -> now.partitionsOf(name).size()).orElse(0));
        node.put("first", topology.map(now -> mastered(now, name)).orElse(0));
        node.put("free_bytes", report.freeBytes());
        @Nullable Life life = view.lives().get(name);
        node.put("address", life == null ? null : life.host() + ":" + life.port());
        ArrayNode versions = node.putArray("versions");
        for (Map.Entry<Integer, VersionReport> each : new TreeMap<>(report.versions()).entrySet()) {
            VersionReport version = each.getValue();
            versions.addObject()
                    .put("number", each.getKey())
                    .put("state", version.state().name().toLowerCase(Locale.ROOT))
                    .put("bytes", version.bytes())
                    .put("expected", version.bytesExpected())
                    .put("cause", version.cause());
        }
        @Nullable PeerLatency latency = here.latencies().get(name);
        if (latency != null && latency.reads() > 0) {
            node.putObject("read_micros").put("p50", latency.p50()).put("p99", latency.p99());
        }
    }

    private static int mastered(Topology topology, String name) {
        return Ring.mastered(topology).getOrDefault(name, 0);
    }

    private void version(ObjectNode node, int number) {
        @Nullable Held<Push> held = view.pushes().get(number);
        @Nullable Push push = held == null ? null : held.value();
        boolean isGivenUp = push != null && push.state() == Push.State.ABORTED;
        String words = push == null ? "" : Ring.words(push.state());
        node.put("number", number);
        node.put(
                "state",
                number == decision.current()
                        ? "served"
                        : isGivenUp ? words : decision.kept().contains(number) ? "kept" : words);
        node.put("push", words);
        node.put("bytes", push == null ? 0 : push.bytes());
        node.put("reason", push == null ? "" : push.reason());
        ArrayNode ready = node.putArray("ready");
        List<Member> members = Ring.members(view);
        for (Member member : members) {
            if (view.report(member.name()).isReady(number, decision.topology())) {
                ready.add(member.name());
            }
        }
    }
}
