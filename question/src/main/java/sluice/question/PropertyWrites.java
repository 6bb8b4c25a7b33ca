package sluice.question;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.PropertyTypes;
import sluice.model.Visibility;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.Slots;
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
    private final GraphStore store;
    private final Predicates predicates;

    public PropertyWrites(GraphStore store, Declarations declarations, Names names) {
        this.store = store;
        this.predicates = new Predicates(declarations, names);
    }

    /** The row that a value is in. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Row(long type, long slot, byte[] data) {}

    /**
     * Sets a value: the one value of a predicate or of one of its languages; of a list, or where
     * nothing is declared, one more. Says whether there was none in its place.
     */
    public Answer<Boolean> set(long id, PredicateName predicate, String value) throws IOException {
        Row row = row(predicate, value);
        return store.addLink(new Link(id, row.type, row.slot, Visibility.VISIBLE, 0, 0, row.data));
    }

    /**
     * Deletes one value; of a predicate with one value, whatever it is. Says whether it was there.
     */
    public Answer<Boolean> delete(long id, PredicateName predicate, String value)
            throws IOException {
        Row row = row(predicate, value);
        return store.deleteLink(id, row.type, row.slot, Deletion.EXPUNGE);
    }

    /**
     * Deletes all values, or those of a language: of {@code name} those without one, of {@code
     * name@.} all. Says how many there were.
     */
    public Answer<Long> deleteAll(long id, PredicateName predicate) throws IOException {
        long type = type(predicate);
        Reading reading = new Reading(store, Long.MAX_VALUE);
        StoredValue value = new StoredValue();
        long deleted = 0;
        boolean complete = true;
        long offset = 0;
        LinkList list;
        do {
            list = reading.list(id, type, offset, Reading.PAGE_ROWS);
            for (int i = 0; i < list.size(); i++) {
                value.read(list, i);
                if (!value.isOf(predicate.language())) {
                    offset++;
                    continue;
                }
                Answer<Boolean> answer = store.deleteLink(id, type, list.id2(i), Deletion.EXPUNGE);
                complete &= answer.complete();
                deleted += answer.value() ? 1 : 0;
            }
        } while (list.size() == Reading.PAGE_ROWS);
        return new Answer<>(deleted, complete && reading.complete());
    }

    private long type(PredicateName predicate) throws IOException {
        Predicates.Known known = predicates.find(predicate);
        if (known.isLink() || predicate.isCount()) {
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

    private Row row(PredicateName predicate, String written) throws IOException {
        long type = type(predicate);
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
        long slot =
                isList
                        ? writer.slotInList()
                        : language.length == 0
                                ? Slots.SINGLE
                                : new Slots().ofLanguage(language, 0, language.length);
        int length = writer.finish();
        return new Row(type, slot, Arrays.copyOf(writer.bytes(), length));
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
