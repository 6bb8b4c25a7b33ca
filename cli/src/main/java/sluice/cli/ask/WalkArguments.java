package sluice.cli.ask;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sluice.cli.show.Findings;
import sluice.question.Condition;
import sluice.question.FoundNodes;
import sluice.question.WalkQuestion;
import sluice.question.WalkTree;

/** The options of a walk, and its answer. */
public final class WalkArguments {
    private static final String FIND = "find ";

    @Option(
            names = "--where",
            paramLabel = "CONDITIONS",
            description = "Only nodes at the end of which these are true, as \"age ge 30\".")
    private @Nullable String where;

    @Option(
            names = "--tree",
            description =
                    "Show all nodes on the way, those of each link below the node that it begins"
                            + " at; --limit is then of the links of a node.")
    private boolean tree;

    @Mixin private QuestionArguments shared = new QuestionArguments();

    /** Walks from {@code start} along {@code path}. */
    public Findings ask(String start, String path, AskedGraph graph) throws IOException {
        List<Condition> from =
                start.startsWith(FIND)
                        ? QuestionArguments.conditions(List.of(start.substring(FIND.length())))
                        : null;
        List<Long> starts = new ArrayList<>();
        boolean complete = true;
        if (from == null) {
            OptionalLong id = graph.id(start);
            id.ifPresent(starts::add);
            complete = id.isPresent() || graph.complete();
        }
        List<Condition> conditions =
                where == null ? List.of() : QuestionArguments.conditions(List.of(where));
        WalkQuestion question =
                new WalkQuestion(
                        starts,
                        from,
                        WalkQuestion.path(path),
                        conditions,
                        shared.with(),
                        shared.limit(),
                        shared.budget());
        Findings findings = tree ? tree(question, graph) : ends(question, graph);
        return complete ? findings : findings.partial();
    }

    private static Findings ends(WalkQuestion question, AskedGraph graph) throws IOException {
        FoundNodes found = graph.walk(question);
        List<List<Findings.Value>> rows = new ArrayList<>();
        for (FoundNodes.Found node : found.nodes()) {
            List<Findings.Value> row = new ArrayList<>();
            row.add(graph.idValue(node.id()));
            row.add(new Findings.Value.Number(node.ways()));
            node.values().forEach(values -> row.add(new Findings.Value.Values(values)));
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("id", "ways"));
        QuestionArguments.addColumns(question.with(), columns);
        Findings findings = Findings.ofList("nodes", columns, rows, found.complete());
        return found.more() ? findings.cut() : findings;
    }

    private static Findings tree(WalkQuestion question, AskedGraph graph) throws IOException {
        WalkTree tree = graph.tree(question);
        List<String> columns = new ArrayList<>(List.of("id"));
        QuestionArguments.addColumns(question.with(), columns);
        Findings.Value.Nested roots = nested(tree.roots(), question, 0, columns, graph);
        return Findings.ofList("nodes", roots.columns(), roots.rows(), tree.complete());
    }

    private static Findings.Value.Nested nested(
            List<WalkTree.Branch> branches,
            WalkQuestion question,
            int level,
            List<String> columns,
            AskedGraph graph)
            throws IOException {
        List<String> all = new ArrayList<>(columns);
        if (level < question.steps().size()) {
            all.add(question.steps().get(level).toString());
        }
        List<List<Findings.Value>> rows = new ArrayList<>();
        for (WalkTree.Branch branch : branches) {
            List<Findings.Value> row = new ArrayList<>();
            row.add(graph.idValue(branch.id()));
            branch.values().forEach(values -> row.add(new Findings.Value.Values(values)));
            if (level < question.steps().size()) {
                row.add(nested(branch.next(), question, level + 1, columns, graph));
            }
            rows.add(row);
        }
        return new Findings.Value.Nested(all, rows);
    }
}
