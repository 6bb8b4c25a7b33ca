package sluice.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses which partitions move where, so that the busiest server's moves and the busiest server's
 * inserts together cost little.
 *
 * <p>It tries 33 insert limits between the mean and what the busiest server would insert, then 33
 * between the neighbours of the best one, and so on down to steps of 1. (The paper bisects, but the
 * cost has several minima over the limits.)
 */
final class MovePlanner {
    private static final int STEPS = 32;
    private static final int REFINED = 8;

    private MovePlanner() {}

    /** The moves for {@code instance}. */
    static Solution solve(Instance instance, PlanMode mode) {
        Packing packing = new Packing(instance);
        Comparator<Candidate> order =
                mode == PlanMode.PAPER ? Candidate.EXPECTED : Candidate.ACHIEVED;
        List<Candidate> tried = search(instance, packing, order);
        tried.sort(order);
        if (mode == PlanMode.PAPER || mode == PlanMode.ACHIEVED) {
            Candidate best = tried.getFirst();
            packing.at(best.insertLimit());
            return solution(best, packing.destinations());
        }
        boolean isExchanged = mode == PlanMode.EXCHANGED || mode == PlanMode.EXACT;
        List<Long> seen = new ArrayList<>();
        Candidate best = null;
        int[] destinations = {};
        for (int[] begin : isExchanged ? begins(instance) : List.<int[]>of()) {
            Refinement refinement = new Refinement(instance, begin);
            refinement.run();
            refinement.exchange();
            Candidate refined = refinement.result(tried.getFirst());
            if (best == null || Candidate.ACHIEVED.compare(refined, best) < 0) {
                best = refined;
                destinations = refinement.destinations();
            }
        }
        for (Candidate candidate : tried) {
            if (seen.size() == REFINED) {
                break;
            }
            if (seen.contains(candidate.fingerprint())) {
                continue;
            }
            seen.add(candidate.fingerprint());
            packing.at(candidate.insertLimit());
            Refinement refinement = new Refinement(instance, packing.destinations());
            refinement.run();
            if (isExchanged) {
                refinement.exchange();
            }
            Candidate refined = refinement.result(candidate);
            if (best == null || Candidate.ACHIEVED.compare(refined, best) < 0) {
                best = refined;
                destinations = refinement.destinations();
            }
        }
        if (best == null) {
            throw new IllegalStateException("no insert limit was tried");
        }
        return mode == PlanMode.EXACT
                ? exact(instance, best, destinations)
                : solution(best, destinations);
    }

    /** The best moves, where the table is small enough to find them. */
    private static Solution exact(Instance instance, Candidate known, int[] destinations) {
        int[] best = ExactSearch.best(instance, destinations, ExactSearch.TRIES_MAX);
        Refinement refinement = new Refinement(instance, best);
        refinement.run();
        return solution(refinement.result(known), refinement.destinations());
    }

    /** Other placements to go on from: the paper's, so that the plan never costs more. */
    private static List<int[]> begins(Instance instance) {
        List<int[]> begins = new ArrayList<>();
        begins.add(solve(instance, PlanMode.PAPER).destinations());
        if (Exchange.isSmall(instance)) {
            begins.add(Exchange.dealtOut(instance));
        }
        return begins;
    }

    private static List<Candidate> search(
            Instance instance, Packing packing, Comparator<Candidate> order) {
        List<Candidate> tried = new ArrayList<>();
        long low = Math.min(instance.mean(), instance.loadMax());
        long high = instance.loadMax();
        Candidate best = null;
        while (true) {
            long step = Math.max(1, Math.ceilDiv(high - low, STEPS));
            long last = -1;
            for (int count = 0; count <= STEPS; count++) {
                long limit = Math.min(high, low + count * step);
                if (limit == last) {
                    break;
                }
                last = limit;
                Candidate candidate = packing.at(limit);
                tried.add(candidate);
                if (best == null || order.compare(candidate, best) < 0) {
                    best = candidate;
                }
            }
            if (step == 1 || best == null) {
                return tried;
            }
            low = Math.max(low, best.insertLimit() - step);
            high = Math.min(high, best.insertLimit() + step);
        }
    }

    private static Solution solution(Candidate candidate, int[] destinations) {
        return new Solution(
                candidate.insertLimit(),
                candidate.moveLimit(),
                candidate.insertMax(),
                candidate.moveMax(),
                candidate.moves(),
                Arrays.copyOf(destinations, destinations.length));
    }
}
