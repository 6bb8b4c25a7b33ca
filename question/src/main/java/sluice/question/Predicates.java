package sluice.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.schema.Directive;
import sluice.schema.Predicate;

/**
 * Finds what predicates are: their declarations, and the types of their links and values; and the
 * ids of nodes that conditions on links name.
 */
final class Predicates {
    private static final int NAMES_SHOWN_MAX = 12;

    private final Declarations declarations;
    private final NameLookup names;

    /**
     * A predicate that the store knows.
     *
     * @param declared null where it is not
     * @param type of its links; null where there are no rows of it
     */
    record Known(PredicateName name, @Nullable Predicate declared, @Nullable Long type) {
        boolean isLink() {
            return name.isBackwards() || (declared != null && declared.isLink());
        }

        /** The types that its rows can have; links and values, where it is not declared. */
        List<Long> rowTypes() {
            if (type == null) {
                return List.of();
            }
            if (isLink()) {
                return List.of(type);
            }
            long property = PropertyTypes.ofPredicate(type);
            return declared != null ? List.of(property) : List.of(type, property);
        }
    }

    Predicates(Declarations declarations, NameLookup names) {
        this.declarations = declarations;
        this.names = names;
    }

    Declarations declarations() {
        return declarations;
    }

    NameLookup names() {
        return names;
    }

    /**
     * The nodes of these names, without those that there are not; fails at a text that is no name.
     */
    List<Long> nodes(List<String> written, Reading reading) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (String text : written) {
            OptionalLong id = names.id(text);
            if (id.isPresent()) {
                ids.add(id.getAsLong());
            } else {
                reading.also(names.complete());
            }
        }
        return ids;
    }

    /** As {@link #nodes}, of texts that may be no names. */
    List<Long> nodesAmong(List<String> written, Reading reading) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (String text : written) {
            try {
                ids.addAll(nodes(List.of(text), reading));
            } catch (SluiceException e) {
                if (e.code() != ErrorCode.CONFIG) {
                    throw e;
                }
            }
        }
        return ids;
    }

    /** The predicate of this name; fails where the store has none. */
    Known find(PredicateName name) throws IOException {
        Predicate declared = declarations.find(name.name());
        OptionalLong type = names.type(name.name());
        if (declared == null && type.isEmpty()) {
            throw unknown(name);
        }
        if (declared != null && name.isBackwards()) {
            checkBackwards(name, declared);
        }
        return new Known(name, declared, type.isPresent() ? type.getAsLong() : null);
    }

    private static void checkBackwards(PredicateName name, Predicate declared) {
        if (!declared.isLink()) {
            throw Ask.wrong(
                    "%s: %s names values of type %s, which have no way back",
                    name, declared.name(), declared.type().written());
        }
        if (!declared.has(Directive.REVERSE)) {
            throw Ask.wrong(
                    "%s: links are not kept backwards, and those that are there cannot be; load them into a new store with %s",
                    name, declared.declarationWith(Directive.REVERSE));
        }
    }

    /** The line of a schema that has the links of {@code name} backwards too. */
    static String withReverse(String name, @Nullable Predicate declared) {
        return declared == null
                ? "%s: [uid] @reverse .".formatted(Predicate.written(name))
                : declared.declarationWith(Directive.REVERSE);
    }

    private SluiceException unknown(PredicateName name) throws IOException {
        Collection<String> known = names.someTypes();
        List<String> near = new ArrayList<>();
        String wanted = name.name().toLowerCase(Locale.ROOT);
        for (String each : known) {
            String lower = each.toLowerCase(Locale.ROOT);
            if (lower.contains(wanted) || wanted.contains(lower)) {
                near.add(each);
            }
        }
        List<String> shown = near.isEmpty() ? new ArrayList<>(known) : near;
        boolean isCut = shown.size() > NAMES_SHOWN_MAX;
        List<String> some = isCut ? shown.subList(0, NAMES_SHOWN_MAX) : shown;
        return Ask.wrong(
                "found no predicate %s; %s",
                name,
                some.isEmpty()
                        ? "the store has none"
                        : "the store has %s%s"
                                .formatted(String.join(", ", some), isCut ? ", …" : ""));
    }
}
