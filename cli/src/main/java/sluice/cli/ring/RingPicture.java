package sluice.cli.ring;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;
import sluice.readonly.Held;
import sluice.readonly.Life;
import sluice.readonly.Member;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.Replicas;
import sluice.readonly.Ring;
import sluice.readonly.RingView;
import sluice.readonly.Topology;
import sluice.readonly.VersionReport;
import sluice.report.Amounts;
import sluice.report.TextTable;

/** How a ring stands, as lines of text. */
final class RingPicture {
    private final String name;
    private final RingView view;
    private final Decision decision;

    RingPicture(String name, RingView view) {
        this.name = name;
        this.view = view;
        this.decision = view.decision().value();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                decision.current() == 0
                        ? "%s serves no version yet".formatted(name)
                        : "%s serves version %d%s"
                                .formatted(
                                        name,
                                        decision.current(),
                                        decision.previous() == 0
                                                ? ""
                                                : ", before it " + decision.previous()));
        Topology topology = view.topology().orElseGet(view::lastTopology);
        lines.add(
                "%d partitions, %d replicas, topology %d%s"
                        .formatted(
                                topology.partitions(),
                                topology.replicas(),
                                topology.number(),
                                view.nextTopology()
                                        .filter(next -> next.number() != topology.number())
                                        .map(
                                                next ->
                                                        "; topology %d is prepared"
                                                                .formatted(next.number()))
                                        .orElse("")));
        view.nextTopology()
                .filter(_ -> decision.current() != 0)
                .flatMap(next -> Replicas.unprepared(view, next))
                .ifPresent(waits -> lines.add("the next topology waits for " + waits));
        for (Held<Push> held : view.pushes().values()) {
            Push push = held.value();
            boolean isOver =
                    push.state() == Push.State.DONE
                            || (push.state() == Push.State.ABORTED
                                    && push.version() < view.pushes().lastKey());
            if (!isOver) {
                lines.add(
                        "push of version %d: %s%s"
                                .formatted(
                                        push.version(),
                                        Ring.words(push.state()),
                                        push.reason().isEmpty()
                                                ? waits(push)
                                                : ": " + push.reason()));
            }
        }
        lines.add("");
        lines.addAll(nodes());
        return lines;
    }

    private String waits(Push push) {
        String waits = push.state() == Push.State.FETCHING ? waitsFor(view, push.version()) : "";
        return waits.isEmpty() ? "" : ", waits for " + waits;
    }

    private List<String> nodes() {
        TextTable table =
                new TextTable(
                        TextTable.left(),
                        TextTable.left(),
                        TextTable.left(),
                        TextTable.left(),
                        TextTable.right(),
                        TextTable.left(),
                        TextTable.left());
        table.row("node", "zone", "state", "address", "serves", "partitions", "versions");
        for (Member member : Ring.members(view)) {
            NodeReport report = view.report(member.name());
            @Nullable Life life = view.lives().get(member.name());
            boolean isLive = view.live().contains(member.name());
            table.row(
                    member.name(),
                    member.zone(),
                    state(member.name(), isLive),
                    isLive && life != null ? life.host() + ":" + life.port() : "-",
                    report.serving() == 0 ? "-" : String.valueOf(report.serving()),
                    partitions(member.name()),
                    versions(report));
        }
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        table.print(writer);
        writer.flush();
        return text.toString().lines().toList();
    }

    private String state(String node, boolean isLive) {
        if (decision.off().containsKey(node)) {
            return "off: " + decision.off().get(node);
        }
        if (!isLive) {
            return "down";
        }
        return decision.disabled().containsKey(node) ? "catching up" : "up";
    }

    private String partitions(String node) {
        Optional<Topology> topology = view.topology();
        return topology.isEmpty() || !topology.get().has(node)
                ? "-"
                : "%d, first of %d"
                        .formatted(
                                topology.get().partitionsOf(node).size(),
                                Ring.mastered(topology.get()).getOrDefault(node, 0));
    }

    /**
     * The nodes that are not ready to serve {@code version}, and why, and the partitions that too
     * few others have; empty if nothing lacks.
     */
    static String waitsFor(RingView view, int version) {
        Topology topology = view.topology().orElseGet(view::lastTopology);
        List<String> waits = new ArrayList<>();
        for (Member member : topology.members()) {
            String node = member.name();
            @Nullable VersionReport report = view.report(node).versions().get(version);
            if (view.decision().value().off().containsKey(node)) {
                continue;
            }
            if (!view.live().contains(node)) {
                waits.add(node + ", which does not run");
            } else if (report != null && !report.cause().isEmpty()) {
                waits.add(node + ", which failed: " + report.cause());
            } else if (report == null || !report.isReady(topology.number())) {
                waits.add(node);
            }
        }
        Replicas.lack(view, topology, node -> mayServe(view, node, version)).ifPresent(waits::add);
        return String.join("; ", waits);
    }

    /** Whether {@code node} has {@code version} or is about to. */
    private static boolean mayServe(RingView view, String node, int version) {
        @Nullable VersionReport report = view.report(node).versions().get(version);
        return view.live().contains(node) && (report == null || report.cause().isEmpty());
    }

    private static String versions(NodeReport report) {
        List<String> words = new ArrayList<>();
        for (Map.Entry<Integer, VersionReport> each : new TreeMap<>(report.versions()).entrySet()) {
            VersionReport version = each.getValue();
            words.add(
                    each.getKey()
                            + " "
                            + switch (version.state()) {
                                case READY -> "ready";
                                case FETCHING ->
                                        version.bytesExpected() == 0
                                                ? "wanted"
                                                : "%s of %s"
                                                        .formatted(
                                                                Amounts.bytes(version.bytes()),
                                                                Amounts.bytes(
                                                                        version.bytesExpected()));
                                case FAILED -> "failed: " + version.cause();
                                case REFUSED -> "refused: " + version.cause();
                            });
        }
        return words.isEmpty() ? "-" : String.join(", ", words);
    }
}
