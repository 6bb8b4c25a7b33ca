package sluice.experiments.rdf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import sluice.generate.PeopleGraph;
import sluice.question.Condition;
import sluice.question.Declarations;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;
import sluice.question.NameLookup;
import sluice.question.Operator;
import sluice.question.PredicateName;
import sluice.question.Questions;
import sluice.question.WalkQuestion;
import sluice.storage.DirectoryStorage;
import sluice.store.NamedStore;

/**
 * Asks a store by the names of people, and walks two steps from nodes of some degree, on the
 * calling thread for some time each.
 */
final class QuestionRates {
    /** The degree of the nodes that walks begin at. */
    static final int DEGREE = 17;

    private static final int SAMPLES = 4096;
    private static final int ANSWER_MAX = 100;

    private final List<String> names;
    private final List<String> starts;
    private final double seconds;
    private final LongSupplier nanoTime;

    private QuestionRates(
            List<String> names, List<String> starts, double seconds, LongSupplier nanoTime) {
        this.names = names;
        this.starts = starts;
        this.seconds = seconds;
        this.nanoTime = nanoTime;
    }

    /** Questions about people of {@code graph}; cost: all its links are drawn again. */
    static QuestionRates of(PeopleGraph graph, RdfBenchOptions options, LongSupplier nanoTime) {
        SplittableRandom random = new SplittableRandom(1);
        List<String> names = new ArrayList<>();
        long[] met = {0};
        graph.forEachPerson(
                (_, name, nameBytes, _) -> {
                    int place = place(random, names.size(), met[0]++);
                    if (place < SAMPLES) {
                        put(names, place, new String(name, 0, nameBytes, StandardCharsets.UTF_8));
                    }
                });
        int[] degrees = new int[Math.toIntExact(1L << options.scale())];
        graph.forEachLink((id1, _, _, _, _, _) -> degrees[(int) id1]++);
        List<String> starts = new ArrayList<>();
        int degree = closestDegree(degrees);
        for (int id = 0; id < degrees.length && starts.size() < SAMPLES; id++) {
            if (degrees[id] == degree) {
                starts.add("_:user" + id);
            }
        }
        return new QuestionRates(names, starts, options.seconds(), nanoTime);
    }

    /** A place in a sample in which each of those met so far has the same chance. */
    private static int place(SplittableRandom random, int taken, long met) {
        return taken < SAMPLES ? taken : (int) Math.min(SAMPLES, random.nextLong(met + 1));
    }

    private static void put(List<String> names, int place, String name) {
        if (place == names.size()) {
            names.add(name);
        } else {
            names.set(place, name);
        }
    }

    /** {@value #DEGREE} where a node has it, else the next lower degree, at least 1. */
    private static int closestDegree(int[] degrees) {
        int best = 0;
        for (int degree : degrees) {
            best = degree <= DEGREE ? Math.max(best, degree) : best;
        }
        return Math.max(1, best);
    }

    /** Asks the store at {@code path}, which is in {@code state}. */
    List<QuestionRate> ask(Path path, String state) throws IOException {
        try (NamedStore store = NamedStore.open(DirectoryStorage.open(path))) {
            Questions questions =
                    new Questions(
                            store.reader(),
                            new Declarations(store.schema().schema(), store.schema().numbers()),
                            NameLookup.of(
                                    store.names(), () -> store.reader().manifest().complete()));
            PredicateName name = PredicateName.of("name");
            List<PredicateName> path2 = WalkQuestion.path("follows/follows");
            return List.of(
                    rate(
                            "find name eq",
                            state,
                            names,
                            text ->
                                    questions.find(
                                            FindQuestion.of(
                                                    List.of(
                                                            new Condition(
                                                                    name,
                                                                    Operator.EQ,
                                                                    List.of(text))),
                                                    ANSWER_MAX))),
                    rate(
                            "walk two steps, degree " + DEGREE,
                            state,
                            starts,
                            text ->
                                    questions.walk(
                                            new WalkQuestion(
                                                    List.of(store.id(text).orElseThrow()),
                                                    null,
                                                    path2,
                                                    List.of(),
                                                    List.of(),
                                                    ANSWER_MAX,
                                                    FindQuestion.BUDGET_ROWS))));
        }
    }

    /** One question about a person. */
    private interface Ask {
        FoundNodes about(String text) throws IOException;
    }

    private QuestionRate rate(String question, String state, List<String> texts, Ask ask)
            throws IOException {
        // A third of the time goes by before it counts, while Java compiles.
        repeat(texts, ask, seconds / 3);
        long[] counts = repeat(texts, ask, seconds);
        return new QuestionRate(
                question, state, counts[0] / (counts[2] / 1e9), counts[1] / (double) counts[0]);
    }

    /** Returns the answers, the nodes in them and the nanoseconds. */
    private long[] repeat(List<String> texts, Ask ask, double forSeconds) throws IOException {
        long start = nanoTime.getAsLong();
        long limit = (long) (forSeconds * 1e9);
        long answers = 0;
        long found = 0;
        while (true) {
            FoundNodes nodes = ask.about(texts.get((int) (answers % texts.size())));
            if (!nodes.complete()) {
                throw new IllegalStateException("an answer is not complete");
            }
            found += nodes.nodes().size();
            answers++;
            long spent = nanoTime.getAsLong() - start;
            if (spent >= limit) {
                return new long[] {answers, found, spent};
            }
        }
    }
}
