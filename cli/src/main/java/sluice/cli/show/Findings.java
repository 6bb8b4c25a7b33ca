package sluice.cli.show;

import java.util.List;
import sluice.question.NodeProperties;
import sluice.question.PropertyValues;

/**
 * What a query found, ready to be written in any format.
 *
 * @param what is found, in the plural: {@code links}
 * @param columns the names of the values of each row
 * @param list whether there can be several rows; else one or none
 * @param complete whether that is all, or a load may still bring more
 * @param nextOffset where the list goes on; -1 at its end
 * @param nextAfter the last node of a list of nodes that goes on; empty at its end
 * @param isCut whether there is more that cannot be asked for from here on
 */
public record Findings(
        String what,
        List<String> columns,
        List<List<Value>> rows,
        boolean list,
        boolean complete,
        long nextOffset,
        String nextAfter,
        boolean isCut) {

    public Findings {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Findings that do not go on behind a node. */
    public Findings(
            String what,
            List<String> columns,
            List<List<Value>> rows,
            boolean list,
            boolean complete,
            long nextOffset) {
        this(what, columns, rows, list, complete, nextOffset, "", false);
    }

    /** A list that is all there is. */
    public static Findings ofList(
            String what, List<String> columns, List<List<Value>> rows, boolean complete) {
        return new Findings(what, columns, rows, true, complete, -1);
    }

    /** The same, which goes on behind the node {@code last}. */
    public Findings goingOnAfter(String last) {
        return new Findings(what, columns, rows, list, complete, nextOffset, last, isCut);
    }

    /** The same, of which there is more. */
    public Findings cut() {
        return new Findings(what, columns, rows, list, complete, nextOffset, nextAfter, true);
    }

    /** The same with other columns and their rows. */
    public Findings with(List<String> otherColumns, List<List<Value>> otherRows) {
        return new Findings(
                what, otherColumns, otherRows, list, complete, nextOffset, nextAfter, isCut);
    }

    /** The same, to which a load may still add. */
    public Findings partial() {
        return new Findings(what, columns, rows, list, false, nextOffset, nextAfter, isCut);
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

        /** The values that a node has of a predicate. */
        record Values(PropertyValues values) implements Value {}

        /** All properties of a node. */
        record Properties(List<NodeProperties.Property> properties) implements Value {
            public Properties {
                properties = List.copyOf(properties);
            }
        }

        /** Rows below a row. */
        record Nested(List<String> columns, List<List<Value>> rows) implements Value {
            public Nested {
                columns = List.copyOf(columns);
                rows = List.copyOf(rows);
            }
        }
    }
}
