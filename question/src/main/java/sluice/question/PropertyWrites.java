package sluice.question;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.PropertySlots;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;
import sluice.schema.ValueWriter;

/**
 * Sets and deletes properties online, by the names of predicates and by values as text, which the
 * schema converts as a load does. What is written shadows what a load brings for the same value.
 *
 * <p>Safe for any number of threads, as its store is; cheap to make for each request.
 */
public final class PropertyWrites {
    /** How many values are deleted at once: each is durable before the next one goes. */
    static final int DELETED_MAX = 1_000;

    private final GraphStore store;
    private final Predicates predicates;

    public PropertyWrites(GraphStore store, Declarations declarations, NameLookup names) {
        this.store = store;
        this.predicates = new Predicates(declarations, names);
    }

    /**
     * The row that a value is in: of the one value of a predicate or of one of its languages; of a
     * list, or where nothing is declared, the row of this very value.
     */
    public Link row(long id, PredicateName predicate, String value) throws IOException {
        return row(id, type(predicate), predicate, value);
    }

    /**
     * Sets a value: the one value of a predicate or of one of its languages; of a list, or where
     * nothing is declared, one more. Says whether there was none in its place.
     */
    public Answer<Boolean> set(long id, PredicateName predicate, String value) throws IOException {
        return store.addLink(row(id, predicate, value));
    }

    /**
     * Fails if {@code linkType} is declared as a predicate with values: a load rejects its links
     * too, and questions do not see them.
     */
    public void requireLinks(long linkType) throws IOException {
        String name = predicates.names().typeName(linkType);
        Predicate declared = name.isEmpty() ? null : predicates.declarations().find(name);
        if (declared != null && !declared.isLink()) {
            throw Ask.wrong("%s names values, not links; write a property", name);
        }
    }

    /**
     * Deletes one value; of a predicate with one value, whatever it is, if {@code value} is one
     * that the predicate could have. Says whether it was there.
     */
    public Answer<Boolean> delete(long id, PredicateName predicate, String value)
            throws IOException {
        Link row = row(id, predicate, value);
        return store.deleteLink(id, row.linkType(), row.id2(), Deletion.EXPUNGE);
    }

    /**
     * Deletes all values, or those of a language: of {@code name} those without one, of {@code
     * name@.} all. Says how many there were. Where the answer is partial, the one value of a
     * predicate or of one of its languages is deleted also where a load still brings it; values of
     * lists, and of all languages at once, are not. Fails, and deletes nothing, if there are more
     * than {@value #DELETED_MAX} values of all languages.
     */
    public Answer<Long> deleteAll(long id, PredicateName predicate) throws IOException {
        long type = type(predicate);
        Reading reading = new Reading(store, Long.MAX_VALUE);
        StoredValue value = new StoredValue();
        LinkList list = reading.list(id, type, 0, DELETED_MAX + 1);
        if (list.size() > DELETED_MAX) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "%s has more than %d values here, and at most %d are deleted at once; name the values to delete"
                            .formatted(predicate, DELETED_MAX, DELETED_MAX));
        }
        long deleted = 0;
        boolean complete = reading.complete();
        for (int i = 0; i < list.size(); i++) {
            value.read(list, i);
            if (value.isOf(predicate.language())) {
                Answer<Boolean> answer = store.deleteLink(id, type, list.id2(i), Deletion.EXPUNGE);
                complete &= answer.complete();
                deleted += answer.value() ? 1 : 0;
            }
        }
        OptionalLong slot = reading.complete() ? OptionalLong.empty() : slot(predicate);
        if (slot.isPresent()) {
            // The one value may be among what a load still brings.
            Answer<Boolean> answer = store.deleteLink(id, type, slot.getAsLong(), Deletion.EXPUNGE);
            deleted += answer.value() ? 1 : 0;
        }
        return new Answer<>(deleted, complete);
    }

    /** The slot of all that {@code predicate} can mean; empty where there may be several. */
    private OptionalLong slot(PredicateName predicate) {
        Predicate declared = predicates.declarations().find(predicate.name());
        if (declared == null
                || declared.isList()
                || predicate.language() instanceof PredicateName.Language.Any) {
            return OptionalLong.empty();
        }
        byte[] language = language(predicate, declared).getBytes(StandardCharsets.US_ASCII);
        return OptionalLong.of(slot(language));
    }

    private static long slot(byte[] language) {
        return language.length == 0
                ? PropertySlots.SINGLE
                : new PropertySlots().ofLanguage(language, 0, language.length);
    }

    /** The type of the rows of a predicate's values; fails where it has none. */
    public long type(PredicateName predicate) throws IOException {
        Predicates.Known known = predicates.find(predicate);
        if (predicate.isCount()) {
            throw Ask.wrong(
                    "%s is a number of values or links, which is not written; write %s itself",
                    predicate, predicate.name());
        }
        if (known.isLink()) {
            throw Ask.wrong("%s names links, not values; write a link", predicate);
        }
        Long type = known.type();
        if (type == null) {
            throw Ask.wrong(
                    "%s has no number yet: no load has brought a value of it; load one first",
                    predicate);
        }
        return PropertyTypes.ofPredicate(type);
    }

    private Link row(long id, long type, PredicateName predicate, String written) {
        Predicate declared = predicates.declarations().find(predicate.name());
        String tag = language(predicate, declared);
        TypedValue value = converted(predicate, declared, written);
        ValueWriter writer = new ValueWriter();
        writer.begin();
        writer.value(value);
        byte[] language = tag.getBytes(StandardCharsets.US_ASCII);
        if (language.length > 0) {
            writer.language(language, 0, language.length);
        }
        boolean isList = declared == null || declared.isList();
        long slot = isList ? writer.slotInList() : slot(language);
        int length = writer.finish();
        byte[] data = Arrays.copyOf(writer.bytes(), length);
        if (data.length > RowSink.DATA_BYTES_MAX) {
            throw Ask.wrong(
                    "%s: the value has %d bytes, and a row has at most %d",
                    predicate, data.length, RowSink.DATA_BYTES_MAX);
        }
        return new Link(id, type, slot, Visibility.VISIBLE, 0, 0, data);
    }

    private static String language(PredicateName predicate, @Nullable Predicate declared) {
        return switch (predicate.language()) {
            case PredicateName.Language.None() -> "";
            case PredicateName.Language.Any() ->
                    throw Ask.wrong("%s: write the one language that is meant", predicate);
            case PredicateName.Language.Tag(String tag) -> {
                if (declared != null && !declared.has(Directive.LANG)) {
                    throw Ask.wrong(
                            "%s: %s is declared without @lang; leave the language out",
                            predicate, declared.name());
                }
                yield tag;
            }
        };
    }

    private static TypedValue converted(
            PredicateName predicate, @Nullable Predicate declared, String written) {
        TypedValue value = new TypedValue().setText(ValueType.STRING, written);
        if (declared == null) {
            return value;
        }
        ConversionFault fault = new Conversion().convert(value, declared.type());
        if (fault != ConversionFault.NONE) {
            throw Ask.wrong(
                    "%s: \"%s\" is %s, and it is declared as %s; %s",
                    predicate, written, fault.message(), declared.type().written(), fault.remedy());
        }
        return value;
    }
}
