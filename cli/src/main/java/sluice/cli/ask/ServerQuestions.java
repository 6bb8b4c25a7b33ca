package sluice.cli.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import sluice.client.RemoteQuestions;
import sluice.model.Answer;
import sluice.model.names.WrittenName;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;
import sluice.protocol.question.WalkAsk;
import sluice.question.Condition;
import sluice.question.Facet;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;
import sluice.question.NodeProperties;
import sluice.question.PredicateName;
import sluice.question.PropertyValue;
import sluice.question.PropertyValues;
import sluice.question.WalkQuestion;
import sluice.question.WalkTree;
import sluice.schema.ValueType;

/** Asks a server the questions that a directory is asked, and gives the same answers. */
final class ServerQuestions {
    private final RemoteQuestions server;
    private final BiConsumer<Long, WrittenName> named;

    /** {@code named} receives the names of the ids of each answer that have some. */
    ServerQuestions(RemoteQuestions server, BiConsumer<Long, WrittenName> named) {
        this.server = server;
        this.named = named;
    }

    FoundNodes find(FindQuestion question) {
        PredicateName order = question.order();
        return found(
                server.find(
                        new FindAsk(
                                conditions(question.conditions()),
                                texts(question.with()),
                                order == null ? "" : order.toString(),
                                question.isDescending(),
                                question.after().isPresent() ? question.after().getAsLong() : null,
                                question.limit(),
                                question.scan(),
                                question.budgetRows())));
    }

    FoundNodes walk(WalkQuestion question) {
        return hasNoStart(question)
                ? new FoundNodes(List.of(), false, true)
                : found(server.walk(ask(question)));
    }

    WalkTree tree(WalkQuestion question) {
        if (hasNoStart(question)) {
            return new WalkTree(List.of(), question.steps(), true);
        }
        RemoteQuestions.Tree tree = server.tree(ask(question));
        tree.names().ids().forEach(named);
        return new WalkTree(branches(tree.roots()), question.steps(), tree.complete());
    }

    /** Whether the start is a name that there is not. */
    private static boolean hasNoStart(WalkQuestion question) {
        return question.from() == null && question.starts().isEmpty();
    }

    private static WalkAsk ask(WalkQuestion question) {
        List<Condition> from = question.from();
        return new WalkAsk(
                question.starts().stream().mapToLong(Long::longValue).toArray(),
                from == null ? List.of() : conditions(from),
                texts(question.steps()),
                conditions(question.where()),
                texts(question.with()),
                question.limit(),
                question.budgetRows());
    }

    NodeProperties properties(long id, int limit) {
        return properties(id, server.properties(id, limit));
    }

    NodeProperties propertiesAs(String type, long id, int limit) {
        return properties(id, server.propertiesAs(type, id, limit));
    }

    private static NodeProperties properties(long id, Answer<List<FoundProperty>> found) {
        List<NodeProperties.Property> properties = new ArrayList<>();
        for (FoundProperty property : found.value()) {
            properties.add(
                    new NodeProperties.Property(
                            property.predicate(), property.count(), values(property.values())));
        }
        return new NodeProperties(id, properties, found.complete());
    }

    Answer<String> schema() {
        return server.schema();
    }

    private static List<AskedCondition> conditions(List<Condition> conditions) {
        return conditions.stream()
                .map(
                        each ->
                                new AskedCondition(
                                        each.predicate().toString(),
                                        each.operator().written(),
                                        each.values()))
                .toList();
    }

    private static List<String> texts(List<PredicateName> predicates) {
        return predicates.stream().map(PredicateName::toString).toList();
    }

    private FoundNodes found(RemoteQuestions.Found found) {
        List<FoundNodes.Found> nodes = new ArrayList<>();
        for (RemoteQuestions.NamedFound each : found.nodes()) {
            FoundNode node = each.node();
            WrittenName name = each.name();
            if (name != null) {
                named.accept(node.id(), name);
            }
            nodes.add(new FoundNodes.Found(node.id(), node.ways(), columns(node.columns())));
        }
        return new FoundNodes(nodes, found.more(), found.complete());
    }

    private static List<WalkTree.Branch> branches(List<FoundBranch> found) {
        List<WalkTree.Branch> branches = new ArrayList<>();
        for (FoundBranch branch : found) {
            branches.add(
                    new WalkTree.Branch(
                            branch.id(),
                            columns(branch.columns()),
                            branches(branch.next()),
                            branch.isCut()));
        }
        return branches;
    }

    private static List<PropertyValues> columns(List<FoundNode.Column> columns) {
        return columns.stream()
                .map(column -> new PropertyValues(column.isList(), values(column.values())))
                .toList();
    }

    private static List<PropertyValue> values(List<ShownValue> shown) {
        List<PropertyValue> values = new ArrayList<>();
        for (ShownValue value : shown) {
            List<Facet> facets = new ArrayList<>();
            value.facets()
                    .forEach(
                            facet ->
                                    facets.add(
                                            new Facet(
                                                    facet.key(),
                                                    type(facet.kind().number()),
                                                    facet.text())));
            values.add(
                    new PropertyValue(
                            type(value.kind().number()),
                            value.language(),
                            value.datatype(),
                            value.text(),
                            facets));
        }
        return values;
    }

    private static ValueType type(int code) {
        ValueType type = ValueType.ofCode(code);
        return type == null ? ValueType.OTHER : type;
    }
}
