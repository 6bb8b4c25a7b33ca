package sluice.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRows;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.fact.GraphTally;
import sluice.json.NameSpan;
import sluice.json.ObjectFacts;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Gives the facts of objects to {@link FactRows}: all of them are checked before the first is
 * appended, so that an object is taken whole or not at all. Belongs to one thread.
 *
 * <p>Hot: no object for each fact. Each value is read and converted twice, once to be checked and
 * once to be appended, unless the object states one fact alone.
 */
final class ObjectRows {
    private static final byte[] GRAPH_FACET = "graph".getBytes(StandardCharsets.US_ASCII);
    private static final String TWO_GRAPHS =
            "the facet graph is there twice: as a facet, and as the namespace of the node; remove"
                    + " one, or load with graph: drop";

    /** A place and the number of a node, with a dot. */
    private static final int LABEL_BYTES = 19 + 1 + 10;

    private final GraphRule graphs;
    private final FactRows rows;
    private final byte[] placePrefix;
    private final TypedValue facetValue = new TypedValue();
    private final TypedValue namespace = new TypedValue();
    private final byte[] subjectLabel;
    private final byte[] objectLabel;
    private final MemberNames names;
    private final GraphTally dropped;
    private final boolean drops;
    private byte[] graph = {};

    /** The node that each node of the object is inside of, or -1; only where namespaces count. */
    private int[] outside = {};

    /** The place of the object's brace, and how many nodes of the same row come before its own. */
    private long place;

    private int nodesBefore;
    private int faultOffset;

    ObjectRows(FactFormat format, FactRows rows) {
        this.rows = rows;
        graphs = format.graphs();
        names = new MemberNames(format.idMembers());
        drops = graphs.kind() == GraphRule.Kind.DROP || graphs.kind() == GraphRule.Kind.ONE;
        dropped = new GraphTally(graphs.namespace());
        String prefix = format.placePrefix() == null ? "" : format.placePrefix();
        placePrefix = ("@" + prefix).getBytes(StandardCharsets.US_ASCII);
        subjectLabel = Arrays.copyOf(placePrefix, placePrefix.length + LABEL_BYTES);
        objectLabel = subjectLabel.clone();
    }

    /** Sets the place by which nodes of the next object are named that have no other name. */
    void setPlace(long objectPlace, int before) {
        place = objectPlace;
        nodesBefore = before;
    }

    /** Appends the rows of an object; returns why it makes none, or null. */
    @Nullable String take(ObjectFacts facts) {
        String unnamed = names.make(facts);
        if (unnamed != null) {
            faultOffset = facts.nodeOffset(names.faultNode());
            return unnamed;
        }
        int first = facts.next(-1);
        if (graphs.kind() == GraphRule.Kind.SEPARATE) {
            noteOutside(facts, first);
        }
        int last = -1;
        for (int fact = first; fact >= 0; fact = facts.next(fact)) {
            String fault = fill(facts, fact);
            if (fault != null) {
                faultOffset = facts.offset(fact);
                return fault;
            }
            last = fact;
        }
        for (int fact = first; fact >= 0; fact = facts.next(fact)) {
            boolean isFilled = first == last;
            if (!isFilled && fill(facts, fact) != null) {
                throw new IllegalStateException("a fact that was right is wrong the second time");
            }
            rows.append();
        }
        if (drops && hasNamespaces(facts)) {
            noteOutside(facts, first);
            for (int fact = first; fact >= 0; fact = facts.next(fact)) {
                drop(facts, outer(facts, facts.subject(fact)));
            }
        }
        return null;
    }

    /** The graphs that were dropped so far. */
    DroppedGraphs dropped() {
        return dropped.graphs();
    }

    private static boolean hasNamespaces(ObjectFacts facts) {
        for (int node = 0; node < facts.nodeCount(); node++) {
            if (facts.hasNamespace(node)) {
                return true;
            }
        }
        return false;
    }

    /** Counts a fact of a node, which may have a namespace. */
    private void drop(ObjectFacts facts, int node) {
        if (!facts.hasNamespace(node)) {
            return;
        }
        Optional<Long> number = number(facts, node);
        if (number.isPresent()) {
            dropped.add(number.get());
        } else {
            setText();
            dropped.add(namespace.bytes(), namespace.offset(), namespace.length(), false);
        }
    }

    /** Where in the text the fact or node begins that the last object was not taken for. */
    int faultOffset() {
        return faultOffset;
    }

    private @Nullable String fill(ObjectFacts facts, int fact) {
        rows.begin();
        int subject = facts.subject(fact);
        int named = graphs.kind() == GraphRule.Kind.SEPARATE ? outer(facts, subject) : subject;
        if (facts.hasNamespace(named)) {
            String fault = graph(facts, named);
            if (fault != null) {
                return fault;
            }
        }
        setSubject(facts, subject);
        NameSpan predicate = facts.predicate(fact);
        rows.predicate(predicate.bytes(), predicate.offset(), predicate.length());
        int target = facts.target(fact);
        if (target >= 0) {
            setObject(facts, target);
        } else {
            facts.value(fact, rows.value());
            NameSpan language = facts.language(fact);
            if (language.length() > 0) {
                rows.language(language.bytes(), language.offset(), language.length());
            }
        }
        for (int facet = facts.firstFacet(fact); facet >= 0; facet = facts.nextFacet(facet)) {
            facts.facetValue(facet, facetValue);
            NameSpan key = facts.key(facet);
            if (!rows.facet(key.bytes(), key.offset(), key.length(), facetValue)) {
                return TWO_GRAPHS;
            }
        }
        return rows.check();
    }

    private void setSubject(ObjectFacts facts, int node) {
        switch (facts.kind(node)) {
            case UNNAMED -> {
                if (names.length(node) > 0) {
                    rows.subjectName(names.bytes(), names.offset(node), names.length(node));
                } else {
                    rows.subjectPlace(subjectLabel, 0, placed(node, subjectLabel));
                }
            }
            case BLANK -> {
                NameSpan name = facts.label(node);
                rows.subjectBlank(name.bytes(), name.offset(), name.length());
            }
            case UID -> rows.subjectUid(facts.uid(node));
        }
    }

    private void setObject(ObjectFacts facts, int node) {
        switch (facts.kind(node)) {
            case UNNAMED -> {
                if (names.length(node) > 0) {
                    rows.objectName(names.bytes(), names.offset(node), names.length(node));
                } else {
                    rows.objectPlace(objectLabel, 0, placed(node, objectLabel));
                }
            }
            case BLANK -> {
                NameSpan name = facts.label(node);
                rows.objectBlank(name.bytes(), name.offset(), name.length());
            }
            case UID -> rows.objectUid(facts.uid(node));
        }
    }

    /**
     * Writes the name of a node without one into {@code label}, which begins with the prefix: the
     * place of its object, and behind a dot its number in it, where it is not the first. Returns
     * the length.
     */
    private int placed(int node, byte[] label) {
        int length = digits(place, label, placePrefix.length);
        int number = nodesBefore + node;
        if (number > 0) {
            label[length++] = '.';
            length = digits(number, label, length);
        }
        return length;
    }

    private static int digits(long number, byte[] label, int from) {
        int count = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            count++;
        }
        long rest = number;
        for (int at = from + count - 1; at >= from; at--) {
            label[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return from + count;
    }

    private @Nullable String graph(ObjectFacts facts, int node) {
        return switch (graphs.kind()) {
            case DROP, ONE -> null;
            case REJECT ->
                    "the node has a namespace, which graph: reject refuses; load with graph: drop"
                            + " or facet";
            case FACET -> graphFacet(facts, node);
            case SEPARATE -> separate(facts, node);
        };
    }

    /** The node itself where it has a namespace, else the one that it is inside of and so on. */
    private int outer(ObjectFacts facts, int node) {
        int found = node;
        while (!facts.hasNamespace(found) && outside[found] >= 0) {
            found = outside[found];
        }
        return found;
    }

    /** Notes which node each node of the object is inside of. */
    private void noteOutside(ObjectFacts facts, int first) {
        if (outside.length < facts.nodeCount()) {
            outside = new int[2 * facts.nodeCount()];
        }
        Arrays.fill(outside, 0, facts.nodeCount(), -1);
        for (int fact = first; fact >= 0; fact = facts.next(fact)) {
            if (facts.target(fact) >= 0) {
                outside[facts.target(fact)] = facts.subject(fact);
            }
        }
    }

    /** The namespace of {@code node} as a number; empty if it is no number. */
    private Optional<Long> number(ObjectFacts facts, int node) {
        facts.namespace(node, namespace);
        return switch (namespace.type()) {
            case INT -> Optional.of(namespace.integer());
            case DEFAULT ->
                    GraphRule.namespace(
                            new String(
                                    namespace.bytes(),
                                    namespace.offset(),
                                    namespace.length(),
                                    StandardCharsets.UTF_8));
            default -> Optional.empty();
        };
    }

    private @Nullable String separate(ObjectFacts facts, int node) {
        Optional<Long> number = number(facts, node);
        if (number.isEmpty()) {
            return "the namespace is no whole number, such as 16 or \"0x10\", by which graph:"
                    + " separate keeps nodes apart; correct it, or load with graph: facet or"
                    + " drop";
        }
        rows.namespace(number.get());
        return null;
    }

    private @Nullable String graphFacet(ObjectFacts facts, int node) {
        facts.namespace(node, namespace);
        setText();
        rows.facet(GRAPH_FACET, 0, GRAPH_FACET.length, namespace);
        return null;
    }

    /** Makes a text of the namespace at hand. */
    private void setText() {
        if (namespace.type() == ValueType.DEFAULT) {
            namespace.setBytes(
                    ValueType.STRING, namespace.bytes(), namespace.offset(), namespace.length());
        } else {
            String number =
                    namespace.type() == ValueType.INT
                            ? Long.toString(namespace.integer())
                            : Double.toString(namespace.real());
            graph = number.getBytes(StandardCharsets.US_ASCII);
            namespace.setBytes(ValueType.STRING, graph, 0, graph.length);
        }
    }
}
