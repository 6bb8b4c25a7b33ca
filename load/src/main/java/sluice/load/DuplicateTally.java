package sluice.load;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.names.WrittenName;
import sluice.schema.Tokens;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;
import sluice.segment.IndexKeys;
import sluice.segment.SharedKeys;
import sluice.store.StoreDictionary;
import sluice.store.StoreReader;

/** Counts the values of one unique predicate that several nodes have. Belongs to one thread. */
final class DuplicateTally {
    private static final int PAGE_ROWS = 1000;
    private static final int EXAMPLES = 2;
    private static final int SHOWN_CHARACTERS = 60;

    /** The number of the index before its token. */
    private static final int NUMBER_BYTES = Integer.BYTES;

    private final String predicate;
    private final int index;
    private final boolean tells;
    private final long type;
    private final IndexKeys keys;
    private final StoreReader reader;
    private final ValueReader values = new ValueReader();

    private long valueCount;
    private long nodeCount;
    private String example = "";
    private List<Long> exampleIds = List.of();

    /**
     * A tally.
     *
     * @param tells whether two values of one token are the same value, unless the token is cut
     * @param type of the rows of values
     */
    DuplicateTally(
            String predicate,
            int index,
            boolean tells,
            long type,
            IndexKeys keys,
            StoreReader reader) {
        this.predicate = predicate;
        this.index = index;
        this.tells = tells;
        this.type = type;
        this.keys = keys;
        this.reader = reader;
    }

    String predicate() {
        return predicate;
    }

    int index() {
        return index;
    }

    /** The nodes of one value. */
    private static final class Nodes {
        private long count;
        private final List<Long> first = new ArrayList<>();

        void add(long id) {
            count++;
            if (first.size() < EXAMPLES) {
                first.add(id);
            }
        }
    }

    /** Takes a key of the index and its ids. */
    void add(byte[] key, int length, SharedKeys.Ids ids) throws IOException {
        byte[] wanted = Arrays.copyOf(key, length);
        if (tells && length - NUMBER_BYTES <= Tokens.WHOLE_BYTES_MAX) {
            Nodes nodes = new Nodes();
            while (ids.next()) {
                nodes.add(ids.id());
            }
            String shown = example.isEmpty() ? valuesOf(nodes.first.getFirst(), wanted) : "";
            take(shown, nodes);
            return;
        }
        Map<String, Nodes> byValue = new LinkedHashMap<>();
        while (ids.next()) {
            long id = ids.id();
            for (String value : allValuesOf(id, wanted)) {
                byValue.computeIfAbsent(value, _ -> new Nodes()).add(id);
            }
        }
        byValue.forEach(this::take);
    }

    private void take(String value, Nodes nodes) {
        if (nodes.count < 2) {
            return;
        }
        if (valueCount == 0) {
            example = value;
            exampleIds = nodes.first;
        }
        valueCount++;
        nodeCount += nodes.count;
    }

    private String valuesOf(long id, byte[] key) throws IOException {
        return allValuesOf(id, key).stream().findFirst().orElse("");
    }

    /** The values of a node that have {@code key}, with their languages, each once. */
    private List<String> allValuesOf(long id, byte[] key) throws IOException {
        List<String> found = new ArrayList<>();
        LinkList page;
        long offset = 0;
        do {
            LinkQuery query =
                    new LinkQuery(id, type, Long.MIN_VALUE, Long.MAX_VALUE, offset, PAGE_ROWS);
            page = reader.linkList(query).value();
            for (int row = 0; row < page.size(); row++) {
                byte[] data = page.data(row);
                if (has(data, key)) {
                    String text = text(data);
                    if (!found.contains(text)) {
                        found.add(text);
                    }
                }
            }
            offset += page.size();
        } while (page.size() == PAGE_ROWS);
        return found;
    }

    private boolean has(byte[] data, byte[] key) throws IOException {
        boolean[] found = {false};
        keys.keys(
                type,
                data,
                0,
                data.length,
                (bytes, offset, length) ->
                        found[0] |=
                                Arrays.equals(bytes, offset, offset + length, key, 0, key.length));
        return found[0];
    }

    private String text(byte[] data) {
        if (!values.read(MemorySegment.ofArray(data), 0, data.length)) {
            return "";
        }
        if (values.type() == ValueType.INT) {
            TypedValue number = new TypedValue();
            values.copyValue(number, new byte[0]);
            return Long.toString(number.integer());
        }
        String text = part(data, values.valueOffset(), values.valueLength());
        return values.languageLength() == 0
                ? text
                : text
                        + "@"
                        + part(data, values.languageOffset(), values.languageLength())
                                .toLowerCase(Locale.ROOT);
    }

    private static String part(byte[] data, long offset, int length) {
        return new String(data, (int) offset, length, StandardCharsets.UTF_8);
    }

    /** The values that were found, or nothing. */
    Optional<DuplicateValues> duplicates(StoreDictionary names) throws IOException {
        if (valueCount == 0) {
            return Optional.empty();
        }
        List<String> examples = new ArrayList<>();
        for (long id : exampleIds) {
            String name = names.idName(id).map(WrittenName::toString).orElse("");
            examples.add(name.isEmpty() ? Long.toUnsignedString(id) : name);
        }
        return Optional.of(
                new DuplicateValues(
                        predicate, "", valueCount, nodeCount, shortened(example), examples));
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= SHOWN_CHARACTERS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, SHOWN_CHARACTERS)) + "…";
    }
}
