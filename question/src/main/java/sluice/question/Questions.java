package sluice.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import sluice.model.GraphReader;
import sluice.model.LinkList;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;
import sluice.schema.TypeDefinition;
import sluice.schema.TypeNames;
import sluice.schema.ValueType;

/**
 * Answers questions about properties and short walks over a graph.
 *
 * <p>Safe for any number of threads, as its reader is; cheap to make for each request. A question
 * that cannot be asked fails with {@code CONFIG} before anything is read; one that would look at
 * more rows than it may, with {@code RESOURCE}. While a first load collects its names, no predicate
 * is known: the answer is empty then, and not complete.
 */
public final class Questions {
    private static final long ANY_ID = 0;

    private final GraphReader reader;
    private final Predicates predicates;
    private final Watch watch;

    /** Answers over {@code reader}, which has the rows of what is declared and named. */
    public Questions(GraphReader reader, Declarations declarations, NameLookup names) {
        this(reader, declarations, names, Watch.NONE);
    }

    /** As above, of one question; {@code watch} receives what it costs. */
    public Questions(GraphReader reader, Declarations declarations, NameLookup names, Watch watch) {
        this.reader = reader;
        this.watch = watch;
        this.predicates = new Predicates(declarations, names);
    }

    /** The nodes of which all conditions are true. */
    public FoundNodes find(FindQuestion question) throws IOException {
        if (areNamesBeingCollected()) {
            return FoundNodes.NONE_YET;
        }
        return new Finder(question, predicates, reading(question.budgetRows())).find();
    }

    /** The nodes that a walk ends at, those with the most ways first, then by id. */
    public FoundNodes walk(WalkQuestion question) throws IOException {
        if (areNamesBeingCollected()) {
            return FoundNodes.NONE_YET;
        }
        return new Walker(question, predicates, reading(question.budgetRows())).ends();
    }

    /** A walk with all nodes on its way. */
    public WalkTree tree(WalkQuestion question) throws IOException {
        if (areNamesBeingCollected()) {
            return new WalkTree(List.of(), question.steps(), false);
        }
        return new Walker(question, predicates, reading(question.budgetRows())).tree();
    }

    /** As any read this one waits, or fails, where its reader is to while rows are missing. */
    private boolean areNamesBeingCollected() throws IOException {
        return !predicates.names().areKnown() && !reader.types(ANY_ID).complete();
    }

    private Reading reading(long budgetRows) {
        return new Reading(reader, budgetRows, watch);
    }

    /** What the node {@code id} says of itself: at most {@code limit} values of each predicate. */
    public NodeProperties node(long id, int limit) throws IOException {
        Reading reading = reading(Long.MAX_VALUE);
        List<NodeProperties.Property> properties = new ArrayList<>();
        for (TypeCount type : reading.types(id)) {
            if (PropertyTypes.isProperty(type.linkType())) {
                List<PropertyValue> values = values(id, type.linkType(), limit, reading);
                properties.add(
                        new NodeProperties.Property(name(type.linkType()), type.count(), values));
            }
        }
        properties.sort(Comparator.comparing(NodeProperties.Property::predicate));
        return new NodeProperties(id, properties, reading.complete());
    }

    /**
     * The fields of a type of the schema that the node {@code id} has, in the order of the type: at
     * most {@code limit} values of each, or ends of links by their names.
     */
    public NodeProperties nodeAs(String type, long id, int limit) throws IOException {
        if (areNamesBeingCollected()) {
            return new NodeProperties(id, List.of(), false);
        }
        TypeDefinition shown = predicates.declarations().typeOfNodes(type);
        String label = TypeNames.label(shown.namespace());
        Reading reading = reading(Long.MAX_VALUE);
        Map<Long, Long> counts = new HashMap<>();
        for (TypeCount each : reading.types(id)) {
            counts.put(each.linkType(), each.count());
        }
        List<NodeProperties.Property> fields = new ArrayList<>();
        for (String field : shown.fields()) {
            OptionalLong links = predicates.names().type(label + field);
            if (links.isEmpty()) {
                continue;
            }
            long values = PropertyTypes.ofPredicate(links.getAsLong());
            for (long rows : new long[] {values, links.getAsLong()}) {
                Long count = counts.get(rows);
                if (count != null) {
                    fields.add(
                            new NodeProperties.Property(
                                    label + field,
                                    count,
                                    rows == values
                                            ? values(id, rows, limit, reading)
                                            : ends(id, rows, limit, reading)));
                }
            }
        }
        return new NodeProperties(id, fields, reading.complete());
    }

    /** The ends of the newest links, as values. */
    private List<PropertyValue> ends(long id, long type, int limit, Reading reading)
            throws IOException {
        ShownValues shown = new ShownValues();
        List<PropertyValue> ends = new ArrayList<>();
        LinkList list;
        do {
            int wanted = Math.min(limit - ends.size(), Reading.PAGE_ROWS);
            list = reading.list(id, type, ends.size(), wanted);
            for (int i = 0; i < list.size(); i++) {
                List<Facet> facets = shown.facetsOfLink(list.data(i)).orElse(List.of());
                String end = predicates.names().idName(list.id2(i));
                PropertyValue found = new PropertyValue(ValueType.UID, "", "", end, facets);
                reading.holds(found.sizeBytes());
                ends.add(found);
            }
        } while (list.size() == Reading.PAGE_ROWS && ends.size() < limit);
        return ends;
    }

    private static List<PropertyValue> values(long id, long type, int limit, Reading reading)
            throws IOException {
        StoredValue value = new StoredValue();
        ShownValues shown = new ShownValues();
        List<PropertyValue> values = new ArrayList<>();
        LinkList list;
        do {
            int wanted = Math.min(limit - values.size(), Reading.PAGE_ROWS);
            list = reading.list(id, type, values.size(), wanted);
            for (int i = 0; i < list.size(); i++) {
                value.read(list, i);
                PropertyValue found = shown.of(value);
                reading.holds(found.sizeBytes());
                values.add(found);
            }
        } while (list.size() == Reading.PAGE_ROWS && values.size() < limit);
        // Those without a language first; a list stays in its order.
        values.sort(Comparator.comparing(PropertyValue::language));
        return values;
    }

    private String name(long propertyType) throws IOException {
        long type = PropertyTypes.predicateOf(propertyType);
        String name = predicates.names().typeName(type);
        return name.isEmpty() ? Long.toUnsignedString(type) : name;
    }
}
