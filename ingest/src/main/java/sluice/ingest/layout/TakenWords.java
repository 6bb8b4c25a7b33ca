package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.fact.ValueColumns;
import sluice.ingest.row.Column;
import sluice.ingest.row.Relation;
import sluice.model.RowKind;

/** Says in one line what files of one relation were taken for. */
public final class TakenWords {
    private static final int NAMES_MAX = 6;
    private static final int ROW_CHARS_MAX = 40;

    private TakenWords() {}

    /** One line for all of {@code alike}, which were taken for the same. */
    public static String line(List<TakenFile> alike) {
        TakenFile first = alike.getFirst();
        String files =
                first.file().name()
                        + (alike.size() == 1 ? "" : " and %d more".formatted(alike.size() - 1));
        FactFormat facts = first.relation().facts();
        if (facts != null) {
            return "%s: %s (%s)".formatted(files, facts(facts), first.origin());
        }
        if (first.layout() == null && first.relation().ledger() == null) {
            return files + ": no rows";
        }
        boolean links = first.relation().kind() == RowKind.LINK;
        List<String> parts = new ArrayList<>();
        parts.add("%s%s".formatted(links ? "links" : "nodes", type(first)));
        parts.add(ids(first.relation().columns()));
        addJobs(first, parts);
        addData(first, parts);
        boolean odd = !first.firstRow().isEmpty() && hasNames(first.relation());
        String row = odd ? "; first row: " + shortened(first.firstRow().getFirst()) : "";
        return "%s: %s (%s%s)".formatted(files, String.join(", ", parts), first.origin(), row);
    }

    private static String facts(FactFormat facts) {
        List<String> parts = new ArrayList<>();
        boolean isJson = facts.syntax() == FactFormat.Syntax.JSON;
        parts.add(isJson ? "Dgraph's JSON" : "RDF, dialect " + facts.syntax().written());
        parts.add(facts.ids() == FactRules.Ids.UIDS ? "ids are uids" : "ids names");
        parts.add(
                "blank nodes of "
                        + switch (facts.blankNodes()) {
                            case STORE -> "the store";
                            case LOAD -> "the load";
                            case FILE -> "each file";
                        });
        if (!facts.idMembers().isEmpty()) {
            parts.add("nodes named by " + String.join(" and ", facts.idMembers()));
        }
        if (facts.graphs().kind() == GraphRule.Kind.ONE) {
            parts.add("all in namespace " + facts.graphs());
        } else if (!facts.graphs().equals(GraphRule.DROP)) {
            parts.add("graphs: " + facts.graphs());
        }
        addFacet("time", facts.time(), parts);
        addFacet("version", facts.version(), parts);
        if (facts.delete()) {
            parts.add(isJson ? "each object deletes" : "each statement deletes");
        }
        return String.join(", ", parts);
    }

    private static void addFacet(String what, @Nullable String facet, List<String> parts) {
        if (facet != null) {
            parts.add("%s: facet %s".formatted(what, facet));
        }
    }

    private static boolean hasNames(Relation relation) {
        return relation.columns().stream().anyMatch(column -> column.group() != null);
    }

    private static String shortened(String row) {
        String line = row.lines().findFirst().orElse("");
        return line.length() <= ROW_CHARS_MAX ? line : line.substring(0, ROW_CHARS_MAX) + "...";
    }

    private static String type(TakenFile file) {
        Relation relation = file.relation();
        String inverse =
                relation.inverse() == null ? "" : ", back of type " + text(relation.inverse());
        if (relation.type() != null) {
            return " of type " + text(relation.type()) + inverse;
        }
        for (int index = 0; index < relation.columns().size(); index++) {
            Column.Role role = relation.columns().get(index).role();
            if (role == Column.Role.TYPE_NAME || role == Column.Role.TYPE_NUMBER) {
                String kind = role == Column.Role.TYPE_NAME ? "names" : "numbers";
                return ", type %s (%s)%s".formatted(file.columnName(index), kind, inverse);
            }
        }
        throw new IllegalStateException("no type: relation=" + relation.name());
    }

    private static String text(Relation.TypeRef type) {
        if (type instanceof Relation.TypeRef.Number(long number)) {
            return Long.toUnsignedString(number);
        }
        return ((Relation.TypeRef.Named) type).name();
    }

    /** What ids are, said once where both ends of a link are the same. */
    private static String ids(List<Column> columns) {
        String id1 = "";
        String id2 = "";
        for (Column column : columns) {
            id1 = column.role() == Column.Role.ID1 ? kind(column) : id1;
            id2 = column.role() == Column.Role.ID2 ? kind(column) : id2;
        }
        return id2.isEmpty() || id1.equals(id2) ? "ids " + id1 : "ids " + id1 + " to " + id2;
    }

    private static String kind(Column id) {
        return id.group() == null
                ? "numbers"
                : id.group().isEmpty() ? "names" : "names in " + id.group();
    }

    private static void addJobs(TakenFile file, List<String> parts) {
        List<Column> columns = file.relation().columns();
        boolean links = file.relation().kind() == RowKind.LINK;
        for (int index = 0; index < columns.size(); index++) {
            String job = job(columns.get(index), links);
            String name = file.columnName(index);
            boolean isId = job.startsWith("id");
            if (job.isEmpty() || isId && (name.startsWith(":") || name.equals(job))) {
                continue;
            }
            parts.add(name.equals(job) ? job : job + " " + name);
        }
    }

    /** The job of a column that is neither type nor data, as Sluice's own headers name it. */
    static String job(Column column, boolean links) {
        return switch (column.role()) {
            case ID1 -> links ? "id1" : "id";
            case ID2 -> "id2";
            case TIME -> "time";
            case VERSION -> "version";
            case VISIBILITY -> "visibility";
            case DELETE -> "delete";
            case IGNORE, TYPE_NUMBER, TYPE_NAME, DATA, PROPERTY, VALUE -> "";
        };
    }

    private static void addData(TakenFile file, List<String> parts) {
        List<String> data = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        List<String> values = new ArrayList<>();
        List<Column> columns = file.relation().columns();
        for (int index = 0; index < columns.size(); index++) {
            ValueColumn types = columns.get(index).value();
            if (types != null && !types.constants().isEmpty()) {
                addNames("types: ", types.constants(), parts);
            }
            switch (columns.get(index).role()) {
                case DATA, PROPERTY -> data.add(file.columnName(index));
                case IGNORE -> ignored.add(file.columnName(index));
                case VALUE -> values.add(ValueColumns.shown(columns.get(index).value()));
                default -> {}
            }
        }
        addNames("properties: ", values, parts);
        addNames(data.equals(List.of("data")) ? "" : "data: ", data, parts);
        addNames("left out: ", ignored, parts);
    }

    private static void addNames(String what, List<String> names, List<String> parts) {
        if (!names.isEmpty()) {
            int more = names.size() - NAMES_MAX;
            List<String> shown = names.subList(0, Math.min(NAMES_MAX, names.size()));
            parts.add(
                    what
                            + String.join("; ", shown)
                            + (more <= 0 ? "" : " and %d more".formatted(more)));
        }
    }
}
