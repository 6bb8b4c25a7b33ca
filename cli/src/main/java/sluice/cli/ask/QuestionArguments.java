package sluice.cli.ask;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.cli.console.LineWords;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.question.Condition;
import sluice.question.FindQuestion;
import sluice.question.PredicateName;

/** What find and walk have in common. */
public final class QuestionArguments {
    private static final int LIMIT_MAX = 1_000_000;
    private static final Set<String> TAKEN = Set.of("id", "id_name", "ways");

    @Option(
            names = "--with",
            paramLabel = "PRED,…",
            description = "Also show the values of these predicates; count(PRED) for how many.")
    private @Nullable String with;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many nodes to show, 1 to 1000000 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--budget",
            paramLabel = "N",
            defaultValue = "1000000",
            description =
                    "How many rows the question may look at before it fails (default:"
                            + " ${DEFAULT-VALUE}).")
    private long budget;

    /** The predicates whose values are shown. */
    public List<PredicateName> with() {
        return with == null ? List.of() : PredicateName.readList(with);
    }

    public int limit() {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--limit must be from 1 to %d, not %d".formatted(LIMIT_MAX, limit));
        }
        return limit;
    }

    public long budget() {
        return budget;
    }

    /** Adds the columns of predicates, whose names are put apart from those of other columns. */
    static void addColumns(List<PredicateName> predicates, List<String> columns) {
        for (PredicateName predicate : predicates) {
            String name = predicate.toString();
            columns.add(TAKEN.contains(name) ? "<" + name + ">" : name);
        }
    }

    /** Conditions from words, or from one text that has them all. */
    public static List<Condition> conditions(List<String> words) {
        boolean isOneText = words.size() == 1 && words.getFirst().indexOf(' ') >= 0;
        return Condition.readAll(isOneText ? LineWords.of(words.getFirst()) : words);
    }

    /** The question for nodes of which {@code conditions} are true. */
    FindQuestion find(
            List<Condition> conditions, @Nullable String order, OptionalLong after, boolean scan)
            throws IOException {
        boolean isDescending = order != null && order.startsWith("-");
        return new FindQuestion(
                conditions,
                with(),
                order == null
                        ? null
                        : PredicateName.read(isDescending ? order.substring(1) : order),
                isDescending,
                after,
                limit(),
                scan,
                budget());
    }
}
