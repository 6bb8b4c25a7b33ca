package sluice.ingest.mapping;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Reads what an entry of a mapping says of files that state facts. Used once for each entry. */
final class MappingFacts {
    /** The keys that are about facts alone. */
    static final List<String> KEYS = List.of("rdf", "json", "schema", "blank-nodes", "graph");

    /** The value of the key json where objects are rows. */
    private static final String ROWS = "rows";

    /** The keys of other entries that one about facts may have too. */
    private static final Set<String> SHARED_KEYS =
            Set.of("files", "skip", "time", "version", "delete", "ids", "id");

    private final String fileName;
    private final Yaml.Table table;

    MappingFacts(String fileName, Yaml.Table table) {
        this.fileName = fileName;
        this.table = table;
    }

    /** Whether the entry is about facts: it has such a key, or a facet as its time or version. */
    boolean isOfFacts() {
        return KEYS.stream()
                        .anyMatch(
                                key ->
                                        !key.equals("schema")
                                                && has(key)
                                                && !(key.equals("json") && isOfRows()))
                || isFacet("time")
                || isFacet("version");
    }

    /** Whether the files are of rows, each of them one object a line, with columns. */
    boolean isOfRows() {
        return table.values().get("json") instanceof Yaml.Text(_, String text) && text.equals(ROWS);
    }

    private boolean has(String key) {
        return table.values().containsKey(key);
    }

    private boolean isFacet(String key) {
        return table.values().get(key) instanceof Yaml.Table inner
                && inner.values().containsKey("facet");
    }

    /** The words about facts; defaults may have others beside them. */
    FactOptions read() {
        List<Path> schemas = schemas(table.values().get("schema"));
        FactRules.@Nullable Ids ids = ids();
        if (!isOfFacts()) {
            return new FactOptions(null, schemas, null, null, ids, null, null, null, List.of());
        }
        boolean isRelation = has("files");
        if (isRelation) {
            table.values().forEach(this::refuseOfColumns);
        }
        return new FactOptions(
                syntax(),
                schemas,
                graphs(),
                word("blank-nodes", names(FactFormat.BlankScope.values())),
                ids,
                isRelation || isFacet("time") ? facet("time") : null,
                isRelation || isFacet("version") ? facet("version") : null,
                isRelation ? delete() : null,
                idMembers(table.values().get("id")));
    }

    private FactFormat.@Nullable Syntax syntax() {
        Map<String, Boolean> words = new LinkedHashMap<>();
        words.put("dgraph", true);
        words.put(ROWS, false);
        Boolean isDgraph = word("json", words);
        if (isDgraph != null && !isDgraph) {
            throw error(
                    "json",
                    table,
                    "found json: rows beside keys of facts, and rows state none; leave one of them"
                            + " out");
        }
        FactFormat.Syntax json = isDgraph == null ? null : FactFormat.Syntax.JSON;
        FactFormat.Syntax rdf = word("rdf", names(FactFormat.Syntax.W3C, FactFormat.Syntax.DGRAPH));
        Yaml value = table.values().get("json");
        if (value != null && rdf != null) {
            throw error(
                    "json", value, "found rdf and json for the same files; leave one of them out");
        }
        return json == null ? rdf : json;
    }

    private void refuseOfColumns(String key, Yaml value) {
        if (!KEYS.contains(key) && !SHARED_KEYS.contains(key)) {
            throw error(
                    key,
                    value,
                    "found %s beside keys of facts, which have no columns; remove it"
                            .formatted(key));
        }
    }

    /** Whether {@code key} of the entry, which is time, version or delete, names a column. */
    boolean isColumn(String key) {
        return has("files") ? !isOfFacts() : !isFacet(key);
    }

    private FactRules.@Nullable Ids ids() {
        String text = table.values().get("ids") instanceof Yaml.Text(_, String word) ? word : "";
        return switch (text) {
            case "uid" -> FactRules.Ids.UIDS;
            case "auto" -> FactRules.Ids.AUTO;
            default -> null;
        };
    }

    @SafeVarargs
    private static <E extends Enum<E>> Map<String, E> names(E... values) {
        Map<String, E> names = new LinkedHashMap<>();
        for (E value : values) {
            names.put(value.name().toLowerCase(Locale.ROOT), value);
        }
        return names;
    }

    private <T> @Nullable T word(String key, Map<String, T> words) {
        Yaml value = table.values().get(key);
        if (value == null) {
            return null;
        }
        T found = value instanceof Yaml.Text(_, String text) ? words.get(text) : null;
        if (found == null) {
            throw error(
                    key,
                    value,
                    "found an unknown value of %s, expected one of %s"
                            .formatted(key, String.join(", ", words.keySet())));
        }
        return found;
    }

    private @Nullable GraphRule graphs() {
        Yaml value = table.values().get("graph");
        if (value == null) {
            return null;
        }
        Optional<GraphRule> rule =
                value instanceof Yaml.Text(_, String text) ? GraphRule.of(text) : Optional.empty();
        return rule.orElseThrow(
                () ->
                        error(
                                "graph",
                                value,
                                "found an unknown value of graph, expected " + GraphRule.WORDS));
    }

    private @Nullable String facet(String key) {
        Yaml value = table.values().get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Yaml.Table inner
                && inner.values().size() == 1
                && inner.values().get("facet") instanceof Yaml.Text(_, String facet)
                && !facet.isEmpty()) {
            return facet;
        }
        throw error(key, value, "found %s without a facet, expected {facet: NAME}".formatted(key));
    }

    private @Nullable Boolean delete() {
        Yaml value = table.values().get("delete");
        if (value == null) {
            return null;
        }
        if (value instanceof Yaml.Text(_, String text)
                && (text.equals("true") || text.equals("false"))) {
            return text.equals("true");
        }
        throw error(
                "delete",
                value,
                "found a delete that is a column, and facts have none; expected true or false");
    }

    /** The members of an object that name it, one or several. */
    private List<String> idMembers(@Nullable Yaml value) {
        if (value == null) {
            return List.of();
        }
        if (has("rdf")) {
            throw error(
                    "id",
                    value,
                    "found id beside rdf, whose statements name their nodes; remove it");
        }
        List<String> members = new ArrayList<>();
        for (Yaml item : value instanceof Yaml.Items list ? list.values() : List.of(value)) {
            if (!(item instanceof Yaml.Text(_, String member))
                    || member.isEmpty()
                    || members.contains(member)) {
                throw error(
                        "id",
                        item,
                        "found no member as id, or one twice; expected a name, or a list such as [first, last]");
            }
            members.add(member);
        }
        return members;
    }

    /** Files beside the mapping, unless their paths are absolute. */
    private List<Path> schemas(@Nullable Yaml value) {
        if (value == null) {
            return List.of();
        }
        List<Path> paths = new ArrayList<>();
        Path folder = Path.of(fileName).toAbsolutePath().getParent();
        for (Yaml item : value instanceof Yaml.Items list ? list.values() : List.of(value)) {
            if (!(item instanceof Yaml.Text(_, String text)) || text.isEmpty()) {
                throw error("schema", item, "found no file name as schema, expected one");
            }
            paths.add(folder == null ? Path.of(text) : folder.resolve(text));
        }
        return paths;
    }

    private SluiceException error(String key, Yaml value, String found) {
        int line = table.keyLines().getOrDefault(key, value.line());
        return new SluiceException(ErrorCode.CONFIG, "%s:%d: %s".formatted(fileName, line, found));
    }
}
