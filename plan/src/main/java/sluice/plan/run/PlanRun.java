package sluice.plan.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.plan.RangeKey;

/**
 * The state of a plan that is carried out, and what comes next. Immutable: an event makes another
 * one, and the actions that are to be done now.
 *
 * <p>Splits come first, the middle border of each range before those of its halves; then moves;
 * then rows. A split or a move is done if the ranges show it, whoever did it. A border that the
 * engine goes on to refuse is left out, a range that does not go where it is to be makes another
 * plan: at most three, then rows come with the ranges as they are. They do so at once if the user
 * has no right to change ranges. So every run ends, and what it ends with is balance alone: rows
 * arrive in any case.
 */
public final class PlanRun {
    /** How many plans are made, the first one among them. */
    static final int PLANS_MAX = 3;

    /** One range goes to one server; also whether it is worth another plan. */
    static final int MOVES_PER_RANGE_MAX = 2;

    /** Refusals of one border, with a wait after each. */
    static final int REFUSALS_MAX = 60;

    /** A failure counts as this many: waiting helps less, as where splits are switched off. */
    private static final int REFUSALS_PER_FAILURE = 16;

    static final int SPLITS_PER_SERVER = 2;
    static final int MOVES_PER_SERVER = 2;
    static final int MOVES_AT_ONCE = 8;

    /** For ranges to come back whose server has died. */
    static final int WAITS_MAX = 150;

    /**
     * After this number of refusals the range is moved, which rids it of files it no longer needs.
     */
    private static final int REFUSALS_PER_MOVE = 4;

    private static final long PATIENCE_MILLIS = 2000;

    /** How far a run is. */
    public enum Stage {
        BEGIN,
        SPLIT,
        MOVE,
        INSERT,
        END,
        DONE
    }

    private final Stage stage;
    private final Target target;
    private final int plans;

    /** For ranges that no server had. */
    private final int waits;

    private final Map<RangeKey, Integer> refusals;
    private final Map<PlanAction.Move, Integer> moves;

    /** A state and what is to be done in it. */
    public record Step(PlanRun run, List<PlanAction> actions) {
        public Step {
            actions = List.copyOf(actions);
        }
    }

    private PlanRun(
            Stage stage,
            Target target,
            int plans,
            int waits,
            Map<RangeKey, Integer> refusals,
            Map<PlanAction.Move, Integer> moves) {
        this.stage = stage;
        this.target = target;
        this.plans = plans;
        this.waits = waits;
        this.refusals = Map.copyOf(refusals);
        this.moves = Map.copyOf(moves);
    }

    /** Begins to carry {@code target} out, or goes on. */
    public static Step begin(Target target) {
        PlanRun run = new PlanRun(Stage.BEGIN, target, 1, 0, Map.of(), Map.of());
        return new Step(run, List.of(new PlanAction.Pause()));
    }

    public Stage stage() {
        return stage;
    }

    /** The present aim: the last plan, without the borders that were given up. */
    public Target target() {
        return target;
    }

    /** How many plans were made. */
    public int plans() {
        return plans;
    }

    /** The steps after {@code event}. */
    public Step on(PlanEvent event) {
        return switch (event) {
            case PlanEvent.Begun() -> new Step(in(Stage.SPLIT), List.of(new PlanAction.Look(0)));
            case PlanEvent.Refused(RangeKey at, boolean isFailure) ->
                    new Step(refused(at, isFailure ? REFUSALS_PER_FAILURE : 1), List.of());
            case PlanEvent.Looked(List<String> servers, List<TableRange> ranges) ->
                    looked(servers, ranges);
            case PlanEvent.Denied() ->
                    new Step(in(Stage.INSERT), List.of(new PlanAction.Insert(false)));
            case PlanEvent.Planned(Target planned) ->
                    new Step(
                            new PlanRun(Stage.SPLIT, planned, plans + 1, 0, Map.of(), Map.of()),
                            List.of(new PlanAction.Look(0)));
            case PlanEvent.Inserted() -> new Step(in(Stage.END), List.of(new PlanAction.Restore()));
            case PlanEvent.Restored() -> new Step(in(Stage.DONE), List.of());
        };
    }

    private PlanRun in(Stage next) {
        return new PlanRun(next, target, plans, waits, refusals, moves);
    }

    private PlanRun refused(RangeKey at, int count) {
        Map<RangeKey, Integer> more = new HashMap<>(refusals);
        int times = more.merge(at, count, Integer::sum);
        boolean isGivenUp = times > REFUSALS_MAX;
        Target wanted = isGivenUp ? target.without(at) : target;
        return new PlanRun(stage, wanted, plans, waits, more, moves);
    }

    private Step looked(List<String> servers, List<TableRange> found) {
        if (stage != Stage.SPLIT && stage != Stage.MOVE) {
            return new Step(this, List.of());
        }
        NavigableMap<RangeKey, TableRange> ranges = new TreeMap<>();
        found.forEach(range -> ranges.put(range.first(), range));
        boolean isWhole =
                ranges.containsKey(target.pieces().getFirst().first())
                        && found.stream().noneMatch(range -> range.server().isEmpty());
        if (!isWhole && waits < WAITS_MAX) {
            PlanRun waiting = new PlanRun(stage, target, plans, waits + 1, refusals, moves);
            return new Step(waiting, List.of(new PlanAction.Look(PATIENCE_MILLIS)));
        }
        if (!isWhole) {
            return new Step(in(Stage.INSERT), List.of(new PlanAction.Insert(false)));
        }
        if (!Set.copyOf(servers).containsAll(target.costs().keySet())) {
            return otherwise(servers, found);
        }
        Step splits = splits(servers, ranges);
        if (!splits.actions().isEmpty()) {
            return splits;
        }
        List<PlanAction.Move> wrong = wrong(found);
        if (wrong.isEmpty()) {
            return new Step(in(Stage.INSERT), List.of(new PlanAction.Insert(true)));
        }
        return wrong.stream().anyMatch(this::isHopeless)
                ? otherwise(servers, found)
                : moves(wrong, ranges);
    }

    /** Another plan, or rows with the ranges as they are. */
    private Step otherwise(List<String> servers, List<TableRange> ranges) {
        return plans < PLANS_MAX
                ? new Step(this, List.of(new PlanAction.PlanAgain(servers, ranges)))
                : new Step(in(Stage.INSERT), List.of(new PlanAction.Insert(false)));
    }

    /** The splits of this round: at most one of each range, and two at a server. */
    private Step splits(List<String> servers, NavigableMap<RangeKey, TableRange> ranges) {
        Map<TableRange, List<RangeKey>> missing = new LinkedHashMap<>();
        for (RangeKey border : target.borders()) {
            if (!ranges.containsKey(border)) {
                TableRange range = ranges.floorEntry(border).getValue();
                missing.computeIfAbsent(range, _ -> new ArrayList<>()).add(border);
            }
        }
        Map<RangeKey, Integer> refused = new HashMap<>(refusals);
        Map<String, Integer> atServer = new HashMap<>();
        List<PlanAction> actions = new ArrayList<>();
        boolean isPatient = false;
        for (Map.Entry<TableRange, List<RangeKey>> entry : missing.entrySet()) {
            TableRange range = entry.getKey();
            RangeKey middle = entry.getValue().get(entry.getValue().size() / 2);
            if (atServer.merge(range.server(), 1, Integer::sum) > SPLITS_PER_SERVER) {
                continue;
            }
            int times = refused.getOrDefault(middle, 0);
            isPatient |= times > 0;
            String elsewhere = elsewhere(middle, range.server(), servers);
            if (times % REFUSALS_PER_MOVE == REFUSALS_PER_MOVE - 1 && elsewhere != null) {
                // It counts as a refusal, lest it be all that is done from now on.
                refused.put(middle, times + 1);
                actions.add(new PlanAction.Move(range.first(), elsewhere));
            } else {
                actions.add(new PlanAction.Split(range.first(), middle));
            }
        }
        if (!actions.isEmpty()) {
            actions.add(new PlanAction.Look(isPatient ? PATIENCE_MILLIS : 0));
        }
        return new Step(new PlanRun(Stage.SPLIT, target, plans, waits, refused, moves), actions);
    }

    /**
     * Where a range is moved to that cannot be split where it is: where it is to be, if anywhere.
     */
    private @Nullable String elsewhere(RangeKey border, String server, List<String> servers) {
        String wanted = target.pieceOf(border).server();
        if (!wanted.equals(server)) {
            return wanted;
        }
        return servers.stream().filter(other -> !other.equals(server)).findFirst().orElse(null);
    }

    /** The moves that are missing, those of the most rows first. */
    private List<PlanAction.Move> wrong(List<TableRange> ranges) {
        List<PlanAction.Move> wrong = new ArrayList<>();
        for (TableRange range : ranges) {
            String wanted = target.pieceOf(range.first()).server();
            if (!wanted.equals(range.server())) {
                wrong.add(new PlanAction.Move(range.first(), wanted));
            }
        }
        wrong.sort(
                (one, other) ->
                        Long.compare(
                                target.pieceOf(other.first()).insertCost(),
                                target.pieceOf(one.first()).insertCost()));
        return wrong;
    }

    private boolean isHopeless(PlanAction.Move move) {
        return moves.getOrDefault(move, 0) >= MOVES_PER_RANGE_MAX;
    }

    /** The moves of this round: few enough at each server. */
    private Step moves(List<PlanAction.Move> wrong, NavigableMap<RangeKey, TableRange> ranges) {
        Map<String, Integer> atServer = new HashMap<>();
        Map<PlanAction.Move, Integer> tries = new HashMap<>(moves);
        List<PlanAction> actions = new ArrayList<>();
        for (PlanAction.Move move : wrong) {
            String from = ranges.floorEntry(move.first()).getValue().server();
            if (actions.size() < MOVES_AT_ONCE
                    && atServer.getOrDefault(from, 0) < MOVES_PER_SERVER
                    && atServer.getOrDefault(move.server(), 0) < MOVES_PER_SERVER) {
                atServer.merge(from, 1, Integer::sum);
                atServer.merge(move.server(), 1, Integer::sum);
                tries.merge(move, 1, Integer::sum);
                actions.add(move);
            }
        }
        actions.add(new PlanAction.Look(0));
        return new Step(new PlanRun(Stage.MOVE, target, plans, waits, refusals, tries), actions);
    }
}
