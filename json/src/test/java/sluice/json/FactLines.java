package sluice.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/** The facts of an object as lines of text, one a fact. */
final class FactLines {
    private FactLines() {}

    static List<String> of(ObjectFacts facts) {
        List<String> lines = new ArrayList<>();
        TypedValue value = new TypedValue();
        for (int fact = facts.next(-1); fact >= 0; fact = facts.next(fact)) {
            NameSpan language = facts.language(fact);
            String tag = language.length() == 0 ? "" : "@" + text(language);
            String object;
            int target = facts.target(fact);
            if (target >= 0) {
                object = node(facts, target);
            } else {
                facts.value(fact, value);
                object = show(value);
            }
            TreeSet<String> facets = new TreeSet<>();
            for (int facet = facts.firstFacet(fact); facet >= 0; facet = facts.nextFacet(facet)) {
                facts.facetValue(facet, value);
                facets.add(text(facts.key(facet)) + "=" + show(value));
            }
            lines.add(
                    node(facts, facts.subject(fact))
                            + " "
                            + text(facts.predicate(fact))
                            + tag
                            + " "
                            + object
                            + (facets.isEmpty() ? "" : " " + facets));
        }
        return lines;
    }

    private static String node(ObjectFacts facts, int node) {
        String name =
                switch (facts.kind(node)) {
                    case UNNAMED -> "@" + facts.place(node);
                    case BLANK -> "_:" + text(facts.label(node));
                    case UID -> "0x" + Long.toHexString(facts.uid(node));
                };
        if (!facts.hasNamespace(node)) {
            return name;
        }
        TypedValue namespace = new TypedValue();
        facts.namespace(node, namespace);
        return name + "/" + show(namespace);
    }

    private static String text(NameSpan bytes) {
        return new String(bytes.bytes(), bytes.offset(), bytes.length(), StandardCharsets.UTF_8);
    }

    static String show(TypedValue value) {
        return switch (value.type()) {
            case INT -> "int " + value.integer();
            case FLOAT -> "float " + value.real();
            case BOOL -> "bool " + value.integer();
            case DATETIME ->
                    "time %d %d %d".formatted(value.integer(), value.nanos(), value.zoneMinutes());
            case GEO ->
                    "geo "
                            + HexFormat.of()
                                    .formatHex(
                                            value.bytes(),
                                            value.offset(),
                                            value.offset() + value.length());
            case DEFAULT, STRING ->
                    (value.type() == ValueType.DEFAULT ? "text " : "string ") + value.text();
            default -> throw new AssertionError(value.type());
        };
    }
}
