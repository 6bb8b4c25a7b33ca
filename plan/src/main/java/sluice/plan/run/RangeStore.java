package sluice.plan.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.plan.Prices;
import sluice.plan.RangeKey;

/**
 * The ranges of one table and the servers that have them, as a plan needs them. Safe for any number
 * of threads.
 *
 * <p>One plan at a time changes ranges of a cluster: who has paused the cluster's own balancing. A
 * pause has a holder and an end, and what the switches were is kept with it, so that any machine
 * can give them back.
 */
public interface RangeStore {
    /** The servers that are there, in the order of their names. */
    List<String> servers() throws IOException;

    /** The ranges in the order of keys; none where there is no table yet. */
    List<TableRange> ranges() throws IOException;

    /** As {@link #ranges}, but lengths may be left out, which takes a question to each server. */
    default List<TableRange> places() throws IOException {
        return ranges();
    }

    /**
     * Splits the range that begins at {@code first} so that another begins at {@code at}. Returns
     * false where the engine refuses it for now, and may do it later; throws {@link
     * DeniedException} where the user has no right to.
     */
    boolean split(RangeKey first, RangeKey at) throws IOException;

    /**
     * Asks the engine to move the range that begins at {@code first}. Whether it did is to be
     * looked up. Throws {@link DeniedException} where the user has no right to.
     */
    void move(RangeKey first, String server) throws IOException;

    /**
     * Switches the engine's own balancing off. Where {@code holder} has done so before, that is
     * prolonged; where another has, whose time is not over, this fails. Returns what the switches
     * were before any of them; empty, having changed nothing, where the user has no right to them.
     */
    Optional<Switches> pause(String holder, long nowMillis, long untilMillis) throws IOException;

    /**
     * Gives the switches back as they were found, where they were paused by {@code holder} or by
     * one whose time is over; fails where another has them. Returns them; empty where nobody has
     * paused.
     */
    Optional<Switches> restore(String holder, long nowMillis) throws IOException;

    /** How large a range becomes, in bytes, before the engine itself splits it. */
    long rangeBytesMax() throws IOException;

    /** How many files of this store the engine had to cut at a border since it was opened. */
    long filesCut();

    /** The costs of inserting a row and of moving a range, in microseconds of a server. */
    Prices prices();

    /**
     * How fast servers insert, in percent of the speed that {@link #prices} are for; one that is
     * not named has that speed.
     */
    default Map<String, Integer> speeds() {
        return Map.of();
    }

    /** Where it is, without a secret; for messages. */
    String location();
}
