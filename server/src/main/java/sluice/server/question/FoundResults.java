package sluice.server.question;

import java.util.ArrayList;
import java.util.List;
import sluice.protocol.Result.FoundResult;
import sluice.protocol.Result.PropertiesResult;
import sluice.protocol.Result.TreeResult;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;
import sluice.protocol.question.ShownValue.ShownFacet;
import sluice.protocol.question.ValueKind;
import sluice.question.Facet;
import sluice.question.FoundNodes;
import sluice.question.NodeProperties;
import sluice.question.PropertyValue;
import sluice.question.PropertyValues;
import sluice.question.WalkTree;
import sluice.question.Watch;

/** Makes answers of questions into results of the protocol; texts are shared, not copied. */
final class FoundResults {
    /** The memory of a node, a column or a value in a result. */
    private static final long OBJECT_BYTES = 112;

    private FoundResults() {}

    static FoundResult of(FoundNodes found, Watch watch) {
        List<FoundNode> nodes = new ArrayList<>(found.nodes().size());
        for (FoundNodes.Found node : found.nodes()) {
            watch.holds(OBJECT_BYTES);
            nodes.add(new FoundNode(node.id(), node.ways(), columns(node.values(), watch)));
        }
        return new FoundResult(nodes, found.more(), found.complete());
    }

    static TreeResult of(WalkTree tree, Watch watch) {
        return new TreeResult(branches(tree.roots(), watch), tree.complete());
    }

    /** As deep as a walk has steps. */
    private static List<FoundBranch> branches(List<WalkTree.Branch> branches, Watch watch) {
        List<FoundBranch> all = new ArrayList<>(branches.size());
        for (WalkTree.Branch branch : branches) {
            watch.holds(OBJECT_BYTES);
            all.add(
                    new FoundBranch(
                            branch.id(),
                            columns(branch.values(), watch),
                            branches(branch.next(), watch),
                            branch.isCut()));
        }
        return all;
    }

    static PropertiesResult of(NodeProperties node, Watch watch) {
        List<FoundProperty> properties = new ArrayList<>();
        for (NodeProperties.Property property : node.properties()) {
            properties.add(
                    new FoundProperty(
                            property.predicate(),
                            property.count(),
                            values(property.values(), watch)));
        }
        return new PropertiesResult(properties, node.complete());
    }

    private static List<FoundNode.Column> columns(List<PropertyValues> all, Watch watch) {
        List<FoundNode.Column> columns = new ArrayList<>(all.size());
        for (PropertyValues values : all) {
            columns.add(new FoundNode.Column(values.isList(), values(values.values(), watch)));
        }
        return columns;
    }

    private static List<ShownValue> values(List<PropertyValue> values, Watch watch) {
        List<ShownValue> shown = new ArrayList<>(values.size());
        for (PropertyValue value : values) {
            List<ShownFacet> facets = new ArrayList<>(value.facets().size());
            for (Facet facet : value.facets()) {
                facets.add(
                        new ShownFacet(
                                facet.key(), ValueKind.of(facet.type().code()), facet.text()));
            }
            watch.holds(OBJECT_BYTES * (1 + facets.size()));
            shown.add(
                    new ShownValue(
                            ValueKind.of(value.type().code()),
                            value.text(),
                            value.language(),
                            value.datatype(),
                            facets));
        }
        return shown;
    }
}
