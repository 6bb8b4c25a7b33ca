package sluice.generate;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * An R-MAT graph as people: each id that has a link, or that a link leads to, is a person with a
 * name and an age; links say who follows whom.
 *
 * <p>Immutable: any number of threads may make chunks at the same time. A chunk always has the same
 * rows in the same order; chunks of people come before chunks of links. Opening it makes all links
 * once and keeps one bit for each id.
 */
public final class PeopleGraph {
    /** How many words of 64 ids one chunk of people covers. */
    private static final int WORDS_PER_CHUNK = 1 << 9;

    private static final int AGE_MIN = 14;
    private static final int AGES = 80;
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final String[] FIRST_NAMES =
            """
            Ada Alan Amir Ana Anna Aron Bea Ben Carl Chloe Clara Dana David Dora Edith Elias Emma \
            Eric Eva Felix Fiona Frank Gina Grace Greta Hana Hugo Ida Igor Ines Iris Ivan Jana \
            Jonas Julia Kai Karin Kofi Lara Lena Leo Lin Luca Maria Marta Max Mila Mina Nadia \
            Nora Olga Omar Paul Petra Rosa Ruth Samir Sara Tom Uma Vera Wei Yuki Zoe\
            """
                    .split(" ");
    private static final String[] SYLLABLES =
            """
            ba be da den do er fa gar hal i ka kel la lin lo mar \
            mi mor na ner no pe ra ri ro sa sen son ta ti va wen"""
                    .split(" ");

    private final RmatOptions options;
    private final RmatGraph graph;

    /** A bit for each id: whether a link begins or ends there. */
    private final long[] met;

    /** Where each chunk of people begins in {@code met}: only those chunks that have people. */
    private final int[] chunkStarts;

    private PeopleGraph(RmatOptions options, RmatGraph graph, long[] met) {
        this.options = options;
        this.graph = graph;
        this.met = met;
        chunkStarts =
                IntStream.iterate(0, from -> from < met.length, from -> from + WORDS_PER_CHUNK)
                        .filter(from -> hasPeople(met, from))
                        .toArray();
    }

    /** Takes people, one call each; hot, so without objects. */
    @FunctionalInterface
    public interface PersonSink {
        /** The name is the first bytes of {@code name}, which is reused for the next person. */
        void person(long id, byte[] name, int nameBytes, int age);
    }

    /** Makes ready: draws the links and finds whom they touch, with this many threads. */
    public static PeopleGraph open(RmatOptions options, int threads) throws IOException {
        RmatGraph graph = RmatGraph.open(options, threads);
        long[] met = new long[Math.max(1, Math.toIntExact(1L << options.scale() >>> 6))];
        AtomicLong next = new AtomicLong();
        WorkerThreads workers = WorkerThreads.platform("generate");
        workers.run(
                threads,
                () -> {
                    for (long chunk = next.getAndIncrement();
                            chunk < graph.linkChunkCount() && !workers.stopped();
                            chunk = next.getAndIncrement()) {
                        graph.links(
                                chunk,
                                (id1, _, id2, _, _, _) -> {
                                    meet(met, id1);
                                    meet(met, id2);
                                });
                    }
                });
        return new PeopleGraph(options, graph, met);
    }

    /** How many people there are. */
    public long personCount() {
        long count = 0;
        for (long word : met) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** How many links there are, repeated ones included. */
    public long linkCount() {
        return options.links();
    }

    /** The numbers of link types are 1 to this. */
    int linkTypes() {
        return options.linkTypes();
    }

    long personChunkCount() {
        return chunkStarts.length;
    }

    long linkChunkCount() {
        return graph.linkChunkCount();
    }

    /** Makes the people of one chunk, counted from 0, by ascending ids. */
    void people(long chunk, PersonSink sink) {
        byte[] name = new byte[64];
        int from = chunkStarts[(int) chunk];
        int to = Math.min(met.length, from + WORDS_PER_CHUNK);
        for (int word = from; word < to; word++) {
            for (long bits = met[word]; bits != 0; bits &= bits - 1) {
                person(word * 64L + Long.numberOfTrailingZeros(bits), name, sink);
            }
        }
    }

    /** Makes the links of one chunk, counted from 0. */
    void links(long chunk, LinkSink sink) {
        graph.links(chunk, sink);
    }

    /** Makes all people in the order of the written files. */
    public void forEachPerson(PersonSink sink) {
        for (long chunk = 0; chunk < personChunkCount(); chunk++) {
            people(chunk, sink);
        }
    }

    /** Makes all links in the order of the written files. */
    public void forEachLink(LinkSink sink) {
        graph.forEachLink(sink);
    }

    private static boolean hasPeople(long[] met, int from) {
        return IntStream.range(from, Math.min(met.length, from + WORDS_PER_CHUNK))
                .anyMatch(word -> met[word] != 0);
    }

    private static void meet(long[] met, long id) {
        int word = (int) (id >>> 6);
        long bit = 1L << id;
        if (((long) WORDS.getOpaque(met, word) & bit) == 0) {
            WORDS.getAndBitwiseOr(met, word, bit);
        }
    }

    /** A name has two words: the second has two or three syllables. */
    private void person(long id, byte[] name, PersonSink sink) {
        long bits = ChunkRandom.mix(ChunkRandom.mix(options.seed()) + id);
        int length = append(FIRST_NAMES[(int) bits & 63], name, 0);
        name[length++] = ' ';
        int lastName = length;
        int syllables = (bits >>> 6 & 3) == 0 ? 2 : 3;
        for (int i = 0; i < syllables; i++) {
            length = append(SYLLABLES[(int) (bits >>> 8 + 5 * i) & 31], name, length);
        }
        name[lastName] = (byte) (name[lastName] - ('a' - 'A'));
        sink.person(id, name, length, AGE_MIN + (int) ((bits >>> 40) * AGES >>> 24));
    }

    private static int append(String word, byte[] text, int at) {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, text, at, bytes.length);
        return at + bytes.length;
    }
}
