package sluice.proof;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sluice.ingest.row.NameResolver;

/**
 * The names of a source while its rows are parsed: each becomes its number of {@link NameNumbers}.
 * Keeps the texts of the last ids, so that the row that came last can be shown. Belongs to one
 * thread.
 */
final class SourceNames implements NameResolver {
    private static final int KEPT = 16;
    private static final int TYPES = 64;

    private final NameNumbers numbers;
    private final boolean keepsTexts;
    private final List<String> groups = new ArrayList<>();
    private final List<Long> groupNumbers = new ArrayList<>();

    private final long[] keptIds = new long[KEPT];
    private final String[] keptTexts = new String[KEPT];
    private int kept;

    private final byte[][] typeNames = new byte[TYPES][];
    private final long[] typeNumbers = new long[TYPES];

    SourceNames(NameNumbers numbers, boolean keepsTexts) {
        this.numbers = numbers;
        this.keepsTexts = keepsTexts;
        Arrays.fill(keptTexts, "");
        Arrays.fill(typeNames, new byte[0]);
    }

    @Override
    public int group(String name) {
        int known = groups.indexOf(name);
        if (known < 0) {
            groups.add(name);
            groupNumbers.add(numbers.group(name));
        }
        return known < 0 ? groups.size() - 1 : known;
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        long id = numbers.id(groupNumbers.get(group), bytes, offset, length);
        if (keepsTexts) {
            String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
            String ofGroup = groups.get(group);
            keptIds[kept] = id;
            keptTexts[kept] = ofGroup.isEmpty() ? text : ofGroup + ":" + text;
            kept = (kept + 1) % KEPT;
        }
        return id;
    }

    /** The text of an id among the last ones; else the number itself. */
    String text(long id) {
        for (int i = 1; i <= KEPT; i++) {
            int slot = (kept + KEPT - i) % KEPT;
            if (keptIds[slot] == id && !keptTexts[slot].isEmpty()) {
                return keptTexts[slot];
            }
        }
        return Long.toUnsignedString(id);
    }

    @Override
    public long type(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return type(bytes, 0, bytes.length);
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        long hash = NameNumbers.hash(0, bytes, offset, length);
        int slot = (int) hash & TYPES - 1;
        byte[] name = typeNames[slot];
        if (name.length == 0
                || !Arrays.equals(name, 0, name.length, bytes, offset, offset + length)) {
            name = Arrays.copyOfRange(bytes, offset, offset + length);
            typeNumbers[slot] = numbers.type(name);
            typeNames[slot] = name;
        }
        return typeNumbers[slot];
    }
}
