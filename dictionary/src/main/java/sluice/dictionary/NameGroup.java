package sluice.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A group of names while they are collected and merged: the type names, which come first, or the
 * ids of a group, ordered by its name's bytes.
 */
record NameGroup(boolean types, String name) implements Comparable<NameGroup> {
    static final NameGroup TYPES = new NameGroup(true, "");

    byte[] bytes() {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(NameGroup other) {
        if (types != other.types) {
            return types ? -1 : 1;
        }
        return Arrays.compareUnsigned(bytes(), other.bytes());
    }
}
