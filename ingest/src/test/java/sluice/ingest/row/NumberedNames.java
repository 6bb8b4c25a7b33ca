package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers names in the order in which it meets them and remembers what it was asked, one line a
 * question.
 */
public final class NumberedNames implements NameResolver {
    private final Map<String, Integer> groups = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    /** The names that were asked for, in order, as "group:name"; types have the group "type". */
    final List<String> asked = new ArrayList<>();

    @Override
    public int group(String name) {
        return groups.computeIfAbsent(name, _ -> groups.size() + 1);
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        return number(group + ":" + text(bytes, offset, length));
    }

    @Override
    public long type(String name) {
        return number("type:" + name);
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        return number("type:" + text(bytes, offset, length));
    }

    private long number(String key) {
        asked.add(key);
        return numbers.computeIfAbsent(key, _ -> 1000L + numbers.size());
    }

    /** One character a byte, so that no two names look the same. */
    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }
}
