package sluice.ingest.mapping;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.TimeFormat;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/**
 * A mapping file, read: what its author says about files beyond what they show by themselves. The
 * grammar is in docs/mapping.md.
 */
public record Mapping(String fileName, Entry defaults, List<Entry> relations) {

    /** A column by name, or by its position counted from 1 when {@code position} is not 0. */
    public record ColumnName(int line, String name, int position) {
        /** The column of a property. */
        public static ColumnName of(MappedProperties.Item item) {
            return new ColumnName(item.line(), item.name(), item.position());
        }

        @Override
        public String toString() {
            return position == 0 ? "\"" + name + "\"" : "number " + position;
        }
    }

    /** What an entry says of an id: its column, its group, or both. */
    public record Id(int line, @Nullable ColumnName column, @Nullable String group) {}

    /** The types that nodes state of themselves: the same of all, or those of a column. */
    public record NodeTypes(int line, List<String> names, @Nullable ColumnName column) {
        public NodeTypes {
            names = List.copyOf(names);
        }
    }

    public record Time(int line, ColumnName column, TimeFormat format) {}

    /** A type: a number or name, perhaps with placeholders, or a column. */
    public sealed interface Type {
        record Constant(int line, String text) implements Type {}

        /** With {@code names} its values are names, also those that look like numbers. */
        record FromColumn(ColumnName column, boolean names) implements Type {}
    }

    /** What becomes a row's data. */
    public sealed interface Data {
        record AllColumns() implements Data {}

        record Bytes(ColumnName column) implements Data {}

        record Members(List<ColumnName> columns) implements Data {}
    }

    /** What all ids of a source are. */
    public enum IdKind {
        NUMBERS,
        NAMES
    }

    public enum HeaderLine {
        PRESENT,
        ABSENT,
        FOUND_OUT
    }

    /**
     * One entry of {@code relations}, or the defaults. A part that was not given is null.
     *
     * @param objectRows whether it says that each line of the files is an object of JSON
     */
    public record Entry(
            int line,
            Map<String, Integer> keyLines,
            List<NamePattern> files,
            @Nullable RowKind kind,
            @Nullable Type type,
            @Nullable Integer delimiter,
            @Nullable Integer quote,
            @Nullable Integer comment,
            @Nullable Byte arrays,
            Dialect dialect,
            @Nullable IdKind ids,
            @Nullable HeaderLine header,
            @Nullable Boolean shortRows,
            @Nullable List<String> columns,
            Map<String, String> columnChanges,
            @Nullable Id id,
            @Nullable Id id1,
            @Nullable Id id2,
            @Nullable Time time,
            @Nullable ColumnName version,
            @Nullable ColumnName visibility,
            @Nullable ColumnName delete,
            @Nullable Data data,
            @Nullable MappedProperties properties,
            @Nullable NodeTypes nodeTypes,
            Type.@Nullable Constant inverse,
            FactOptions facts,
            boolean objectRows) {

        /** The line of {@code key}, or that of the entry where it has no such key. */
        public int line(String key) {
            return keyLines.getOrDefault(key, line);
        }

        /** Whether rows may lack data at their end, as this entry or the defaults say. */
        public boolean takesShortRows(@Nullable Mapping mapping) {
            Boolean given =
                    shortRows != null || mapping == null
                            ? shortRows
                            : mapping.defaults().shortRows();
            return given != null && given;
        }

        /** Whether it says anything of columns, so that the files have some. */
        public boolean saysColumns() {
            return objectRows
                    || kind != null
                    || columns != null
                    || delimiter != null
                    || header != null
                    || !columnNames().isEmpty();
        }

        /** All columns that the entry refers to. */
        public List<ColumnName> columnNames() {
            List<ColumnName> names = new ArrayList<>();
            for (Id each : Arrays.asList(id, id1, id2)) {
                if (each != null && each.column() != null) {
                    names.add(each.column());
                }
            }
            if (time != null) {
                names.add(time.column());
            }
            for (ColumnName each : Arrays.asList(version, visibility, delete)) {
                if (each != null) {
                    names.add(each);
                }
            }
            if (type instanceof Type.FromColumn(ColumnName column, _)) {
                names.add(column);
            }
            if (data instanceof Data.Bytes(ColumnName column)) {
                names.add(column);
            }
            if (data instanceof Data.Members(List<ColumnName> columns)) {
                names.addAll(columns);
            }
            if (nodeTypes != null && nodeTypes.column() != null) {
                names.add(nodeTypes.column());
            }
            if (properties != null) {
                properties.columns().forEach(item -> names.add(ColumnName.of(item)));
            }
            return names;
        }
    }

    /** The schema files that the mapping names. */
    public List<Path> schemas() {
        List<Path> schemas = new ArrayList<>(defaults.facts().schemas());
        relations.forEach(entry -> schemas.addAll(entry.facts().schemas()));
        return schemas;
    }

    /** The entry of the file {@code inputName}, or null where none fits. */
    public @Nullable Entry entry(String inputName) {
        for (Entry entry : relations) {
            for (NamePattern pattern : entry.files()) {
                if (pattern.match(inputName) != null) {
                    return entry;
                }
            }
        }
        return null;
    }

    public SluiceException error(int line, String found) {
        return new SluiceException(ErrorCode.CONFIG, "%s:%d: %s".formatted(fileName, line, found));
    }
}
