package sluice.question;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.question.Compiled.Driver;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.TokenMaker;
import sluice.schema.Tokenizer;
import sluice.schema.Tokens;
import sluice.schema.TypeNames;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Makes conditions into checks and sources of candidates. A condition that can never be asked, as
 * by an order that values do not have, fails here, before anything is read.
 */
final class Compiler {
    private static final Driver NONE = new Driver.None();

    private final Predicates predicates;
    private final Reading reading;

    Compiler(Predicates predicates, Reading reading) {
        this.predicates = predicates;
        this.reading = reading;
    }

    Compiled compile(Condition condition) throws IOException {
        Predicates.Known known = predicates.find(condition.predicate());
        if (known.type() == null) {
            // No row has it yet, and where names may still come, rows may come too.
            reading.also(predicates.names().complete());
        }
        boolean isHas = condition.operator() == Operator.HAS;
        if (condition.predicate().isCount()) {
            return count(condition, known);
        }
        if (known.isLink()) {
            return isHas ? has(condition, known) : links(condition, known);
        }
        return isHas && !(condition.predicate().language() instanceof PredicateName.Language.Tag)
                ? has(condition, known)
                : values(condition, known);
    }

    private Compiled count(Condition condition, Predicates.Known known) {
        long first =
                number(condition, condition.values().isEmpty() ? "" : condition.values().get(0));
        long min = 0;
        long max = Long.MAX_VALUE;
        switch (condition.operator()) {
            case EQ -> {
                min = first;
                max = first;
            }
            case LT -> max = first - 1;
            case LE -> max = first;
            case GT -> min = first + 1;
            case GE -> min = first;
            case BETWEEN -> {
                min = first;
                max = number(condition, condition.values().get(1));
            }
            default ->
                    throw Ask.wrong(
                            "%s: a number of links or values is compared by eq lt le gt ge between",
                            condition);
        }
        Check.OfCount check = new Check.OfCount(known.rowTypes(), min, max);
        return new Compiled(
                condition,
                check,
                countDrivers(known, min, max),
                () -> countRemedy(condition, known));
    }

    private static long number(Condition condition, String written) {
        try {
            long number = Long.parseLong(written);
            if (number >= 0 && number < Long.MAX_VALUE) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw Ask.wrong(
                "%s: found \"%s\", expected a number of links or values", condition, written);
    }

    private List<Driver> countDrivers(Predicates.Known known, long min, long max) {
        Predicate declared = known.declared();
        Long type = known.type();
        if (declared == null || min < 1) {
            return List.of();
        }
        OptionalInt index =
                predicates.declarations().countIndex(declared, known.name().isBackwards());
        if (index.isEmpty()) {
            return List.of();
        }
        if (type == null || min > Integer.MAX_VALUE || min > max) {
            return List.of(NONE);
        }
        boolean hasNoLimit = max >= Integer.MAX_VALUE;
        return List.of(
                new Driver.Indexed(
                        List.of(
                                new TokenRange(
                                        index.getAsInt(),
                                        known.rowTypes().getFirst(),
                                        countToken((int) min),
                                        hasNoLimit ? new byte[0] : countToken((int) max),
                                        hasNoLimit)),
                        false));
    }

    private static byte[] countToken(int count) {
        Tokens tokens = new Tokens();
        TokenMaker.countToken(count, tokens);
        return TermMatcher.list(tokens).getFirst();
    }

    private static String countRemedy(Condition condition, Predicates.Known known) {
        Predicate declared = known.declared();
        String name = condition.predicate().name();
        if (declared != null && declared.has(Directive.COUNT)) {
            return "the index of numbers has no nodes without any %s; ask for 1 or more"
                    .formatted(name);
        }
        String forwards = TypeNames.forwards(name);
        return declared == null
                ? "no index tells how many %s a node has; if they are links, declare %s: [uid] @count ., which nothing can add to values that no schema declared"
                        .formatted(name, Predicate.written(forwards))
                : "no index tells how many %s a node has; declare %s: %s @count ."
                        .formatted(name, Predicate.written(forwards), written(declared));
    }

    private static String written(Predicate declared) {
        String type = declared.type().written();
        return declared.isList() ? "[" + type + "]" : type;
    }

    private Compiled has(Condition condition, Predicates.Known known) {
        List<Driver> drivers = new ArrayList<>(countDrivers(known, 1, Long.MAX_VALUE));
        Predicate declared = known.declared();
        Long type = known.type();
        if (drivers.isEmpty() && declared != null && !known.isLink()) {
            for (Tokenizer tokenizer : Tokenizer.values()) {
                OptionalInt index = predicates.declarations().index(declared, tokenizer);
                // A text of fewer than three bytes has no trigram.
                if (index.isPresent()
                        && tokenizer != Tokenizer.TRIGRAM
                        && tokenizer != Tokenizer.TERM
                        && tokenizer != Tokenizer.FULLTEXT) {
                    drivers.add(
                            type == null
                                    ? NONE
                                    : new Driver.Indexed(
                                            List.of(
                                                    TokenRange.all(
                                                            index.getAsInt(),
                                                            PropertyTypes.ofPredicate(type))),
                                            true));
                    break;
                }
            }
        }
        Check check = new Check.OfCount(known.rowTypes(), 1, Long.MAX_VALUE);
        return new Compiled(condition, check, drivers, () -> countRemedy(condition, known));
    }

    private Compiled links(Condition condition, Predicates.Known known) throws IOException {
        if (!isEquality(condition)) {
            throw Ask.wrong(
                    "%s: %s names links, which are compared by eq and in with the ids of nodes;"
                            + " their number is count(%s)",
                    condition, condition.predicate(), condition.predicate());
        }
        List<Long> ends = predicates.nodes(condition.values(), reading);
        String name = condition.predicate().name();
        Predicate declared = known.declared();
        boolean hasBack = declared != null && declared.has(Directive.REVERSE);
        Supplier<String> remedy =
                () ->
                        "no links lead back from the nodes that %s names, and links that are there get none; load them into a new store with %s"
                                .formatted(name, Predicates.withReverse(name, declared));
        Long type = known.type();
        if (type == null || ends.isEmpty()) {
            return new Compiled(condition, new Check.Never(), List.of(NONE), remedy);
        }
        OptionalLong backType =
                hasBack ? predicates.names().type(TypeNames.turned(name)) : OptionalLong.empty();
        List<Driver> drivers =
                backType.isPresent()
                        ? List.of(new Driver.Linked(ends, backType.getAsLong()))
                        : List.of();
        return new Compiled(condition, new Check.OfLinks(type, ends), drivers, remedy);
    }

    private Compiled values(Condition condition, Predicates.Known known) throws IOException {
        Predicate declared = known.declared();
        ValueType type = declared == null ? null : declared.type();
        checkOperator(condition, declared);
        if (declared != null && condition.operator() != Operator.HAS) {
            checkValues(condition, declared.type());
        }
        ValueMatcher matcher = matcher(condition);
        Long linkType = known.type();
        if (linkType == null) {
            return new Compiled(condition, new Check.Never(), List.of(NONE), () -> "");
        }
        long property = PropertyTypes.ofPredicate(linkType);
        Check check =
                new Check.OfValues(
                        property,
                        type,
                        condition.predicate().language(),
                        matcher,
                        new StoredValue());
        if (declared == null && isEquality(condition)) {
            check =
                    new Check.OfEither(
                            check,
                            new Check.OfLinks(
                                    linkType, predicates.nodesAmong(condition.values(), reading)));
        }
        List<Driver> drivers =
                declared == null ? List.of() : drivers(condition, declared, property);
        return new Compiled(condition, check, drivers, () -> remedy(condition, declared));
    }

    private static boolean isEquality(Condition condition) {
        return condition.operator() == Operator.EQ || condition.operator() == Operator.IN;
    }

    private static void checkOperator(Condition condition, @Nullable Predicate declared) {
        Operator operator = condition.operator();
        if (declared == null) {
            return;
        }
        ValueType type = declared.type();
        boolean hasLanguages = declared.has(Directive.LANG);
        if (condition.predicate().language() instanceof PredicateName.Language.Tag
                && !hasLanguages) {
            throw Ask.wrong(
                    "%s: %s is declared without @lang, so none of its values has a language",
                    condition, declared.name());
        }
        boolean isText = type == ValueType.STRING || type == ValueType.DEFAULT;
        boolean hasOrder =
                switch (type) {
                    case INT, FLOAT, DATETIME, BIGFLOAT, STRING, DEFAULT -> true;
                    case BINARY, BOOL, GEO, PASSWORD, VECTOR, UID, OTHER -> false;
                };
        if (operator.isOfTexts() && !isText || operator.isRange() && !hasOrder) {
            throw Ask.wrong(
                    "%s: %s requires %s, and %s is declared as %s",
                    condition,
                    operator.written(),
                    operator.isOfTexts() ? "texts" : "values that have an order",
                    declared.name(),
                    written(declared));
        }
        if (type == ValueType.PASSWORD && operator != Operator.HAS) {
            throw Ask.wrong("%s: passwords are not compared; ask has", condition);
        }
    }

    private static void checkValues(Condition condition, ValueType type) {
        for (String written : condition.values()) {
            TypedValue value = new TypedValue().setText(ValueType.STRING, written);
            ConversionFault fault =
                    condition.operator().isOfTexts()
                            ? ConversionFault.NONE
                            : new Conversion().convert(value, type);
            if (fault != ConversionFault.NONE) {
                throw Ask.wrong(
                        "%s: \"%s\" is %s, and %s is declared as %s; %s",
                        condition,
                        written,
                        fault.message(),
                        condition.predicate().name(),
                        type.written(),
                        fault.remedy());
            }
        }
    }

    private static ValueMatcher matcher(Condition condition) {
        return switch (condition.operator()) {
            case HAS -> new ValueMatcher.Any();
            case EQ, IN, LT, LE, GT, GE, BETWEEN -> new Comparison(condition);
            case ANYOFTERMS, ALLOFTERMS, ANYOFTEXT, ALLOFTEXT -> {
                String text = condition.values().getFirst();
                Tokenizer tokenizer = TermMatcher.tokenizer(condition.operator());
                if (TermMatcher.words(tokenizer, text, condition.predicate().language()).stream()
                        .allMatch(List::isEmpty)) {
                    throw Ask.wrong(
                            "%s: \"%s\" has no words%s",
                            condition,
                            text,
                            tokenizer == Tokenizer.FULLTEXT ? " but common ones" : "");
                }
                yield new TermMatcher(condition);
            }
            case REGEXP -> new TextMatcher(condition);
        };
    }

    private List<Driver> drivers(Condition condition, Predicate declared, long property) {
        for (Tokenizer tokenizer : tokenizers(condition)) {
            OptionalInt index = predicates.declarations().index(declared, tokenizer);
            if (index.isPresent()) {
                TokenRanges ranges =
                        new TokenRanges(
                                index.getAsInt(),
                                property,
                                tokenizer,
                                condition.predicate().language());
                boolean isWhole = isWhole(condition, tokenizer);
                List<Driver> drivers =
                        ways(condition, ranges).stream()
                                .<Driver>map(
                                        way ->
                                                way.isEmpty()
                                                        ? NONE
                                                        : new Driver.Indexed(way, isWhole))
                                .toList();
                if (!drivers.isEmpty()) {
                    return drivers;
                }
            }
        }
        return List.of();
    }

    /** Whether a value is as wanted if it has a token of the condition: none is cut or lossy. */
    private static boolean isWhole(Condition condition, Tokenizer tokenizer) {
        boolean isOfEqual =
                condition.operator() == Operator.EQ || condition.operator() == Operator.IN;
        return switch (tokenizer) {
            case INT, BOOL -> isOfEqual;
            case EXACT ->
                    isOfEqual
                            && condition.predicate().language()
                                    instanceof PredicateName.Language.None
                            && condition.values().stream().allMatch(Compiler::isTokenOfItself);
            default -> false;
        };
    }

    /**
     * Whether a text is its own token, which no other text has: neither one with a language nor one
     * whose token is cut.
     */
    private static boolean isTokenOfItself(String text) {
        return text.indexOf(TokenMaker.LANGUAGE_END) < 0
                && text.getBytes(StandardCharsets.UTF_8).length <= Tokens.WHOLE_BYTES_MAX;
    }

    /** The tokenizers whose indexes answer a condition, the best first. */
    private static List<Tokenizer> tokenizers(Condition condition) {
        boolean isOfAny = condition.predicate().language() instanceof PredicateName.Language.Any;
        List<Tokenizer> sortable =
                List.of(
                        Tokenizer.EXACT,
                        Tokenizer.INT,
                        Tokenizer.FLOAT,
                        Tokenizer.BIGFLOAT,
                        Tokenizer.HOUR,
                        Tokenizer.DAY,
                        Tokenizer.MONTH,
                        Tokenizer.YEAR);
        return switch (condition.operator()) {
            case EQ, IN -> {
                List<Tokenizer> all = new ArrayList<>();
                if (!isOfAny) {
                    all.add(Tokenizer.EXACT);
                }
                all.add(Tokenizer.HASH);
                all.add(Tokenizer.BOOL);
                all.addAll(sortable.subList(1, sortable.size()));
                all.add(Tokenizer.TERM);
                all.add(Tokenizer.TRIGRAM);
                // Of all languages, it is read from end to end.
                all.add(Tokenizer.EXACT);
                yield all;
            }
            case LT, LE, GT, GE, BETWEEN -> sortable;
            case ANYOFTERMS, ALLOFTERMS -> List.of(Tokenizer.TERM);
            case REGEXP -> List.of(Tokenizer.TRIGRAM);
            case HAS -> List.of(Tokenizer.EXACT, Tokenizer.HASH);
            case ANYOFTEXT, ALLOFTEXT -> List.of(Tokenizer.FULLTEXT);
        };
    }

    private static List<List<TokenRange>> ways(Condition condition, TokenRanges ranges) {
        List<String> values = condition.values();
        return switch (condition.operator()) {
            case EQ -> ranges.equal(values.getFirst());
            case IN -> {
                List<TokenRange> all = new ArrayList<>();
                for (String value : values) {
                    List<List<TokenRange>> ways = ranges.equal(value);
                    if (ways.isEmpty()) {
                        yield List.of();
                    }
                    all.addAll(ways.getFirst());
                }
                yield List.of(all);
            }
            case LT, LE -> List.of(List.of(ranges.range(null, values.getFirst())));
            case GT, GE -> List.of(List.of(ranges.range(values.getFirst(), null)));
            case BETWEEN -> List.of(List.of(ranges.range(values.getFirst(), values.getLast())));
            case HAS -> List.of(List.of(ranges.range(null, null)));
            case ANYOFTERMS, ANYOFTEXT -> ranges.anyTerm(values.getFirst());
            case ALLOFTERMS, ALLOFTEXT -> ranges.allTerms(values.getFirst());
            case REGEXP -> {
                String written = values.getFirst();
                yield ranges.trigrams(
                        FixedTexts.of(TextMatcher.expression(written)),
                        TextMatcher.ignoresCase(written));
            }
        };
    }

    private static String remedy(Condition condition, @Nullable Predicate declared) {
        String name = condition.predicate().name();
        ValueType type = declared == null ? ValueType.STRING : declared.type();
        String index =
                switch (condition.operator()) {
                    case ANYOFTERMS, ALLOFTERMS -> "term";
                    case ANYOFTEXT, ALLOFTEXT -> "fulltext";
                    case REGEXP -> "trigram";
                    default ->
                            switch (type) {
                                case STRING -> "exact";
                                case DATETIME -> "day";
                                case INT, FLOAT, BOOL, BIGFLOAT -> type.written();
                                default -> "";
                            };
                };
        if (index.isEmpty()) {
            return "there are no indexes of values of type %s".formatted(type.written());
        }
        if (condition.operator() == Operator.REGEXP
                && declared != null
                && declared.has(Tokenizer.TRIGRAM)) {
            return "an index finds only expressions in which three bytes that stand together are"
                    + " fixed";
        }
        if (declared != null && declared.has(Tokenizer.FULLTEXT) && index.equals("fulltext")) {
            return condition.predicate().language() instanceof PredicateName.Language.Any
                    ? "the index fulltext finds texts of one language; write %s@en, or another tag"
                            .formatted(name)
                    : "the index fulltext of %s is declared and not built; build it by sluice index, with the same schema"
                            .formatted(name);
        }
        String operator = condition.operator().written();
        String shown = Predicate.written(name);
        return declared == null
                ? "no index finds %s by %s, and what no schema declared gets none; load values into a new store with %s: string @index(%s) ., links with %s: [uid] @reverse ."
                        .formatted(name, operator, shown, index, shown)
                : "no index finds %s by %s; declare %s: %s @index(%s)%s ."
                        .formatted(
                                name,
                                operator,
                                shown,
                                written(declared),
                                others(declared) + index,
                                declared.has(Directive.LANG) ? " @lang" : "");
    }

    /** The tokenizers that are declared already, each with a comma behind it. */
    private static String others(Predicate declared) {
        StringBuilder text = new StringBuilder();
        declared.indexes().forEach(each -> text.append(each.tokenizer().written()).append(", "));
        return text.toString();
    }
}
