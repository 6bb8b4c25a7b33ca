package sluice.load;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Consumer;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;
import sluice.storage.Storage;
import sluice.store.StoreReader;

/** Reads a whole store back as the rows that {@link Said} has. */
final class StoredFacts {
    private final StoreReader reader;
    private final Dictionary dictionary;
    private final Schema schema;
    private final TreeMap<String, String> rows = new TreeMap<>();

    private StoredFacts(StoreReader reader, Dictionary dictionary, Schema schema) {
        this.reader = reader;
        this.dictionary = dictionary;
        this.schema = schema;
    }

    /** All rows by key, by a scan; each list is read by itself too and must say the same. */
    static TreeMap<String, String> of(Storage storage, Schema schema) throws IOException {
        return of(
                storage,
                schema,
                node -> {
                    throw new AssertionError("a node row: " + node);
                });
    }

    /** As above, of a store that has rows of nodes too. */
    static TreeMap<String, String> of(Storage storage, Schema schema, Consumer<Node> nodes)
            throws IOException {
        try (StoreReader reader = StoreReader.open(storage);
                Dictionary dictionary = Dictionary.open(storage, reader.manifest().nameFiles())) {
            StoredFacts facts = new StoredFacts(reader, dictionary, schema);
            List<Link> links = new ArrayList<>();
            reader.scan(
                    new GraphReader.Visitor() {
                        @Override
                        public void node(Node node) {
                            nodes.accept(node);
                        }

                        @Override
                        public void link(Link link) {
                            links.add(link);
                        }
                    });
            for (Link link : links) {
                facts.add(link);
            }
            facts.checkLists(links);
            return facts.rows;
        }
    }

    private void checkLists(List<Link> links) throws IOException {
        for (Link link : links) {
            List<Link> list =
                    reader.linkList(LinkQuery.newest(link.id1(), link.linkType(), 1 << 20))
                            .value()
                            .links();
            assertTrue(list.contains(link), "in the list of " + link);
        }
    }

    private void add(Link link) throws IOException {
        boolean isProperty = PropertyTypes.isProperty(link.linkType());
        long type = isProperty ? PropertyTypes.predicateOf(link.linkType()) : link.linkType();
        String predicate = dictionary.typeName(type).orElseThrow();
        String key = name(link.id1()) + " " + predicate + " ";
        String content = content(link.data());
        if (isProperty) {
            key += "[" + slot(predicate, link.id2(), content) + "]";
        } else {
            key += name(link.id2());
        }
        assertNull(rows.put(key, content), "two rows of " + key);
    }

    private String name(long id) throws IOException {
        Name name = dictionary.name(id).orElseThrow();
        String text = new String(name.bytes(), StandardCharsets.UTF_8);
        return name.group().equals("_") ? "_:" + text : "<" + text + ">";
    }

    private String slot(String predicate, long id2, String content) {
        Predicate declared = schema.predicate(0, predicate).orElse(null);
        String value = content.replaceFirst("(?s)\\{.*", "");
        if (declared == null || declared.isList()) {
            return "=" + value;
        }
        if (value.startsWith("string@")) {
            String tag = value.substring("string".length(), value.indexOf(' '));
            return tag.toLowerCase(Locale.ROOT);
        }
        assertTrue(id2 == 0, "slot of " + content);
        return "";
    }

    private static String content(byte[] data) {
        if (data.length == 0) {
            return "";
        }
        ValueReader reader = new ValueReader();
        MemorySegment row = MemorySegment.ofArray(data);
        assertTrue(reader.read(row, 0, data.length), () -> reader.fault().message());
        TypedValue value = new TypedValue();
        byte[] buffer = new byte[data.length];
        StringBuilder content = new StringBuilder();
        if (reader.type() != ValueType.UID) {
            reader.copyValue(value, buffer);
            content.append(reader.type().name().toLowerCase(Locale.ROOT));
            if (reader.languageLength() > 0) {
                content.append('@')
                        .append(text(data, reader.languageOffset(), reader.languageLength()));
            }
            if (reader.datatypeLength() > 0) {
                content.append('^')
                        .append(text(data, reader.datatypeOffset(), reader.datatypeLength()));
            }
            content.append(' ').append(shown(value));
        }
        List<String> facets = new ArrayList<>();
        for (int i = 0; i < reader.facetCount(); i++) {
            reader.nextFacet();
            reader.copyFacet(value, buffer);
            facets.add(
                    "%s=%s %s"
                            .formatted(
                                    text(data, reader.facetKeyOffset(), reader.facetKeyLength()),
                                    value.type().name().toLowerCase(Locale.ROOT),
                                    shown(value)));
        }
        return content + (facets.isEmpty() ? "" : "{" + String.join(", ", facets) + "}");
    }

    private static String text(byte[] data, long offset, int length) {
        return new String(data, (int) offset, length, StandardCharsets.UTF_8);
    }

    private static String shown(TypedValue value) {
        return switch (value.type()) {
            case INT -> String.valueOf(value.integer());
            case FLOAT -> String.valueOf(value.real());
            case BOOL -> String.valueOf(value.integer() != 0);
            case DATETIME ->
                    "%d,%d,%d".formatted(value.integer(), value.nanos(), value.zoneMinutes());
            default -> value.text();
        };
    }
}
