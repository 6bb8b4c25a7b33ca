package sluice.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.schema.Directive;
import sluice.schema.Index;
import sluice.schema.IndexNumbers;
import sluice.schema.Predicate;
import sluice.schema.TokenMaker;
import sluice.schema.Tokenizer;
import sluice.schema.Tokens;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;
import sluice.segment.IndexKeys;

/** The keys of the indexes that a schema declares. */
final class SchemaKeys implements IndexKeys {
    private static final byte[] NO_BYTES = new byte[0];
    private static final int NUMBER_BYTES = Integer.BYTES;

    /** One index of the values of a predicate. */
    private record Entry(Tokenizer tokenizer, int number) {}

    /** The indexes of each type, by ascending type: all threads share them. */
    private record Plan(
            int numbersEnd,
            long[] types,
            Entry[][] entries,
            long[] countTypes,
            int[] countNumbers) {}

    private final Plan plan;
    private final ValueReader reader = new ValueReader();
    private final TypedValue value = new TypedValue();
    private final TokenMaker maker = new TokenMaker();
    private final Tokens tokens = new Tokens();
    private final byte[] key = new byte[NUMBER_BYTES + 255];

    /** The array that was read last, and the same as memory. */
    private byte[] lastData = NO_BYTES;

    private MemorySegment lastMemory = MemorySegment.ofArray(lastData);

    private SchemaKeys(Plan plan) {
        this.plan = plan;
    }

    /** Keys of rows whose types have the numbers that {@code typeOf} gives to their names. */
    static Maker maker(StoreSchema schema, Function<String, OptionalLong> typeOf) {
        Plan plan = plan(schema, typeOf);
        return () -> new SchemaKeys(plan);
    }

    private static Plan plan(StoreSchema schema, Function<String, OptionalLong> typeOf) {
        TreeMap<Long, Entry[]> entries = new TreeMap<>();
        TreeMap<Long, Integer> counts = new TreeMap<>();
        for (Predicate predicate : schema.schema().predicates()) {
            putCount(schema, predicate, "", typeOf, counts);
            if (predicate.has(Directive.REVERSE)) {
                putCount(schema, predicate, "~", typeOf, counts);
            }
            OptionalLong type = typeOf.apply(predicate.typeName(""));
            List<Entry> indexes = new ArrayList<>();
            for (Index index : predicate.indexes()) {
                number(schema, predicate, "", index.tokenizer())
                        .ifPresent(number -> indexes.add(new Entry(index.tokenizer(), number)));
            }
            if (type.isPresent() && !indexes.isEmpty()) {
                entries.put(
                        PropertyTypes.ofPredicate(type.getAsLong()), indexes.toArray(Entry[]::new));
            }
        }
        return new Plan(
                schema.numbers().next(),
                longs(entries),
                entries.values().toArray(Entry[][]::new),
                longs(counts),
                counts.values().stream().mapToInt(Integer::intValue).toArray());
    }

    private static void putCount(
            StoreSchema schema,
            Predicate predicate,
            String direction,
            Function<String, OptionalLong> typeOf,
            Map<Long, Integer> counts) {
        OptionalInt number = number(schema, predicate, direction, null);
        OptionalLong type = typeOf.apply(predicate.typeName(direction));
        if (number.isPresent() && type.isPresent()) {
            counts.put(
                    predicate.isLink()
                            ? type.getAsLong()
                            : PropertyTypes.ofPredicate(type.getAsLong()),
                    number.getAsInt());
        }
    }

    private static OptionalInt number(
            StoreSchema schema,
            Predicate predicate,
            String direction,
            @Nullable Tokenizer tokenizer) {
        return schema.numbers()
                .number(
                        new IndexNumbers.Key(
                                predicate.namespace(), direction + predicate.name(), tokenizer));
    }

    private static long[] longs(TreeMap<Long, ?> map) {
        return map.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public int numbersEnd() {
        return plan.numbersEnd;
    }

    @Override
    public boolean isIndexed(long linkType) {
        return PropertyTypes.isProperty(linkType) && find(plan.types, linkType) >= 0;
    }

    @Override
    public int countIndex(long linkType) {
        int at = plan.countTypes.length == 0 ? -1 : find(plan.countTypes, linkType);
        return at < 0 ? 0 : plan.countNumbers[at];
    }

    private static int find(long[] types, long type) {
        int low = 0;
        int high = types.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (types[middle] == type) {
                return middle;
            }
            if (types[middle] < type) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    @Override
    public void keys(long linkType, byte[] data, int offset, int length, Sink sink)
            throws IOException {
        int at = find(plan.types, linkType);
        if (at < 0 || !reader.read(memory(data), offset, length)) {
            return;
        }
        ValueType type = reader.type();
        setValue(type, data);
        for (Entry entry : plan.entries[at]) {
            if (entry.tokenizer.type() == type) {
                maker.tokens(
                        entry.tokenizer,
                        value,
                        data,
                        (int) reader.languageOffset(),
                        reader.languageLength(),
                        tokens);
                give(entry.number, sink);
            }
        }
    }

    private void setValue(ValueType type, byte[] data) {
        switch (type) {
            case INT, FLOAT, BOOL, DATETIME -> reader.copyValue(value, NO_BYTES);
            default -> value.setBytes(type, data, (int) reader.valueOffset(), reader.valueLength());
        }
    }

    private void give(int number, Sink sink) throws IOException {
        for (int i = 0; i < NUMBER_BYTES; i++) {
            key[i] = (byte) (number >>> (8 * (NUMBER_BYTES - 1 - i)));
        }
        for (int i = 0; i < tokens.count(); i++) {
            int length = tokens.length(i);
            System.arraycopy(tokens.bytes(), tokens.offset(i), key, NUMBER_BYTES, length);
            sink.key(key, 0, NUMBER_BYTES + length);
        }
    }

    private MemorySegment memory(byte[] data) {
        if (data != lastData) {
            lastData = data;
            lastMemory = MemorySegment.ofArray(data);
        }
        return lastMemory;
    }
}
