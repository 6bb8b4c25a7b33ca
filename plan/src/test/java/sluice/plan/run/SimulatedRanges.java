package sluice.plan.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.plan.RangeKey;

/** Ranges that refuse splits, do not move, and lose servers, by chance. */
final class SimulatedRanges {
    private final Random random;
    private final double faults;
    private final NavigableMap<RangeKey, String> ranges = new TreeMap<>();
    private final TreeSet<String> servers;
    final List<PlanAction> done = new ArrayList<>();

    SimulatedRanges(
            Map<RangeKey, String> ranges, List<String> servers, double faults, Random random) {
        this.ranges.putAll(ranges);
        this.servers = new TreeSet<>(servers);
        this.faults = faults;
        this.random = random;
    }

    boolean split(PlanAction.Split split) {
        if (random.nextDouble() < faults) {
            return false;
        }
        ranges.put(split.at(), ranges.floorEntry(split.at()).getValue());
        done.add(split);
        return true;
    }

    /** As HBase: a move that does nothing ends without error. */
    void move(PlanAction.Move move) {
        if (random.nextDouble() >= faults && servers.contains(move.server())) {
            ranges.replace(move.first(), move.server());
            done.add(move);
        }
    }

    /** Kills a server: its ranges open elsewhere. */
    void mayLoseAServer() {
        if (servers.size() > 2 && random.nextDouble() < faults / 10) {
            String dead = servers.pollLast();
            ranges.replaceAll((_, server) -> server.equals(dead) ? servers.first() : server);
        }
    }

    PlanEvent.Looked look() {
        List<TableRange> all = new ArrayList<>();
        ranges.forEach((first, server) -> all.add(new TableRange(first, server, 0)));
        return new PlanEvent.Looked(List.copyOf(servers), all);
    }

    String serverOf(RangeKey key) {
        return ranges.floorEntry(key).getValue();
    }

    boolean begins(RangeKey key) {
        return ranges.containsKey(key);
    }
}
