package sluice.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits partitions before rows come, where they would be too large then, or too large to be dealt
 * out.
 *
 * <p>A partition is first cut by all of its rows until each piece fits; then each piece that takes
 * more than its share of the batch is cut by its incoming rows alone, so rows that are there stay
 * together. Equal keys are never parted.
 */
public final class Splitter {
    private final SplitRules rules;
    private final long batchRows;
    private final int servers;

    /** The part of a sample between two places, with the rows that are in it. */
    private record Part(int begin, int end, long existing, long incoming) {}

    /**
     * A splitter for one batch.
     *
     * @param batchRows rows of the whole batch
     * @param servers that are to insert it
     */
    public Splitter(SplitRules rules, long batchRows, int servers) {
        this.rules = rules;
        this.batchRows = batchRows;
        this.servers = servers;
    }

    /** The pieces of {@code partition} in the order of keys: itself alone where it is not split. */
    public List<Partition> split(Partition partition, Sample sample, Prices prices) {
        Part whole = new Part(0, sample.count(), partition.existing(), partition.incoming());
        List<Part> sized =
                cut(
                        whole,
                        sample,
                        false,
                        rules.piecesBySize(partition.existing(), partition.incoming()));
        List<Partition> pieces = new ArrayList<>();
        for (Part part : sized) {
            long count = rules.piecesByShare(part.incoming, batchRows, servers);
            for (Part piece : cut(part, sample, true, count)) {
                pieces.add(
                        prices.partition(
                                piece.begin == 0 ? partition.first() : sample.key(piece.begin),
                                piece.existing,
                                piece.incoming,
                                partition.home()));
            }
        }
        return pieces;
    }

    /**
     * The places of a sample's keys at which {@code pieces} pieces of about equal weight begin, but
     * for the first one: fewer where keys are equal.
     */
    static List<Integer> borders(Sample sample, long pieces) {
        return borders(sample, new Part(0, sample.count(), 0, 0), false, pieces);
    }

    /**
     * The order in which borders are made: the middle one first, then those of both halves at the
     * same time, so that there are as few rounds as possible.
     */
    public static <T> List<List<T>> rounds(List<T> borders) {
        List<List<T>> rounds = new ArrayList<>();
        addRounds(borders, 0, rounds);
        return rounds;
    }

    private static <T> void addRounds(List<T> borders, int round, List<List<T>> rounds) {
        if (borders.isEmpty()) {
            return;
        }
        if (rounds.size() == round) {
            rounds.add(new ArrayList<>());
        }
        int middle = borders.size() / 2;
        rounds.get(round).add(borders.get(middle));
        addRounds(borders.subList(0, middle), round + 1, rounds);
        addRounds(borders.subList(middle + 1, borders.size()), round + 1, rounds);
    }

    private static List<Part> cut(Part part, Sample sample, boolean isIncomingOnly, long pieces) {
        List<Integer> borders = borders(sample, part, isIncomingOnly, pieces);
        if (borders.isEmpty()) {
            return List.of(part);
        }
        borders.add(part.end);
        long existingAll = 0;
        long incomingAll = 0;
        for (int index = part.begin; index < part.end; index++) {
            existingAll += sample.existing(index);
            incomingAll += sample.incoming(index);
        }
        List<Part> parts = new ArrayList<>();
        int begin = part.begin;
        long existingSeen = 0;
        long incomingSeen = 0;
        long existingGiven = 0;
        long incomingGiven = 0;
        for (int end : borders) {
            for (int index = begin; index < end; index++) {
                existingSeen += sample.existing(index);
                incomingSeen += sample.incoming(index);
            }
            // Rows of a kind that was not sampled are taken to be where the others are.
            long existing =
                    existingAll > 0
                            ? WideProduct.divide(part.existing, existingSeen, existingAll)
                            : WideProduct.divide(part.existing, incomingSeen, incomingAll);
            long incoming =
                    incomingAll > 0
                            ? WideProduct.divide(part.incoming, incomingSeen, incomingAll)
                            : WideProduct.divide(part.incoming, existingSeen, existingAll);
            parts.add(new Part(begin, end, existing - existingGiven, incoming - incomingGiven));
            existingGiven = existing;
            incomingGiven = incoming;
            begin = end;
        }
        return parts;
    }

    private static List<Integer> borders(
            Sample sample, Part part, boolean isIncomingOnly, long pieces) {
        List<Integer> borders = new ArrayList<>();
        long all = 0;
        for (int index = part.begin; index < part.end; index++) {
            all += weight(sample, index, isIncomingOnly);
        }
        long prefix = 0;
        long border = 1;
        int last = part.begin;
        for (int index = part.begin; index < part.end - 1 && border < pieces; index++) {
            prefix += weight(sample, index, isIncomingOnly);
            if (prefix == 0 || WideProduct.compare(prefix, pieces, border, all) < 0) {
                continue;
            }
            // One key may pass several borders at once, and its equals belong to one piece.
            border = WideProduct.divide(prefix, pieces, all) + 1;
            if (sample.key(index + 1).compareTo(sample.key(last)) > 0) {
                last = index + 1;
                while (sample.key(last - 1).equals(sample.key(last))) {
                    last--;
                }
                borders.add(last);
            }
        }
        return borders;
    }

    private static long weight(Sample sample, int index, boolean isIncomingOnly) {
        return sample.incoming(index) + (isIncomingOnly ? 0 : sample.existing(index));
    }
}
