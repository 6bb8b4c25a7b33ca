package sluice.export;

import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;
import sluice.ingest.mapping.MappingLoader;
import sluice.ingest.mapping.YamlText;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/** The mapping by which exported files are loaded again; its grammar is in docs/mapping.md. */
final class ExportMapping {
    private static final String BEGIN =
            """
            # Written by sluice export; to load it: sluice load STORE DIRECTORY --mapping DIRECTORY/%s
            defaults:
              delimiter: ","
              quote: "\\""
              comment: none
              header: true
            relations:
            """;

    private ExportMapping() {}

    /** The columns of a relation's files, by the names that a header has for them. */
    static List<String> columns(ExportRelation relation) {
        String id1 = headerGroup(relation.group1());
        return relation.kind() == RowKind.NODE
                ? List.of("id" + id1, "type", "time", "version", "data")
                : List.of(
                        "id1" + id1,
                        "link_type",
                        "id2" + headerGroup(relation.group2()),
                        "time",
                        "visibility",
                        "version",
                        "data");
    }

    /** The header of a relation's files. */
    static String header(ExportRelation relation) {
        return columns(relation).stream()
                .map(ExportMapping::quoted)
                .collect(Collectors.joining(","));
    }

    static String text(
            SortedSet<ExportRelation> relations, ExportNames names, boolean idsAreNames) {
        StringBuilder text = new StringBuilder(BEGIN.formatted(Exporter.MAPPING));
        for (ExportRelation relation : relations) {
            boolean node = relation.kind() == RowKind.NODE;
            text.append("  - files: ")
                    .append(YamlText.quoted(names.pattern(relation)))
                    .append('\n');
            text.append(node ? "    node: {column: type" : "    link: {column: link_type");
            text.append(relation.namedTypes() ? ", names: true}\n" : "}\n");
            if (idsAreNames) {
                appendGroup(text, node ? "id" : "id1", relation.group1());
                if (!node) {
                    appendGroup(text, "id2", relation.group2());
                }
            }
        }
        if (text.length() > MappingLoader.MAPPING_BYTES_MAX / 4) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the store joins its groups in %d ways, more than one mapping can say; copy it with: sluice backup STORE DIR"
                            .formatted(relations.size()));
        }
        return text.toString();
    }

    private static void appendGroup(StringBuilder text, String column, String group) {
        if (!inHeader(group)) {
            text.append("    ").append(column).append(": {column: ").append(column);
            text.append(", group: ").append(YamlText.quoted(group)).append("}\n");
        }
    }

    /** Whether a group would look like a placeholder in a mapping; headers have none. */
    private static boolean inHeader(String group) {
        return group.indexOf('{') >= 0;
    }

    private static String headerGroup(String group) {
        if (!inHeader(group)) {
            return "";
        }
        if (group.indexOf(')') >= 0 || group.indexOf('\n') >= 0 || group.indexOf('\r') >= 0) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the group \"%s\" can be written neither in a mapping, for its {, nor in a header,"
                                    .formatted(group)
                            + " for its ) or line end; load the store's source with another group, or"
                            + " copy the store with: sluice backup STORE DIR");
        }
        return "(" + group + ")";
    }

    private static String quoted(String field) {
        return field.indexOf('"') >= 0 || field.indexOf(',') >= 0
                ? '"' + field.replace("\"", "\"\"") + '"'
                : field;
    }
}
