package sluice.model.names;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A name of an id or a type as it is written in a question or an answer: any bytes, for an id with
 * its group where the group is known.
 *
 * <p>An id that has a group is written {@code Person:933}; as a text alone it is left to the store
 * to part the two. Names in answers have their group, so that they are asked for exactly.
 *
 * @param group of the id; empty for ids without one; null where {@code bytes} are the whole text,
 *     and for a type
 * @param bytes of the name, UTF-8 as a rule
 */
@SuppressWarnings("ArrayRecordComponent")
public record WrittenName(@Nullable String group, byte[] bytes) {

    public WrittenName {
        bytes = bytes.clone();
    }

    /** The name of a type, or of an id with its group before a colon if it has one. */
    public static WrittenName of(String text) {
        return new WrittenName(null, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The name of an id in {@code group}, which is empty for ids without one. */
    public static WrittenName of(String group, String name) {
        return new WrittenName(group, name.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How many bytes the name has, without its group. */
    public int lengthBytes() {
        return bytes.length;
    }

    /** How much of the heap it takes, about, and no less than its message has. */
    public long sizeBytes() {
        return 96 + bytes.length + (group == null ? 0 : 3L * group.length());
    }

    /** The name without its group; bytes that are not UTF-8 become U+FFFD. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WrittenName(String otherGroup, byte[] otherBytes)
                && Objects.equals(group, otherGroup)
                && Arrays.equals(bytes, otherBytes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bytes) + (group == null ? 0 : group.hashCode());
    }

    /** As it is written: {@code Person:933}, or {@code 933} without a group. */
    @Override
    public String toString() {
        return group == null || group.isEmpty() ? text() : group + ":" + text();
    }
}
