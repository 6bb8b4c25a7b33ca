package sluice.cli.show;

import java.util.List;

/**
 * What a query found, ready to be written in any format.
 *
 * @param what is found, in the plural: {@code links}
 * @param columns the names of the values of each row
 * @param list whether there can be several rows; else one or none
 * @param complete whether that is all, or a load may still bring more
 * @param nextOffset where the list goes on; -1 at its end
 */
public record Findings(
        String what,
        List<String> columns,
        List<List<Value>> rows,
        boolean list,
        boolean complete,
        long nextOffset) {

    public Findings {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** One value of a row. */
    public sealed interface Value {
        /** An id and its name, which is empty where it has none. */
        record Id(long id, String name) implements Value {}

        /** A type and its name, which is empty where it has none. */
        record Type(long type, String name) implements Value {}

        record Time(long time) implements Value {}

        record Number(long number) implements Value {}

        record Word(String word) implements Value {}

        record Data(byte[] bytes) implements Value {}
    }
}
