package sluice.experiments.demo;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import sluice.generate.GeneratedGraph;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.LinkQuery;

/**
 * The queries that clients draw from, numbered: for each link of a sample the 10 newest links of
 * its list, the link itself, and the count of the list.
 *
 * <p>A few parts of the range of ids are asked for much more than the others, as some users are
 * much more active: the sample is cut by id into parts of equally many links, and the part of rank
 * r is drawn in proportion to 1/r (Zipf's law). Which part has which rank is a matter of chance.
 */
final class Queries {
    private static final int SAMPLE_MAX = 1 << 15;
    private static final int PARTS = 24;
    private static final int NEWEST = 10;

    /** Of ten queries eight are for a list, one for a link and one for a count. */
    private static final int[] KINDS_OF_TEN = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2};

    private static final int KINDS = 3;

    private final long[] id1s;
    private final long[] linkTypes;
    private final long[] id2s;

    /** By rank: the part, and the share of queries for it and those of a lower rank. */
    private final int[] partOfRank;

    private final double[] shareUpToRank = new double[PARTS];

    private Queries(long[][] links, RandomGenerator random) {
        id1s = Arrays.stream(links).mapToLong(link -> link[0]).toArray();
        linkTypes = Arrays.stream(links).mapToLong(link -> link[1]).toArray();
        id2s = Arrays.stream(links).mapToLong(link -> link[2]).toArray();
        partOfRank = shuffled(random);
        double sum = 0;
        for (int rank = 0; rank < PARTS; rank++) {
            sum += 1.0 / (rank + 1);
            shareUpToRank[rank] = sum;
        }
        for (int rank = 0; rank < PARTS; rank++) {
            shareUpToRank[rank] /= sum;
        }
    }

    /** Queries for the first links of a graph whose links are in random order. */
    static Queries of(GeneratedGraph graph, RandomGenerator random) {
        long[][] links = new long[SAMPLE_MAX][];
        int[] count = {0};
        for (long chunk = 0; chunk < graph.linkChunkCount() && count[0] < SAMPLE_MAX; chunk++) {
            graph.links(
                    chunk,
                    (id1, linkType, id2, _, _, _) -> {
                        if (count[0] < SAMPLE_MAX) {
                            links[count[0]++] = new long[] {id1, linkType, id2};
                        }
                    });
        }
        long[][] sample = Arrays.copyOf(links, count[0]);
        Arrays.sort(sample, Comparator.comparingLong(link -> link[0]));
        return new Queries(sample, random);
    }

    private static int[] shuffled(RandomGenerator random) {
        int[] parts = IntStream.range(0, PARTS).toArray();
        for (int i = PARTS - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = parts[i];
            parts[i] = parts[other];
            parts[other] = swapped;
        }
        return parts;
    }

    /** Queries are numbered from 0 to this, left out. */
    int count() {
        return id1s.length * KINDS;
    }

    /** Draws a query. */
    int draw(RandomGenerator random) {
        int found = Arrays.binarySearch(shareUpToRank, random.nextDouble());
        int part = partOfRank[found < 0 ? Math.min(-found - 1, PARTS - 1) : found];
        int from = (int) ((long) id1s.length * part / PARTS);
        int to = (int) ((long) id1s.length * (part + 1) / PARTS);
        int kind = KINDS_OF_TEN[random.nextInt(KINDS_OF_TEN.length)];
        return random.nextInt(from, to) * KINDS + kind;
    }

    long id1(int query) {
        return id1s[query / KINDS];
    }

    long linkType(int query) {
        return linkTypes[query / KINDS];
    }

    Answer<Found> ask(GraphReader reader, int query) throws IOException {
        long id1 = id1(query);
        long linkType = linkType(query);
        return switch (query % KINDS) {
            case 0 -> {
                var answer = reader.linkList(LinkQuery.newest(id1, linkType, NEWEST));
                yield new Answer<>(new Found.Newest(answer.value()), answer.complete());
            }
            case 1 -> {
                var answer = reader.link(id1, linkType, id2s[query / KINDS]);
                yield new Answer<>(new Found.One(answer.value()), answer.complete());
            }
            default -> {
                var answer = reader.count(id1, linkType);
                yield new Answer<>(new Found.Count(answer.value()), answer.complete());
            }
        };
    }

    /** A query for a list that is often asked for, as {@link #words} gives it. */
    String wordsOfList(RandomGenerator random) {
        return words(draw(random) / KINDS * KINDS);
    }

    /** The query as a user would type it after {@code sluice query STORE}. */
    String words(int query) {
        String id1 = Long.toUnsignedString(id1(query));
        String linkType = Long.toUnsignedString(linkType(query));
        return switch (query % KINDS) {
            case 0 -> "links %s %s --limit %d".formatted(id1, linkType, NEWEST);
            case 1 ->
                    "link %s %s %s"
                            .formatted(id1, linkType, Long.toUnsignedString(id2s[query / KINDS]));
            default -> "count %s %s".formatted(id1, linkType);
        };
    }
}
