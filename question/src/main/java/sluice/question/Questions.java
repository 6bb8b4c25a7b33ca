package sluice.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;

/**
 * Answers questions about properties and short walks over a graph.
 *
 * <p>Safe for any number of threads, as its reader is; cheap to make for each request. A question
 * that cannot be asked fails with {@code CONFIG} before anything is read; one that would look at
 * more rows than it may, with {@code RESOURCE}.
 */
public final class Questions {
    private final GraphReader reader;
    private final Predicates predicates;

    /** Answers over {@code reader}, which has the rows of what is declared and named. */
    public Questions(GraphReader reader, Declarations declarations, Names names) {
        this.reader = reader;
        this.predicates = new Predicates(declarations, names);
    }

    /** The nodes of which all conditions are true. */
    public FoundNodes find(FindQuestion question) throws IOException {
        Reading reading = new Reading(reader, question.budgetRows());
        return new Finder(question, predicates, reading).find();
    }

    /** The nodes that a walk ends at, those with the most ways first, then by id. */
    public FoundNodes walk(WalkQuestion question) throws IOException {
        return new Walker(question, predicates, new Reading(reader, question.budgetRows())).ends();
    }

    /** A walk with all nodes on its way. */
    public WalkTree tree(WalkQuestion question) throws IOException {
        return new Walker(question, predicates, new Reading(reader, question.budgetRows())).tree();
    }

    /** What the node {@code id} says of itself: at most {@code limit} values of each predicate. */
    public NodeProperties node(long id, int limit) throws IOException {
        Answer<List<TypeCount>> types = reader.types(id);
        boolean complete = types.complete();
        StoredValue value = new StoredValue();
        ShownValues shown = new ShownValues();
        List<NodeProperties.Property> properties = new ArrayList<>();
        for (TypeCount type : types.value()) {
            if (!PropertyTypes.isProperty(type.linkType())) {
                continue;
            }
            Answer<LinkList> list = reader.linkList(LinkQuery.newest(id, type.linkType(), limit));
            complete &= list.complete();
            List<PropertyValue> values = new ArrayList<>();
            for (int i = 0; i < list.value().size(); i++) {
                value.read(list.value(), i);
                values.add(shown.of(value));
            }
            // Those without a language first; a list stays in its order.
            values.sort(Comparator.comparing(PropertyValue::language));
            properties.add(
                    new NodeProperties.Property(name(type.linkType()), type.count(), values));
        }
        properties.sort(Comparator.comparing(NodeProperties.Property::predicate));
        return new NodeProperties(id, properties, complete);
    }

    private String name(long propertyType) throws IOException {
        long type = PropertyTypes.predicateOf(propertyType);
        String name = predicates.names().typeName(type);
        return name.isEmpty() ? Long.toUnsignedString(type) : name;
    }
}
