package sluice.ingest.mapping;

import java.util.List;

/**
 * Which columns of nodes become properties, as a mapping says.
 *
 * @param line of the key
 * @param columns that do; empty where all of the rest are meant
 */
public record MappedProperties(int line, List<Item> columns) {

    /**
     * A column, by name or by its position counted from 1 when {@code position} is not 0.
     *
     * @param type such as {@code int}, {@code string[]} or {@code [string]}; empty for none
     */
    public record Item(int line, String name, int position, String type) {
        /** Reads a text such as {@code age:int}; a name may hold colons before a slash. */
        static Item of(int line, String text) {
            int colon = text.lastIndexOf(':');
            boolean hasType = colon > 0 && text.indexOf('/', colon) < 0;
            String name = hasType ? text.substring(0, colon).strip() : text.strip();
            boolean isNumber = name.matches("[1-9][0-9]{0,3}");
            return new Item(
                    line,
                    name,
                    isNumber ? Integer.parseInt(name) : 0,
                    hasType ? text.substring(colon + 1).strip() : "");
        }
    }

    public MappedProperties {
        columns = List.copyOf(columns);
    }

    /** Whether all columns without another job are meant. */
    public boolean isOfAll() {
        return columns.isEmpty();
    }
}
