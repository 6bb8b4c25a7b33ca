package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.NameCollector;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.schema.Directive;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Turns facts into rows and appends them to a {@link RowSink}: a fact with a node is a link, and
 * perhaps an inverse link; one with a value is a property. Belongs to one thread.
 *
 * <p>For each fact {@link #begin}, then its parts in any order, then {@link #check}, which says why
 * it is no row, or {@code null}; then {@link #append}. The bytes that were given must not change in
 * between. A fact may be checked and never appended, so that a reader can check several before it
 * appends the first. Names are asked for in {@link #append} alone: subject, object, then types.
 *
 * <p>Hot: no object for each fact, but for predicates that have not come for long. Costs two
 * look-ups of names, and a copy of the value.
 */
public final class FactRows {
    private static final byte[] NOTHING = {};

    /** Each has a table of predicates. */
    private static final int NAMESPACES_MAX = 16;

    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    private final FactRules rules;
    private final FactNames names;
    private final RowSink sink;

    /** The namespaces that came recently, and the one of the fact. */
    private final Map<Long, FactNamespace> namespaces = new HashMap<>();

    private long namespaceNumber;
    private FactNamespace namespace;
    private final int flags;
    private final byte @Nullable [] timeKey;
    private final byte @Nullable [] versionKey;

    private final FactValue value = new FactValue();
    private final NodeName subject;
    private final NodeName object;

    private byte[] predicate = NOTHING;
    private int predicateOffset;
    private int predicateLength;
    private boolean isLink;
    private long time;
    private long version;
    private @Nullable String facetFault;

    /** The predicate that {@link #check} found. */
    private PredicateTable.@Nullable Entry entry;

    private int dataLength;

    public FactRows(FactRules rules, FactNames names, RowSink sink) {
        this.rules = rules;
        this.names = names;
        this.sink = sink;
        namespaceNumber = rules.namespace();
        namespace = new FactNamespace(namespaceNumber, rules.declared(), names);
        namespaces.put(namespaceNumber, namespace);
        flags = rules.delete() ? RowSink.TOMBSTONE : 0;
        timeKey = bytes(rules.time());
        versionKey = bytes(rules.version());
        subject = new NodeName(rules.blankPrefix());
        object = new NodeName(rules.blankPrefix());
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Begins a fact. */
    public void begin() {
        value.begin();
        time = 0;
        version = 0;
        facetFault = null;
        namespace(rules.namespace());
    }

    /** The fact belongs to another namespace than the rules say. */
    public void namespace(long number) {
        if (number != namespaceNumber) {
            if (namespaces.size() >= NAMESPACES_MAX) {
                namespaces.clear();
            }
            namespace =
                    namespaces.computeIfAbsent(
                            number, each -> new FactNamespace(each, rules.declared(), names));
            namespaceNumber = number;
        }
    }

    /** The subject is an IRI or a relative name. */
    public void subjectName(byte[] bytes, int offset, int length) {
        subject.setName(bytes, offset, length);
    }

    /** The subject is a blank node of this label. */
    public void subjectBlank(byte[] bytes, int offset, int length) {
        subject.setBlank(bytes, offset, length);
    }

    /** The subject has no name but the place where it is written, which no blank label is. */
    public void subjectPlace(byte[] bytes, int offset, int length) {
        subject.setPlace(bytes, offset, length);
    }

    public void subjectUid(long uid) {
        subject.setUid(uid);
    }

    public void predicate(byte[] bytes, int offset, int length) {
        predicate = bytes;
        predicateOffset = offset;
        predicateLength = length;
    }

    /** The fact is a link to an IRI or a relative name. */
    public void objectName(byte[] bytes, int offset, int length) {
        isLink = true;
        object.setName(bytes, offset, length);
    }

    /** The fact is a link to the blank node of this label. */
    public void objectBlank(byte[] bytes, int offset, int length) {
        isLink = true;
        object.setBlank(bytes, offset, length);
    }

    /** The fact is a link to a node that has no name but the place where it is written. */
    public void objectPlace(byte[] bytes, int offset, int length) {
        isLink = true;
        object.setPlace(bytes, offset, length);
    }

    /** The fact is a link to a uid. */
    public void objectUid(long uid) {
        isLink = true;
        object.setUid(uid);
    }

    /**
     * The fact is a property; the caller fills the result. A text without a type of its own is of
     * type {@link ValueType#DEFAULT}.
     */
    public TypedValue value() {
        isLink = false;
        return value.value();
    }

    /** The language of a text. */
    public void language(byte[] bytes, int offset, int length) {
        value.language(bytes, offset, length);
    }

    /**
     * The datatype of a text as it is written, and what it means, or null where Sluice does not
     * know it.
     */
    public void datatype(byte[] bytes, int offset, int length, @Nullable Datatype means) {
        value.datatype(bytes, offset, length, means);
    }

    /** Adds a facet; false if the fact has one of this key already. */
    public boolean facet(byte[] key, int offset, int length, TypedValue facet) {
        if (timeKey != null && FactValue.is(timeKey, key, offset, length)) {
            time = timeOf(facet);
            return true;
        }
        if (versionKey != null && FactValue.is(versionKey, key, offset, length)) {
            version = facet.integer();
            if (facet.type() != ValueType.INT) {
                facetFault = FactFault.facet(rules.version() + "", facet.type(), "int", "version");
            }
            return true;
        }
        return value.facet(key, offset, length, facet);
    }

    private long timeOf(TypedValue facet) {
        if (facet.type() == ValueType.INT) {
            return facet.integer();
        }
        long millis = facet.integer() * MILLIS_PER_SECOND + facet.nanos() / NANOS_PER_MILLI;
        boolean fits = Math.abs(facet.integer()) < Long.MAX_VALUE / MILLIS_PER_SECOND;
        if (facet.type() != ValueType.DATETIME || !fits) {
            facetFault =
                    FactFault.facet(rules.time() + "", facet.type(), "int or datetime", "time");
        }
        return millis;
    }

    /** Why the fact is no row, what was expected and what to do; or null where it is one. */
    public @Nullable String check() {
        String fault = checkNames();
        if (fault != null) {
            return fault;
        }
        PredicateTable.Entry found =
                namespace.predicates().find(predicate, predicateOffset, predicateLength);
        entry = found;
        fault =
                isLink
                        ? LinkTypes.problem(found.declared, "statement")
                        : value.check(found.declared);
        if (fault != null) {
            return fault;
        }
        dataLength = value.finish();
        return value.lengthFault();
    }

    private @Nullable String checkNames() {
        if (facetFault != null) {
            return facetFault;
        }
        int most = NameCollector.TYPE_NAME_BYTES_MAX - 1 - namespace.labelBytes();
        if (predicateLength < 1 || predicateLength > most) {
            return FactFault.tooLong("the predicate", predicateLength, most);
        }
        if (predicate[predicateOffset] == '~') {
            return FactFault.inverse(predicate, predicateOffset, predicateLength);
        }
        String fault = checkNode(subject, "the subject");
        return fault == null && isLink ? checkNode(object, "the object") : fault;
    }

    private @Nullable String checkNode(NodeName node, String what) {
        if (node.length() < 1 || node.length() > NameCollector.NAME_BYTES_MAX) {
            return FactFault.tooLong(what, node.length(), NameCollector.NAME_BYTES_MAX);
        }
        return rules.ids() == FactRules.Ids.UIDS && !node.isUid()
                ? FactFault.noUid(node.written())
                : null;
    }

    /** Appends the rows of the fact that {@link #check} found nothing wrong with. */
    public void append() {
        PredicateTable.Entry checked = entry;
        if (checked == null) {
            throw new IllegalStateException("a fact must be checked before it is appended");
        }
        entry = null;
        long id1 = id(subject);
        int length = flags == 0 ? dataLength : 0;
        if (!isLink) {
            long type = PropertyTypes.ofPredicate(namespace.predicates().linkType(checked));
            sink.append(id1, type, value.slot(), time, version, flags, value.bytes(), 0, length);
            return;
        }
        long id2 = id(object);
        long type = namespace.predicates().linkType(checked);
        sink.append(id1, type, id2, time, version, flags, value.bytes(), 0, length);
        if (checked.declared != null && checked.declared.has(Directive.REVERSE)) {
            long inverse = namespace.predicates().inverseType(checked);
            sink.append(id2, inverse, id1, time, version, flags, value.bytes(), 0, length);
        }
    }

    private long id(NodeName node) {
        return rules.ids() == FactRules.Ids.UIDS ? node.uid() : node.id(namespace);
    }
}
