package sluice.question;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Compares values with those of a condition: equal to one of them, or in a range. The values of the
 * condition are converted to the type of the stored one, as a load converts them.
 */
final class Comparison implements ValueMatcher {
    private final Condition condition;

    /** Of the condition's values, by the type of the stored ones; null if they are not of it. */
    private final Map<ValueType, @Nullable Wanted> wanted = new EnumMap<>(ValueType.class);

    /** The condition's values as one type. */
    private record Wanted(List<ComparedValue> values, Set<ComparedValue> set) {}

    Comparison(Condition condition) {
        this.condition = condition;
    }

    @Override
    public boolean matches(StoredValue stored) {
        ValueType type = stored.type();
        if (!wanted.containsKey(type)) {
            wanted.put(type, convertedOrNull(type));
        }
        Wanted values = wanted.get(type);
        return values != null && matches(values, ComparedValue.of(stored.value()));
    }

    private @Nullable Wanted convertedOrNull(ValueType type) {
        List<ComparedValue> values = new ArrayList<>();
        for (String written : condition.values()) {
            TypedValue value = new TypedValue().setText(ValueType.STRING, written);
            if (type != ValueType.OTHER
                    && new Conversion().convert(value, type) != ConversionFault.NONE) {
                return null;
            }
            values.add(ComparedValue.of(value));
        }
        return new Wanted(values, new HashSet<>(values));
    }

    private boolean matches(Wanted wanted, ComparedValue value) {
        ComparedValue first = wanted.values.getFirst();
        return switch (condition.operator()) {
            case EQ, IN ->
                    value instanceof ComparedValue.Decimal
                            ? wanted.values.stream()
                                    .anyMatch(each -> ComparedValue.compare(each, value) == 0)
                            : wanted.set.contains(value);
            case LT -> ComparedValue.compare(value, first) < 0;
            case LE -> ComparedValue.compare(value, first) <= 0;
            case GT -> ComparedValue.compare(value, first) > 0;
            case GE -> ComparedValue.compare(value, first) >= 0;
            case BETWEEN ->
                    ComparedValue.compare(value, first) >= 0
                            && ComparedValue.compare(value, wanted.values.getLast()) <= 0;
            case HAS, ANYOFTERMS, ALLOFTERMS, ANYOFTEXT, ALLOFTEXT, REGEXP ->
                    throw new IllegalStateException("no comparison: " + condition.operator());
        };
    }
}
