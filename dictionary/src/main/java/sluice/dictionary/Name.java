package sluice.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A name that has an id: any bytes but none, in a group; the empty group is that of ids without
 * one.
 */
public record Name(String group, byte[] bytes) {
    public Name {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("a name is empty in group \"" + group + "\"");
        }
        bytes = bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The bytes as UTF-8; bytes that are not become U+FFFD. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Name(String otherGroup, byte[] otherBytes)
                && group.equals(otherGroup)
                && Arrays.equals(bytes, otherBytes);
    }

    @Override
    public int hashCode() {
        return 31 * group.hashCode() + Arrays.hashCode(bytes);
    }

    /** As it is written in a query: {@code Person:933}, or {@code 933} in the empty group. */
    @Override
    public String toString() {
        return group.isEmpty() ? text() : group + ":" + text();
    }
}
