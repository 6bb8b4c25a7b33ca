package sluice.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.model.LinkList;
import sluice.model.PropertyTypes;
import sluice.schema.ValueType;

/** Reads the values of some predicates for each node of an answer. Belongs to one thread. */
final class ShownPredicates {
    /** Of a longer list of values the first ones are shown. */
    static final int VALUES_MAX = 1000;

    /** The memory of a node in an answer, and of each predicate that is shown for it. */
    private static final long NODE_BYTES = 96;

    private static final long PREDICATE_BYTES = 160;

    private final List<Predicates.Known> predicates = new ArrayList<>();
    private final Reading reading;
    private final StoredValue value = new StoredValue();
    private final ShownValues shown = new ShownValues();

    ShownPredicates(List<PredicateName> names, Predicates all, Reading reading) throws IOException {
        this.reading = reading;
        for (PredicateName name : names) {
            Predicates.Known known = all.find(name);
            if (known.isLink() && !name.isCount()) {
                throw Ask.wrong(
                        "%s names links, which are not shown as values; ask for count(%s), or"
                                + " follow them with walk",
                        name, name);
            }
            predicates.add(known);
        }
    }

    List<PropertyValues> of(long id) throws IOException {
        List<PropertyValues> all = new ArrayList<>();
        reading.holds(NODE_BYTES + PREDICATE_BYTES * predicates.size());
        for (Predicates.Known predicate : predicates) {
            all.add(predicate.name().isCount() ? count(id, predicate) : values(id, predicate));
        }
        return all;
    }

    private PropertyValues count(long id, Predicates.Known predicate) throws IOException {
        long count = 0;
        for (long type : predicate.rowTypes()) {
            count += reading.countOf(id, type);
        }
        return new PropertyValues(
                false,
                List.of(new PropertyValue(ValueType.INT, "", "", Long.toString(count), List.of())));
    }

    private PropertyValues values(long id, Predicates.Known predicate) throws IOException {
        Long type = predicate.type();
        boolean isList =
                predicate.declared() == null
                        || predicate.declared().isList()
                        || predicate.name().language() instanceof PredicateName.Language.Any;
        if (type == null) {
            return new PropertyValues(isList, List.of());
        }
        List<PropertyValue> values = new ArrayList<>();
        LinkList list = reading.list(id, PropertyTypes.ofPredicate(type), 0, VALUES_MAX);
        for (int i = 0; i < list.size(); i++) {
            value.read(list, i);
            if (value.isOf(predicate.name().language())) {
                PropertyValue found = shown.of(value);
                reading.holds(found.sizeBytes());
                values.add(found);
            }
        }
        return new PropertyValues(isList, values);
    }
}
