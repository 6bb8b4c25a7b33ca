package sluice.ingest.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.row.Column;
import sluice.ingest.row.LedgerPart;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowMembers;
import sluice.ingest.row.TextFormat;
import sluice.ingest.row.TimeFormat;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/**
 * The first line of a reject ledger: the relations of its rows, whole, so that the ledger can be
 * loaded without the files and the mapping that the rows came from. Layout: docs/rejects.md.
 */
public final class LedgerHeader {
    private static final int FORMAT_VERSION = 7;

    /** The version of ledgers in which one text alone stands for no value. */
    private static final int WITHOUT_EMPTY_NULL = 6;

    /** The version of ledgers without values that all nodes have, and members that name nodes. */
    private static final int WITHOUT_CONSTANTS = 5;

    /** The version of ledgers without rows of JSON Lines. */
    private static final int WITHOUT_MEMBERS = 4;

    /** The version of ledgers without properties of nodes. */
    private static final int WITHOUT_PROPERTIES = 3;

    /** The version of ledgers without facts, which programs before this one read too. */
    private static final int WITHOUT_FACTS = 2;

    private static final ObjectMapper JSON = new ObjectMapper();

    private LedgerHeader() {}

    /** The line, without its end, of a ledger whose rows are of {@code relations}. */
    public static String line(List<Relation> relations) {
        List<Relation> ofRows =
                relations.stream()
                        .map(each -> each.ledger() == null ? each : each.ofRows(each.ledger()))
                        .toList();
        ObjectNode header = JSON.createObjectNode().put("sluice_rejects", version(ofRows));
        ArrayNode array = header.putArray("relations");
        ofRows.forEach(each -> array.add(toJson(each)));
        return header.toString();
    }

    /** The lowest version that has all that the relations say. */
    private static int version(List<Relation> relations) {
        if (relations.stream().anyMatch(each -> each.format().emptyIsNull())) {
            return FORMAT_VERSION;
        }
        if (relations.stream().anyMatch(LedgerHeader::isNew)) {
            return WITHOUT_EMPTY_NULL;
        }
        if (relations.stream().anyMatch(each -> each.members() != null)) {
            return WITHOUT_CONSTANTS;
        }
        boolean hasProperties =
                relations.stream()
                        .flatMap(each -> each.columns().stream())
                        .anyMatch(column -> column.value() != null);
        if (hasProperties) {
            return WITHOUT_MEMBERS;
        }
        boolean hasFacts = relations.stream().anyMatch(each -> each.facts() != null);
        return hasFacts ? WITHOUT_PROPERTIES : WITHOUT_FACTS;
    }

    private static boolean isNew(Relation relation) {
        FactFormat facts = relation.facts();
        return facts != null && !facts.idMembers().isEmpty()
                || relation.columns().stream()
                        .map(Column::value)
                        .anyMatch(value -> value != null && !value.constants().isEmpty());
    }

    /** The relations of a ledger, as those of a source whose rows stand in its lines. */
    static List<Relation> relations(String fileName, String line) {
        try {
            JsonNode header = JSON.readTree(line);
            int version = header.path("sluice_rejects").asInt();
            if (version > FORMAT_VERSION) {
                throw new SluiceException(
                        ErrorCode.INPUT,
                        "%s:1: the reject ledger has format %d; this program reads formats up to %d: install a newer one"
                                .formatted(fileName, version, FORMAT_VERSION));
            }
            JsonNode array = need(header, "relations");
            List<Relation> relations = new ArrayList<>();
            for (JsonNode each : array) {
                relations.add(
                        fromJson(each)
                                .inLedger(
                                        new LedgerPart(
                                                format(each), relations.size(), array.size())));
            }
            if (relations.isEmpty()) {
                throw new IllegalArgumentException("no relations");
            }
            return relations;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s:1: the first line of a reject ledger is damaged (%s); take it from the ledger in the store, and change rows only"
                            .formatted(
                                    fileName,
                                    String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
                    e);
        }
    }

    private static ObjectNode toJson(Relation relation) {
        TextFormat format = relation.format();
        ObjectNode json =
                JSON.createObjectNode()
                        .put("name", relation.name())
                        .put("kind", relation.kind().name())
                        .put("delimiter", format.delimiter() & 0xff)
                        .put("whitespace", format.whitespace())
                        .put("quote", format.quote())
                        .put("comment", format.comment())
                        .put("escape", format.escape())
                        .put("trim", format.trim())
                        .put("null", format.nullText())
                        .put("arrays", relation.arrayDelimiter() & 0xff)
                        .put("extra_fields", relation.extraFields())
                        .put("short_rows", relation.shortRows());
        if (format.emptyIsNull()) {
            json.put("empty_is_null", true);
        }
        FactFormat facts = relation.facts();
        if (facts != null) {
            json.set("facts", FactsInLedger.toJson(facts));
        }
        RowMembers members = relation.members();
        if (members != null) {
            ObjectNode each = json.putObject("members").put("null", members.nullText());
            members.names().forEach(each.putArray("names")::add);
        }
        json.set("type", type(relation.type()));
        json.set("inverse", type(relation.inverse()));
        ArrayNode columns = json.putArray("columns");
        for (Column column : relation.columns()) {
            ObjectNode each =
                    columns.addObject()
                            .put("name", column.name())
                            .put("role", column.role().name())
                            .put("group", column.group())
                            .put("json", column.json() == null ? null : column.json().name());
            each.set("time", time(column.time()));
            if (column.value() != null) {
                each.set("property", PropertyInLedger.toJson(column.value()));
            }
        }
        return json;
    }

    private static Relation fromJson(JsonNode json) {
        List<Column> columns = new ArrayList<>();
        for (JsonNode each : need(json, "columns")) {
            String kind = text(each, "json");
            columns.add(
                    new Column(
                            need(each, "name").asText(),
                            Column.Role.valueOf(need(each, "role").asText()),
                            text(each, "group"),
                            time(each.path("time")),
                            kind == null ? null : Column.JsonKind.valueOf(kind),
                            PropertyInLedger.fromJson(each.path("property"))));
        }
        return new Relation(
                need(json, "name").asText(),
                RowKind.valueOf(need(json, "kind").asText()),
                LedgerPart.LINES,
                columns,
                type(json.path("type")),
                type(json.path("inverse")),
                (byte) need(json, "arrays").asInt(),
                need(json, "extra_fields").asBoolean(),
                // A ledger that does not say was written when all short rows were taken.
                json.path("short_rows").asBoolean(true),
                null,
                FactsInLedger.fromJson(json.path("facts")),
                members(json.path("members"), columns.size()));
    }

    private static @Nullable RowMembers members(JsonNode json, int columns) {
        if (!json.isObject()) {
            return null;
        }
        List<String> names = new ArrayList<>();
        need(json, "names").forEach(name -> names.add(name.asText()));
        if (names.size() != columns) {
            throw new IllegalArgumentException("not as many members as columns");
        }
        return new RowMembers(names, text(json, "null"));
    }

    private static TextFormat format(JsonNode json) {
        return new TextFormat(
                (byte) need(json, "delimiter").asInt(),
                need(json, "whitespace").asBoolean(),
                need(json, "quote").asInt(),
                need(json, "comment").asInt(),
                json.path("escape").asInt(-1),
                json.path("trim").asBoolean(false),
                text(json, "null"),
                json.path("empty_is_null").asBoolean(false));
    }

    /** A type: its number, its name as a text, or null. */
    private static JsonNode type(Relation.@Nullable TypeRef type) {
        return switch (type) {
            case null -> JSON.nullNode();
            case Relation.TypeRef.Number(long number) ->
                    JSON.getNodeFactory().textNode("#" + Long.toUnsignedString(number));
            case Relation.TypeRef.Named(String name) -> JSON.getNodeFactory().textNode("=" + name);
        };
    }

    private static Relation.@Nullable TypeRef type(JsonNode json) {
        if (!json.isTextual()) {
            return null;
        }
        String text = json.asText();
        return text.startsWith("#")
                ? new Relation.TypeRef.Number(Long.parseUnsignedLong(text.substring(1)))
                : new Relation.TypeRef.Named(text.substring(1));
    }

    /** A time's format: a pattern as a text, "iso" as an empty object, or its two factors. */
    private static JsonNode time(@Nullable TimeFormat time) {
        return switch (time) {
            case null -> JSON.nullNode();
            case TimeFormat.Unit(long multiplier, long divisor) ->
                    JSON.createArrayNode().add(multiplier).add(divisor);
            case TimeFormat.Iso() -> JSON.createObjectNode();
            case TimeFormat.Pattern(String pattern) -> JSON.getNodeFactory().textNode(pattern);
        };
    }

    private static @Nullable TimeFormat time(JsonNode json) {
        if (json.isArray() && json.size() == 2) {
            return new TimeFormat.Unit(json.get(0).asLong(), json.get(1).asLong());
        }
        if (json.isObject()) {
            return new TimeFormat.Iso();
        }
        return json.isTextual() ? new TimeFormat.Pattern(json.asText()) : null;
    }

    private static @Nullable String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isTextual() ? value.asText() : null;
    }

    private static JsonNode need(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            throw new IllegalArgumentException("no field \"" + field + "\"");
        }
        return Objects.requireNonNull(value);
    }
}
