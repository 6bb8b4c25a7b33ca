package sluice.coordinator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.run.DeniedException;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;

/**
 * Ranges in memory, on servers of which one can be lost. For a move that does nothing it says, as
 * HBase does, that it is done.
 */
final class MemoryRanges implements RangeStore {
    private final TreeMap<RangeKey, String> ranges = new TreeMap<>();
    private final List<String> servers = new ArrayList<>(List.of("a:1", "b:1", "c:1"));
    private final Steps steps;
    private Switches switches = new Switches(true, false);
    private @Nullable String holder;
    private @Nullable Switches found;
    private final Set<RangeKey> split = new HashSet<>();
    private int splitsTwice;
    private boolean maySwitch = true;
    private boolean mayChange = true;
    private Map<String, Integer> speeds = Map.of();
    private long rowMicros = 10_000_000;
    private int changesAsked;
    private int looksAway;

    /** Where a process may be killed. */
    interface Steps {
        void step(String what, Runnable effect);
    }

    MemoryRanges(Steps steps) {
        this.steps = steps;
        ranges.put(RangeKey.FIRST, "a:1");
    }

    /** Where a process may be killed, for what is no range. */
    Steps steps() {
        return steps;
    }

    synchronized void lose(String server) {
        servers.remove(server);
        ranges.replaceAll((_, on) -> on.equals(server) ? servers.getFirst() : on);
    }

    /** From now on the user has no right to switch anything. */
    synchronized void forbidSwitching() {
        maySwitch = false;
    }

    /** From now on servers are as fast as this says, in percent. */
    synchronized void run(Map<String, Integer> faster) {
        speeds = faster;
    }

    /** From now on a row takes so long, in microseconds. */
    synchronized void price(long micros) {
        rowMicros = micros;
    }

    /** From now on the user has no right to split or move ranges. */
    synchronized void forbidChanging() {
        mayChange = false;
    }

    /** Others split ranges at some of {@code ids}, join some, and move some. */
    synchronized void changeBy(RandomGenerator others, long[] ids) {
        for (long id : ids) {
            RangeKey key = RangeKey.of(id);
            if (others.nextInt(3) == 0) {
                ranges.putIfAbsent(key, ranges.floorEntry(key).getValue());
            }
        }
        ranges.keySet().removeIf(first -> !first.equals(RangeKey.FIRST) && others.nextInt(4) == 0);
        ranges.replaceAll(
                (_, server) ->
                        others.nextInt(3) == 0
                                ? servers.get(others.nextInt(servers.size()))
                                : server);
    }

    /** Drops the table. */
    synchronized void drop() {
        ranges.clear();
    }

    /** The time of the present plan is over, and {@code other} has begun one. */
    synchronized void takeOver(String other) {
        holder = other;
    }

    synchronized Switches switches() {
        return switches;
    }

    synchronized boolean isHeld() {
        return holder != null;
    }

    /** How often a border was asked for that was there already. */
    synchronized int splitsTwice() {
        return splitsTwice;
    }

    /** How many splits and moves were asked for. */
    synchronized int changesAsked() {
        return changesAsked;
    }

    synchronized Set<String> used() {
        return new HashSet<>(ranges.values());
    }

    synchronized int count() {
        return ranges.size();
    }

    @Override
    public synchronized List<String> servers() {
        return List.copyOf(servers);
    }

    /** The next looks find nobody there. */
    synchronized void awayForLooks(int looks) {
        looksAway = looks;
    }

    @Override
    public synchronized List<TableRange> ranges() throws IOException {
        if (looksAway > 0) {
            looksAway--;
            throw new UnreachableException("memory://ranges: nobody there", new IOException());
        }
        List<TableRange> all = new ArrayList<>();
        ranges.forEach((first, server) -> all.add(new TableRange(first, server, 0)));
        return all;
    }

    @Override
    public synchronized boolean split(RangeKey first, RangeKey at) throws IOException {
        change(
                "split",
                () -> {
                    splitsTwice += split.add(at) ? 0 : 1;
                    ranges.put(at, ranges.floorEntry(at).getValue());
                });
        return true;
    }

    @Override
    public synchronized void move(RangeKey first, String server) throws IOException {
        change(
                "move",
                () -> {
                    if (servers.contains(server)) {
                        ranges.replace(first, server);
                    }
                });
    }

    /** Fails as a step does that throws {@link UncheckedIOException}. */
    private void change(String what, Runnable effect) throws IOException {
        changesAsked++;
        if (!mayChange) {
            throw new DeniedException("memory://ranges: not yours", new IOException());
        }
        try {
            steps.step(what, effect);
        } catch (UncheckedIOException e) {
            throw new IOException(e.getCause());
        }
    }

    @Override
    public synchronized Optional<Switches> pause(String asking, long nowMillis, long untilMillis) {
        if (!maySwitch) {
            return Optional.empty();
        }
        refuseOther(asking);
        steps.step(
                "pause",
                () -> {
                    found = found == null ? switches : found;
                    holder = asking;
                    switches = new Switches(false, false);
                });
        return Optional.of(found == null ? switches : found);
    }

    @Override
    public long filesCut() {
        return 0;
    }

    @Override
    public long rangeBytesMax() {
        return Long.MAX_VALUE;
    }

    @Override
    public synchronized Optional<Switches> restore(String asking, long nowMillis) {
        refuseOther(asking);
        Optional<Switches> before = Optional.ofNullable(found);
        steps.step(
                "restore",
                () -> {
                    switches = before.orElse(switches);
                    holder = null;
                    found = null;
                });
        return before;
    }

    private void refuseOther(String asking) {
        if (holder != null && !holder.equals(asking)) {
            throw new SluiceException(ErrorCode.STORE, holder + " has a plan");
        }
    }

    /** So that a plan for few rows is worth it. */
    @Override
    public synchronized Prices prices() {
        return new Prices(rowMicros, 0, 1);
    }

    @Override
    public synchronized Map<String, Integer> speeds() {
        return speeds;
    }

    @Override
    public String location() {
        return "memory://ranges";
    }
}
