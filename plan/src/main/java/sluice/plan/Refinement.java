package sluice.plan;

import java.util.Arrays;

/**
 * Improves where partitions are to be, one partition at a time.
 *
 * <p>A round sends moved partitions back home, the most costly first, as long as the busiest server
 * stays as busy; then it takes the best single change off the busiest server, if there is one that
 * lowers the cost. Rounds end when neither changes anything: each one lowers the cost or the number
 * of moves. Used by one thread.
 */
final class Refinement {
    private static final int NONE = -1;

    private final Instance instance;
    private final int[] destinations;
    private final long[] inserts;
    private final long[] moves;

    /** The partitions with rows to insert: the most costly to move first, then by number. */
    private final int[] byMove;

    /** The servers that pay most for moves: enough that one is left when three are taken out. */
    private final int[] busiestMovers = new int[4];

    private final Best best = new Best();

    /** The best change of a round. */
    private static final class Best {
        int id;
        int target;
        long cost;

        /** Whether the change is better than this: cheaper, then of less move cost, then lower. */
        boolean isBeatenBy(long otherCost, long otherMove, int other, long move) {
            if (otherCost != cost) {
                return otherCost < cost;
            }
            if (id == NONE || other == id) {
                return false;
            }
            return otherMove != move ? otherMove < move : other < id;
        }
    }

    Refinement(Instance instance, int[] destinations) {
        this.instance = instance;
        this.destinations = destinations;
        inserts = new long[instance.servers];
        moves = new long[instance.servers];
        instance.measure(destinations, inserts, moves);
        byMove = instance.byMove;
    }

    void run() {
        boolean isChanged = true;
        while (isChanged) {
            isChanged = sendHome();
            isChanged |= relieveBusiest();
        }
    }

    /** Goes on by pairs of changes, as long as one lowers the cost. */
    void exchange() {
        Exchange exchange = new Exchange(instance, destinations, inserts, moves);
        while (exchange.improve()) {
            run();
        }
    }

    int[] destinations() {
        return destinations;
    }

    /** What {@code candidate} has become. */
    Candidate result(Candidate candidate) {
        int count = 0;
        for (int id : byMove) {
            count += destinations[id] != instance.home[id] ? 1 : 0;
        }
        return new Candidate(
                candidate.insertLimit(),
                candidate.moveLimit(),
                instance.timeMax(inserts),
                Arrays.stream(moves).max().orElse(0),
                count,
                candidate.fingerprint());
    }

    private boolean sendHome() {
        long limit = instance.timeMax(inserts);
        boolean isChanged = false;
        for (int id : byMove) {
            int home = instance.home[id];
            if (destinations[id] != home && timeWith(home, instance.insert[id]) <= limit) {
                change(id, home);
                isChanged = true;
            }
        }
        return isChanged;
    }

    private boolean relieveBusiest() {
        int busiest = 0;
        for (int server = 1; server < inserts.length; server++) {
            busiest = timeWith(server, 0) > timeWith(busiest, 0) ? server : busiest;
        }
        long others = 0;
        for (int server = 0; server < inserts.length; server++) {
            others = server == busiest ? others : Math.max(others, timeWith(server, 0));
        }
        findBusiestMovers();
        best.id = NONE;
        best.cost = timeWith(busiest, 0) + moves[busiestMovers[0]];
        for (int id : byMove) {
            if (destinations[id] == busiest) {
                tryTargets(id, busiest, others);
            }
        }
        if (best.id == NONE) {
            return false;
        }
        change(best.id, best.target);
        return true;
    }

    /** How long a server inserts with {@code more} than it has. */
    private long timeWith(int server, long more) {
        return instance.time(server, inserts[server] + more);
    }

    /** Compares all targets of {@code id} with the best change until now. */
    private void tryTargets(int id, int busiest, long others) {
        long insert = instance.insert[id];
        long move = instance.move[id];
        int home = instance.home[id];
        long longest = timeWith(busiest, 0);
        long insertsFloor = Math.max(others, timeWith(busiest, -insert));
        // Three servers at most pay something else after the change.
        int unchanged = busiestMovers[busiestMovers.length - 1];
        if (insertsFloor + (unchanged == NONE ? 0 : moves[unchanged]) > best.cost) {
            return;
        }
        boolean isHome = home == busiest;
        long atBusiest = moves[busiest] + (isHome ? move : -move);
        if (!isHome && timeWith(home, insert) < longest) {
            long movesMax = Math.max(atBusiest, moves[home] - move);
            movesMax = Math.max(movesMax, movesMax(busiest, home));
            offer(id, home, Math.max(insertsFloor, timeWith(home, insert)) + movesMax);
        }
        // Any other target pays more than before, so what it pays now may be counted too.
        long movesFloor = Math.max(atBusiest, movesMax(busiest, NONE));
        if (insertsFloor + movesFloor > best.cost) {
            return;
        }
        for (int target = 0; target < inserts.length; target++) {
            long time = timeWith(target, insert);
            if (target == busiest || target == home || time >= longest) {
                continue;
            }
            offer(
                    id,
                    target,
                    Math.max(insertsFloor, time) + Math.max(movesFloor, moves[target] + move));
        }
    }

    private void offer(int id, int target, long cost) {
        long bestMove = best.id == NONE ? 0 : instance.move[best.id];
        boolean isLower = best.id == id && cost == best.cost && target < best.target;
        if (isLower || best.isBeatenBy(cost, instance.move[id], id, bestMove)) {
            best.id = id;
            best.target = target;
            best.cost = cost;
        }
    }

    /** What the busiest mover pays without these two servers. */
    private long movesMax(int one, int other) {
        for (int server : busiestMovers) {
            if (server != NONE && server != one && server != other) {
                return moves[server];
            }
        }
        return 0;
    }

    private void findBusiestMovers() {
        Arrays.fill(busiestMovers, NONE);
        for (int server = 0; server < moves.length; server++) {
            int place = busiestMovers.length;
            while (place > 0
                    && (busiestMovers[place - 1] == NONE
                            || moves[server] > moves[busiestMovers[place - 1]])) {
                place--;
            }
            if (place < busiestMovers.length) {
                System.arraycopy(
                        busiestMovers,
                        place,
                        busiestMovers,
                        place + 1,
                        busiestMovers.length - place - 1);
                busiestMovers[place] = server;
            }
        }
    }

    private void change(int id, int target) {
        instance.change(id, target, destinations, inserts, moves);
    }
}
