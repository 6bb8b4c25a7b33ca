package sluice.cluster.load.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.mapping.FactOptions;

/** Options about files that state facts as texts of a plan, each {@code name=value}. */
final class FactTexts {
    private static final String SYNTAX = "syntax";
    private static final String GRAPHS = "graphs";
    private static final String BLANK_NODES = "blank-nodes";
    private static final String IDS = "ids";
    private static final String TIME = "time";
    private static final String VERSION = "version";
    private static final String ID_MEMBER = "id";

    private FactTexts() {}

    /** The texts of {@code facts}, without the schemas; no option says that facts delete. */
    static List<String> of(FactOptions facts) {
        List<String> texts = new ArrayList<>();
        add(texts, SYNTAX, facts.syntax());
        add(texts, GRAPHS, facts.graphs());
        add(texts, BLANK_NODES, facts.blankNodes());
        add(texts, IDS, facts.ids());
        add(texts, TIME, facts.time());
        add(texts, VERSION, facts.version());
        facts.idMembers().forEach(member -> add(texts, ID_MEMBER, member));
        return texts;
    }

    private static void add(List<String> texts, String name, @Nullable Object value) {
        if (value != null) {
            texts.add(name + "=" + (value instanceof Enum<?> word ? word.name() : value));
        }
    }

    /** The options that {@code texts} say, with files that declare predicates. */
    static FactOptions parse(List<String> texts, List<Path> schemas) {
        Map<String, String> values = new HashMap<>();
        List<String> members = new ArrayList<>();
        for (String text : texts) {
            int end = text.indexOf('=');
            String name = text.substring(0, end);
            String value = text.substring(end + 1);
            values.put(name, value);
            if (name.equals(ID_MEMBER)) {
                members.add(value);
            }
        }
        FactOptions facts =
                FactOptions.NONE
                        .withSchemas(schemas)
                        .withFacets(values.get(TIME), values.get(VERSION))
                        .withIdMembers(members);
        String syntax = values.get(SYNTAX);
        if (syntax != null) {
            facts = facts.withSyntax(FactFormat.Syntax.valueOf(syntax));
        }
        String graphs = values.get(GRAPHS);
        if (graphs != null) {
            facts = facts.withGraphs(GraphRule.of(graphs).orElseThrow());
        }
        String blankNodes = values.get(BLANK_NODES);
        if (blankNodes != null) {
            facts = facts.withBlankNodes(FactFormat.BlankScope.valueOf(blankNodes));
        }
        String ids = values.get(IDS);
        return ids == null ? facts : facts.withIds(FactRules.Ids.valueOf(ids));
    }
}
