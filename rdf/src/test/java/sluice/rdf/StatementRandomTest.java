package sluice.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;

/**
 * Compares {@link StatementParser} with what was meant and with {@link ReferenceParser}, over
 * statements from the grammar and mutants of them. {@code -Dseed=} replays one document, {@code
 * -Drdf.statements=} sets how many statements there are.
 */
@Tag(Experiment.TAG)
class StatementRandomTest {
    private static final int STATEMENTS = Experiment.size("rdf.statements", 20_000, 1_000_000);
    private static final List<String> LINE_ENDS = List.of("\n", "\r", "\r\n", "\n\n", "\n \t\r");

    private long statements;
    private long rejected;
    private long mutantsTaken;

    @Test
    void parsesWhatTheGrammarMakesAndRejectsTheRest() throws IOException {
        Long seed = Long.getLong("seed");
        if (seed != null) {
            compare(seed);
            return;
        }
        long first = new Random().nextLong();
        try (Experiment experiment = new Experiment("N-Quads beside the grammar", first)) {
            for (long next = first; statements < STATEMENTS; next++) {
                try {
                    compare(next);
                } catch (Throwable failure) {
                    System.out.println("replay with -Dseed=" + next);
                    throw failure;
                }
            }
            assertTrue(rejected > STATEMENTS / 4 && mutantsTaken > STATEMENTS / 4);
            experiment.ran(2 * statements);
            experiment.fact("mutants taken", mutantsTaken).fact("mutants rejected", rejected);
            experiment.passed();
        }
    }

    private void compare(long seed) {
        Random random = new Random(seed);
        RdfDialect dialect = random.nextBoolean() ? RdfDialect.W3C : RdfDialect.DGRAPH;
        boolean graphs = random.nextBoolean();
        StatementGenerator generator = new StatementGenerator(random, dialect, graphs);
        ReferenceParser reference = new ReferenceParser(dialect, graphs);
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        ByteArrayOutputStream mutants = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        int count = random.nextInt(1, 20);
        for (int index = 0; index < count; index++) {
            StatementGenerator.Made made = generator.next();
            byte[] text = made.text().getBytes(StandardCharsets.UTF_8);
            String lineEnd = LINE_ENDS.get(random.nextInt(LINE_ENDS.size()));
            document.writeBytes(text);
            document.writeBytes(lineEnd.getBytes(StandardCharsets.US_ASCII));
            mutants.writeBytes(generator.mutated(text));
            mutants.writeBytes(lineEnd.getBytes(StandardCharsets.US_ASCII));
            expected.add(made.outcome());
        }
        byte[] text = document.toByteArray();
        String about = dialect + (graphs ? " with graphs: " : ": ");
        assertEquals(lines(expected), lines(reference.parse(text)), () -> about + shown(text));
        assertEquals(
                lines(expected),
                lines(StatementText.parse(dialect, graphs, text)),
                () -> about + shown(text));
        byte[] mutated = mutants.toByteArray();
        List<String> outcomes = reference.parse(mutated);
        assertEquals(
                lines(outcomes),
                lines(StatementText.parse(dialect, graphs, mutated)),
                () -> about + shown(mutated));
        statements += count;
        for (String outcome : outcomes) {
            if (outcome.equals(StatementText.REJECTED)) {
                rejected++;
            } else {
                mutantsTaken++;
            }
        }
    }

    private static String lines(List<String> outcomes) {
        return String.join("\n", outcomes);
    }

    private static String shown(byte[] text) {
        return new String(text, StandardCharsets.UTF_8) + " = " + Arrays.toString(text);
    }
}
