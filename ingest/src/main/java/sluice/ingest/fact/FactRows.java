package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.NameCollector;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.Slots;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;
import sluice.schema.ValueWriter;

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
    private static final byte[] XSD_STRING =
            "http://www.w3.org/2001/XMLSchema#string".getBytes(StandardCharsets.US_ASCII);
    private static final int LANGUAGE_BYTES_MAX = 255;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    private final FactRules rules;
    private final FactNames names;
    private final RowSink sink;
    private final PredicateTable predicates;
    private final int flags;
    private final byte @Nullable [] timeKey;
    private final byte @Nullable [] versionKey;

    private final ValueWriter writer = new ValueWriter();
    private final Slots slots = new Slots();
    private final Conversion conversion = new Conversion();
    private final NodeName subject;
    private final NodeName object;
    private final TypedValue value = new TypedValue();

    private byte[] predicate = NOTHING;
    private int predicateOffset;
    private int predicateLength;
    private byte[] language = NOTHING;
    private int languageOffset;
    private int languageLength;
    private byte[] datatype = NOTHING;
    private int datatypeOffset;
    private int datatypeLength;
    private @Nullable Datatype meaning;
    private boolean isLink;
    private long time;
    private long version;
    private @Nullable String facetFault;

    /** The predicate that {@link #check} found. */
    private PredicateTable.@Nullable Entry entry;

    private long slot;
    private int dataLength;

    public FactRows(FactRules rules, FactNames names, RowSink sink) {
        this.rules = rules;
        this.names = names;
        this.sink = sink;
        predicates = new PredicateTable(rules.declared(), names);
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
        writer.begin();
        languageLength = 0;
        datatypeLength = 0;
        meaning = null;
        time = 0;
        version = 0;
        facetFault = null;
    }

    /** The subject is an IRI or a relative name. */
    public void subjectName(byte[] bytes, int offset, int length) {
        subject.setName(bytes, offset, length);
    }

    /** The subject is a blank node of this label. */
    public void subjectBlank(byte[] bytes, int offset, int length) {
        subject.setBlank(bytes, offset, length);
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
        return value;
    }

    /** The language of a text. */
    public void language(byte[] bytes, int offset, int length) {
        language = bytes;
        languageOffset = offset;
        languageLength = length;
    }

    /**
     * The datatype of a text as it is written, and what it means, or null where Sluice does not
     * know it.
     */
    public void datatype(byte[] bytes, int offset, int length, @Nullable Datatype means) {
        datatype = bytes;
        datatypeOffset = offset;
        datatypeLength = length;
        meaning = means;
    }

    /** Adds a facet; false if the fact has one of this key already. */
    public boolean facet(byte[] key, int offset, int length, TypedValue facet) {
        if (timeKey != null && is(timeKey, key, offset, length)) {
            time = timeOf(facet);
            return true;
        }
        if (versionKey != null && is(versionKey, key, offset, length)) {
            version = facet.integer();
            if (facet.type() != ValueType.INT) {
                facetFault = FactFault.facet(rules.version() + "", facet.type(), "int", "version");
            }
            return true;
        }
        return writer.facet(key, offset, length, facet);
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

    private static boolean is(byte[] word, byte[] bytes, int offset, int length) {
        return word.length == length
                && Arrays.equals(word, 0, length, bytes, offset, offset + length);
    }

    /** Why the fact is no row, what was expected and what to do; or null where it is one. */
    public @Nullable String check() {
        String fault = checkNames();
        if (fault != null) {
            return fault;
        }
        PredicateTable.Entry found = predicates.find(predicate, predicateOffset, predicateLength);
        entry = found;
        fault = isLink ? checkLink(found.declared) : checkValue(found.declared);
        if (fault != null) {
            return fault;
        }
        dataLength = writer.finish();
        return dataLength > RowSink.DATA_BYTES_MAX
                ? FactFault.tooLong("the value with its facets", dataLength, RowSink.DATA_BYTES_MAX)
                : null;
    }

    private @Nullable String checkNames() {
        if (facetFault != null) {
            return facetFault;
        }
        if (predicateLength < 1 || predicateLength >= NameCollector.TYPE_NAME_BYTES_MAX) {
            return FactFault.tooLong(
                    "the predicate", predicateLength, NameCollector.TYPE_NAME_BYTES_MAX - 1);
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

    private static @Nullable String checkLink(@Nullable Predicate declared) {
        return declared != null && !declared.isLink() ? FactFault.linkOfValue(declared) : null;
    }

    private @Nullable String checkValue(@Nullable Predicate declared) {
        if (languageLength > LANGUAGE_BYTES_MAX) {
            return FactFault.tooLong("the language", languageLength, LANGUAGE_BYTES_MAX);
        }
        if (declared == null) {
            keepAsWritten();
        } else {
            String fault = convert(declared);
            if (fault != null) {
                return fault;
            }
        }
        writer.value(value);
        if (languageLength > 0) {
            writer.language(language, languageOffset, languageLength);
        } else if (value.type() == ValueType.OTHER) {
            writer.datatype(datatype, datatypeOffset, datatypeLength);
        }
        if (declared == null || declared.isList()) {
            slot = writer.slotInList();
        } else {
            slot =
                    languageLength > 0
                            ? slots.ofLanguage(language, languageOffset, languageLength)
                            : Slots.SINGLE;
        }
        return null;
    }

    /** A value of a predicate that is not declared stays what it is. */
    private void keepAsWritten() {
        if (!value.type().isText()) {
            return;
        }
        boolean isString =
                datatypeLength == 0
                        || (meaning != null && meaning.type() == ValueType.STRING)
                        || is(XSD_STRING, datatype, datatypeOffset, datatypeLength);
        ValueType type = isString ? ValueType.STRING : ValueType.OTHER;
        value.setBytes(type, value.bytes(), value.offset(), value.length());
    }

    private @Nullable String convert(Predicate declared) {
        if (declared.isLink()) {
            return FactFault.valueOfLink(declared);
        }
        if (languageLength > 0 && !declared.has(Directive.LANG)) {
            return FactFault.language(declared);
        }
        if (datatypeLength > 0) {
            Datatype known = meaning;
            if (known == null) {
                return FactFault.ofDatatype(datatype, datatypeOffset, datatypeLength, declared);
            }
            if (known.type() == ValueType.PASSWORD) {
                // It is hashed already.
                value.setBytes(ValueType.PASSWORD, value.bytes(), value.offset(), value.length());
            } else {
                ConversionFault fault = conversion.convert(value, known.type());
                if (fault == ConversionFault.NONE && isOutside(known)) {
                    fault = ConversionFault.RANGE;
                }
                if (fault != ConversionFault.NONE) {
                    return FactFault.ofValue(value, declared, fault);
                }
            }
        }
        ConversionFault fault = conversion.convert(value, declared.type());
        return fault == ConversionFault.NONE ? null : FactFault.ofValue(value, declared, fault);
    }

    private boolean isOutside(Datatype known) {
        return known.type() == ValueType.INT
                && (value.integer() < known.min() || value.integer() > known.max());
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
            long type = PropertyTypes.ofPredicate(predicates.linkType(checked));
            sink.append(id1, type, slot, time, version, flags, writer.bytes(), 0, length);
            return;
        }
        long id2 = id(object);
        long type = predicates.linkType(checked);
        sink.append(id1, type, id2, time, version, flags, writer.bytes(), 0, length);
        if (checked.declared != null && checked.declared.has(Directive.REVERSE)) {
            long inverse = predicates.inverseType(checked);
            sink.append(id2, inverse, id1, time, version, flags, writer.bytes(), 0, length);
        }
    }

    private long id(NodeName node) {
        return rules.ids() == FactRules.Ids.UIDS ? node.uid() : node.id(names);
    }
}
