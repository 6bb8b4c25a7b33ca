package sluice.cli.verbs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.cli.ask.AskedGraph;
import sluice.cli.show.Findings;
import sluice.model.Answer;
import sluice.model.Node;
import sluice.question.NodeProperties;

/** What there is of one node: its row and its properties, of which either may be absent. */
final class NodeFindings {
    private static final List<String> COLUMNS = List.of("id", "type", "time", "version", "data");

    private NodeFindings() {}

    /**
     * Asks for the node {@code id}, with at most {@code limit} values of each property; if {@code
     * type} is not null, for what it has of the fields of that type of the schema.
     */
    static Findings of(AskedGraph named, String id, @Nullable String type, int limit)
            throws IOException {
        OptionalLong number = named.id(id);
        if (number.isEmpty()) {
            return findings(COLUMNS, List.of(), named.complete());
        }
        Answer<Optional<Node>> node =
                type == null
                        ? named.reader().node(number.getAsLong())
                        : new Answer<>(Optional.empty(), true);
        NodeProperties properties =
                type == null
                        ? named.properties(number.getAsLong(), limit)
                        : named.propertiesAs(type, number.getAsLong(), limit);
        List<String> columns = new ArrayList<>();
        List<Findings.Value> row = new ArrayList<>();
        if (node.value().isPresent()) {
            columns.addAll(COLUMNS);
            row.addAll(values(named, node.value().get()));
        }
        if (!properties.properties().isEmpty()) {
            if (row.isEmpty()) {
                columns.add("id");
                row.add(named.idValue(number.getAsLong()));
            }
            columns.add("properties");
            row.add(new Findings.Value.Properties(properties.properties()));
        }
        return findings(
                columns.isEmpty() ? COLUMNS : columns,
                row.isEmpty() ? List.of() : List.of(row),
                node.complete() && properties.complete());
    }

    private static Findings findings(
            List<String> columns, List<List<Findings.Value>> rows, boolean complete) {
        return new Findings("nodes", columns, rows, false, complete, -1);
    }

    private static List<Findings.Value> values(AskedGraph named, Node node) throws IOException {
        return List.of(
                named.idValue(node.id()),
                named.typeValue(node.type()),
                new Findings.Value.Time(node.time()),
                new Findings.Value.Number(node.version()),
                new Findings.Value.Data(node.data()));
    }
}
