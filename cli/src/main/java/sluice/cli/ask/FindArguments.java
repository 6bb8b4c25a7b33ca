package sluice.cli.ask;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sluice.cli.show.Findings;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.question.Condition;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;

/** The options of a question for nodes, and its answer. */
public final class FindArguments {
    @Option(
            names = "--type",
            paramLabel = "NAME",
            description = "Nodes of this type alone, as dgraph.type says it.")
    private @Nullable String type;

    @Option(
            names = "--order",
            paramLabel = "[-]PRED",
            description =
                    "By the values of this predicate instead of by id; with - the highest first."
                            + " Nodes without a value come last.")
    private @Nullable String order;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Go on behind this node, the last one of the answer before.")
    private @Nullable String after;

    @Option(
            names = "--scan",
            description =
                    "Read all rows of the store where no index helps; there is no budget then.")
    private boolean scan;

    @Mixin private QuestionArguments shared = new QuestionArguments();

    /** Asks {@code graph} for the nodes that {@code words} describe. */
    public Findings ask(List<String> words, AskedGraph graph) throws IOException {
        for (String word : words) {
            if (word.startsWith("--") && words.size() > 1) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "found the word %s, which is no option of find; where it is a value, write all conditions as one text"
                                .formatted(word));
            }
        }
        List<Condition> conditions = new ArrayList<>();
        if (type != null) {
            conditions.add(Condition.ofType(type));
        }
        if (!words.isEmpty()) {
            conditions.addAll(QuestionArguments.conditions(words));
        }
        FindQuestion question = shared.find(conditions, order, after(graph), scan);
        FoundNodes found = graph.find(question);
        List<List<Findings.Value>> rows = new ArrayList<>();
        for (FoundNodes.Found node : found.nodes()) {
            List<Findings.Value> row = new ArrayList<>();
            row.add(graph.idValue(node.id()));
            node.values().forEach(values -> row.add(new Findings.Value.Values(values)));
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("id"));
        QuestionArguments.addColumns(question.with(), columns);
        Findings findings = Findings.ofList("nodes", columns, rows, found.complete());
        if (!found.more()) {
            return findings;
        }
        return findings.goingOnAfter(written(found.nodes().getLast().id(), graph));
    }

    /** The name of a node where it can be read as that of this one alone, else its number. */
    private static String written(long id, AskedGraph graph) throws IOException {
        Optional<String> name = graph.idName(id);
        try {
            if (name.isPresent() && graph.id(name.get()).equals(OptionalLong.of(id))) {
                return name.get();
            }
        } catch (SluiceException e) {
            // Two nodes have such a name; all else is a failure.
            if (e.code() != ErrorCode.CONFIG) {
                throw e;
            }
        }
        return Long.toUnsignedString(id);
    }

    private OptionalLong after(AskedGraph graph) throws IOException {
        if (after == null) {
            return OptionalLong.empty();
        }
        OptionalLong id = graph.id(after);
        if (id.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "--after %s: the store has no such node".formatted(after));
        }
        return id;
    }
}
