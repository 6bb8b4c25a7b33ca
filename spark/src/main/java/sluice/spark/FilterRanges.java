package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.store.NamedStore;
import sluice.store.scan.LongRanges;

/**
 * Filters of Spark as the numbers that a column may have. Only what is exact is taken: what this
 * leaves is a filter that Spark applies to the rows itself.
 */
final class FilterRanges {
    /** The numbers that a filter lets one column have. */
    record Kept(TableColumn column, LongRanges numbers) {}

    private final TableColumns columns;
    private final NamedStore store;

    FilterRanges(TableColumns columns, NamedStore store) {
        this.columns = columns;
        this.store = store;
    }

    /** The numbers that {@code filter} keeps, or empty where it is not about one column. */
    Optional<Kept> of(Filter filter) {
        return switch (filter) {
            case EqualTo equal -> equal(equal.attribute(), equal.value());
            case EqualNullSafe equal -> equal(equal.attribute(), equal.value());
            case In in -> in(in);
            case GreaterThan more ->
                    above(more.attribute(), more.value(), false).map(FilterRanges::not);
            case GreaterThanOrEqual more -> above(more.attribute(), more.value(), true);
            case LessThan less ->
                    above(less.attribute(), less.value(), true).map(FilterRanges::not);
            case LessThanOrEqual less -> above(less.attribute(), less.value(), false);
            case IsNotNull is -> column(is.attribute()).map(it -> new Kept(it, LongRanges.ALL));
            case IsNull is -> column(is.attribute()).map(it -> new Kept(it, LongRanges.NONE));
            case Not not -> of(not.child()).map(FilterRanges::not);
            case And and -> both(and.left(), and.right(), true);
            case Or or -> both(or.left(), or.right(), false);
            default -> Optional.empty();
        };
    }

    private static Kept not(Kept kept) {
        return new Kept(kept.column(), kept.numbers().not());
    }

    private Optional<Kept> both(Filter left, Filter right, boolean and) {
        Optional<Kept> one = of(left);
        Optional<Kept> other = of(right);
        if (one.isEmpty() || other.isEmpty() || one.get().column() != other.get().column()) {
            return Optional.empty();
        }
        LongRanges first = one.get().numbers();
        LongRanges second = other.get().numbers();
        return Optional.of(
                new Kept(one.get().column(), and ? first.and(second) : first.or(second)));
    }

    private Optional<Kept> equal(String attribute, @Nullable Object value) {
        Optional<TableColumn> column = column(attribute);
        return column.isEmpty()
                ? Optional.empty()
                : numbers(column.get(), value).map(it -> new Kept(column.get(), it));
    }

    /** A null among the values would make a row neither kept nor not kept: left to Spark. */
    private Optional<Kept> in(In in) {
        Optional<TableColumn> column = column(in.attribute());
        if (column.isEmpty()) {
            return Optional.empty();
        }
        LongRanges all = LongRanges.NONE;
        for (Object value : in.values()) {
            Optional<LongRanges> one = numbers(column.get(), value);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            all = all.or(one.get());
        }
        return Optional.of(new Kept(column.get(), all));
    }

    /** The numbers that are not below {@code value}, or those that are not above it. */
    private Optional<Kept> above(String attribute, @Nullable Object value, boolean above) {
        Optional<TableColumn> column = column(attribute);
        OptionalLong found =
                column.isEmpty() || columns.isText(column.get())
                        ? OptionalLong.empty()
                        : number(column.get(), value);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        long number = found.getAsLong();
        LongRanges range =
                above
                        ? LongRanges.of(number, Long.MAX_VALUE)
                        : LongRanges.of(Long.MIN_VALUE, number);
        return Optional.of(new Kept(column.get(), range));
    }

    private Optional<LongRanges> numbers(TableColumn column, @Nullable Object value) {
        if (columns.isText(column)) {
            return value instanceof String text ? named(column, text) : Optional.empty();
        }
        OptionalLong number = number(column, value);
        return number.isEmpty() ? Optional.empty() : Optional.of(LongRanges.in(number.getAsLong()));
    }

    private static OptionalLong number(TableColumn column, @Nullable Object value) {
        boolean isNumber = value instanceof Long || value instanceof Integer;
        return isNumber && column != TableColumn.DATA && value instanceof Number number
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }

    /**
     * The number that is shown as {@code text}, or empty if no number or more than one could be:
     * then the filter is left to Spark.
     */
    private Optional<LongRanges> named(TableColumn column, String text) {
        try {
            if (column == TableColumn.PREDICATE) {
                long type = store.type(text);
                boolean isShown = RowNames.typeText(store, type).equals(text);
                return isShown
                        ? Optional.of(LongRanges.in(PropertyTypes.ofPredicate(type)))
                        : Optional.empty();
            }
            if (column.isType()) {
                long type = store.type(text);
                boolean isShown = RowNames.typeText(store, type).equals(text);
                return isShown ? Optional.of(LongRanges.in(type)) : Optional.empty();
            }
            OptionalLong id = store.id(text);
            boolean isShown =
                    id.isPresent()
                            && text.indexOf('\uFFFD') < 0
                            && RowNames.idText(store, id.getAsLong()).equals(text);
            return isShown ? Optional.of(LongRanges.in(id.getAsLong())) : Optional.empty();
        } catch (SluiceException e) {
            // No text of an id or type, so that no row can be shown by it.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<TableColumn> column(String attribute) {
        String plain = attribute.replace("`", "");
        return columns.columns().stream()
                .filter(column -> !column.isOfValue())
                .filter(column -> column.title().equals(plain.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
