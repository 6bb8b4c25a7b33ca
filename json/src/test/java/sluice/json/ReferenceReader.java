package sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * What an object means, read the slow way: a tree by Jackson, then the rules of docs/json.md over
 * maps and lists. Throws what is no object.
 */
final class ReferenceReader {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Pattern NAME = Pattern.compile("[^\\x00-\\x20<>\"{}|^`\\\\]+");
    private static final Pattern KEY = Pattern.compile("[^\\x00-\\x20=,()\"|]+");
    private static final Pattern LABEL =
            Pattern.compile("(?=.*([A-Za-z0-9]|[^\\x00-\\x7f]))[^@].*", Pattern.DOTALL);
    private static final Pattern TAGGED =
            Pattern.compile("([^:]+)@([A-Za-z]+(-[A-Za-z0-9]+)*)", Pattern.DOTALL);
    private static final Pattern TIME =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*(Z|[+-]..:..)", Pattern.DOTALL);

    /** No object, or not of Dgraph's. */
    static final class Rejection extends Exception {
        private static final long serialVersionUID = 1;

        Rejection(String why) {
            super(why);
        }
    }

    /** An object: its members as they are written, repeated ones too. */
    private record Tree(long place, List<Map.Entry<String, Object>> members) {}

    private record Facet(String key, Object value) {}

    private final byte[] text;
    private final List<String> lines = new ArrayList<>();

    private ReferenceReader(byte[] text) {
        this.text = text;
    }

    /** The facts of a text that is one object, sorted. */
    static List<String> read(byte[] text) throws Rejection {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
        } catch (CharacterCodingException failure) {
            throw new Rejection("not UTF-8");
        }
        ReferenceReader reader = new ReferenceReader(text);
        Object tree;
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Rejection("no object");
            }
            tree = reader.value(parser);
            if (parser.nextToken() != null) {
                throw new Rejection("more than one object");
            }
        } catch (IOException failure) {
            throw new Rejection(String.valueOf(failure.getMessage()));
        }
        reader.check((Tree) tree);
        reader.node((Tree) tree, "", new ArrayList<>());
        reader.lines.sort(null);
        return reader.lines;
    }

    private Object value(JsonParser parser) throws IOException, Rejection {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                List<Map.Entry<String, Object>> members = new ArrayList<>();
                long place = parser.currentTokenLocation().getByteOffset();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = whole(parser.currentName());
                    parser.nextToken();
                    members.add(Map.entry(name, value(parser)));
                }
                return new Tree(place, members);
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                return items;
            }
            case VALUE_STRING -> {
                return whole(parser.getText());
            }
            case VALUE_NUMBER_INT -> {
                return new BigInteger(parser.getText());
            }
            case VALUE_NUMBER_FLOAT -> {
                return Double.parseDouble(parser.getText());
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            case VALUE_NULL -> {
                return Nothing.NULL;
            }
            default -> throw new Rejection("token");
        }
    }

    private enum Nothing {
        NULL
    }

    private static String whole(String text) throws Rejection {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new Rejection("half a pair of surrogates");
        }
        return text;
    }

    /** What is wrong with a member counts also where a later one has its name. */
    private void check(Tree tree) throws Rejection {
        for (Map.Entry<String, Object> member : tree.members()) {
            String name = member.getKey();
            Object value = member.getValue();
            if (name.equals("uid")) {
                name(tree.place(), value);
            } else if (name.equals("namespace")) {
                require(isText(value) || isNumber(value) || value == Nothing.NULL, "namespace");
                checkNumber(value);
            } else if (name.contains("|")) {
                String key = name.substring(name.indexOf('|') + 1);
                require(name.indexOf('|') > 0 && KEY.matcher(key).matches(), "facet name");
                checkFacet(value);
            } else {
                require(NAME.matcher(name).matches(), "name");
                checkMember(value, TAGGED.matcher(name).matches());
            }
        }
    }

    private void checkFacet(Object value) throws Rejection {
        if (value instanceof Tree tree) {
            for (Map.Entry<String, Object> item : tree.members()) {
                require(item.getKey().matches("0|[1-9][0-9]{0,8}"), "position");
                require(!(item.getValue() instanceof Tree), "nested facet");
                checkFacet(item.getValue());
            }
        }
        require(!(value instanceof List), "list as facet");
        checkNumber(value);
    }

    private void checkMember(Object value, boolean tagged) throws Rejection {
        if (value instanceof List<?> list) {
            for (Object item : list) {
                require(!(item instanceof List) && item != Nothing.NULL, "in list");
                checkMember(item, tagged);
            }
        } else if (value instanceof Tree tree) {
            if (!tree.members().isEmpty()) {
                require(!tagged, "node with a language");
                if (geo(tree) == null) {
                    check(tree);
                }
            }
        } else {
            require(!tagged || isText(value) || value == Nothing.NULL, "language");
            checkNumber(value);
        }
    }

    private static void checkNumber(Object value) throws Rejection {
        require(!(value instanceof BigInteger number) || number.bitLength() < 64, "range");
        require(!(value instanceof Double real) || !real.isInfinite(), "range");
    }

    private static void require(boolean holds, String what) throws Rejection {
        if (!holds) {
            throw new Rejection(what);
        }
    }

    private static boolean isText(Object value) {
        return value instanceof String;
    }

    private static boolean isNumber(Object value) {
        return value instanceof BigInteger || value instanceof Double;
    }

    private static String name(long place, @Nullable Object uid) throws Rejection {
        switch (uid) {
            case null -> {
                return "@" + place;
            }
            case Nothing _ -> {
                return "@" + place;
            }
            case BigInteger number -> {
                require(number.signum() >= 0 && number.bitLength() <= 64, "uid");
                return number.signum() == 0 ? "@" + place : "0x" + number.toString(16);
            }
            case String text when text.isEmpty() || text.equals("0") -> {
                return "@" + place;
            }
            case String text when text.startsWith("_:") -> {
                String label = text.substring(2);
                require(NAME.matcher(label).matches() && LABEL.matcher(label).matches(), "label");
                return text;
            }
            case String text -> {
                boolean hex = text.matches("0[xX][0-9a-fA-F]+");
                require(hex || text.matches("[1-9][0-9]*"), "uid");
                BigInteger number =
                        hex ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
                require(number.signum() > 0 && number.bitLength() <= 64, "uid");
                return "0x" + number.toString(16);
            }
            default -> throw new Rejection("uid");
        }
    }

    /** Adds the facts of a node; {@code linkFacets} takes those of the link that leads to it. */
    private String node(Tree tree, String linkName, List<Facet> linkFacets) throws Rejection {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Map.Entry<String, Object> member : tree.members()) {
            members.put(member.getKey(), member.getValue());
        }
        String subject = name(tree.place(), members.get("uid"));
        Object namespace = members.get("namespace");
        if (namespace != null && namespace != Nothing.NULL) {
            subject += "/" + show(namespace);
        }
        Map<String, Map<Integer, List<Facet>>> facets = new TreeMap<>();
        for (Map.Entry<String, Object> member : members.entrySet()) {
            if (member.getKey().contains("|")) {
                facetsOf(member, members, linkName, linkFacets, facets);
            }
        }
        for (Map.Entry<String, Object> member : members.entrySet()) {
            String name = member.getKey();
            if (name.equals("uid") || name.equals("namespace") || name.contains("|")) {
                continue;
            }
            Map<Integer, List<Facet>> own = facets.getOrDefault(name, Map.of());
            if (member.getValue() instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    fact(subject, name, list.get(i), own.getOrDefault(i, List.of()));
                }
            } else {
                fact(subject, name, member.getValue(), own.getOrDefault(-1, List.of()));
            }
        }
        return subject;
    }

    private void facetsOf(
            Map.Entry<String, Object> member,
            Map<String, Object> members,
            String linkName,
            List<Facet> linkFacets,
            Map<String, Map<Integer, List<Facet>>> facets)
            throws Rejection {
        int bar = member.getKey().indexOf('|');
        String prefix = member.getKey().substring(0, bar);
        String key = member.getKey().substring(bar + 1);
        Object value = member.getValue();
        Map<Integer, Object> found = new TreeMap<>();
        if (value instanceof Tree tree) {
            for (Map.Entry<String, Object> item : tree.members()) {
                if (item.getValue() != Nothing.NULL) {
                    found.put(Integer.parseInt(item.getKey()), item.getValue());
                }
            }
        } else if (value != Nothing.NULL) {
            found.put(-1, value);
        }
        for (Map.Entry<Integer, Object> item : found.entrySet()) {
            boolean ofLink = item.getKey() < 0 && prefix.equals(linkName);
            if (ofLink) {
                linkFacets.add(new Facet(key, item.getValue()));
            }
            Object sibling =
                    prefix.equals("uid") || prefix.equals("namespace") ? null : members.get(prefix);
            require(sibling != null || ofLink, "facet of nothing");
            if (sibling == null || isEmpty(sibling) || ofLink && hasNodes(sibling)) {
                continue;
            }
            require(!hasNodes(sibling), "facet beside a node");
            require(sibling instanceof List == item.getKey() >= 0, "shape of a facet");
            facets.computeIfAbsent(prefix, _ -> new TreeMap<>())
                    .computeIfAbsent(item.getKey(), _ -> new ArrayList<>())
                    .add(new Facet(key, item.getValue()));
        }
    }

    private boolean isEmpty(Object value) {
        return value == Nothing.NULL
                || value instanceof Tree tree && tree.members().isEmpty()
                || value instanceof List<?> list && list.isEmpty();
    }

    private boolean hasNodes(Object value) {
        return value instanceof Tree tree && geo(tree) == null
                || value instanceof List<?> list && list.stream().anyMatch(this::hasNodes);
    }

    private void fact(String subject, String name, Object value, List<Facet> facets)
            throws Rejection {
        if (isEmpty(value)) {
            return;
        }
        String object;
        List<Facet> all = new ArrayList<>(facets);
        int line = lines.size();
        lines.add("");
        if (hasNodes(value)) {
            object = node((Tree) value, name, all);
        } else {
            object = show(value);
        }
        TreeSet<String> shown = new TreeSet<>();
        for (Facet facet : all) {
            shown.add(facet.key() + "=" + showFacet(facet.value()));
        }
        lines.set(line, subject + " " + name + " " + object + (shown.isEmpty() ? "" : " " + shown));
    }

    private String show(Object value) {
        return switch (value) {
            case BigInteger number -> "int " + number;
            case Double real -> "float " + real;
            case Boolean bool -> "bool " + (bool ? 1 : 0);
            case Tree tree -> String.valueOf(geo(tree));
            default -> "text " + value;
        };
    }

    private String showFacet(Object value) {
        if (value instanceof String text) {
            TypedValue time = new TypedValue().setText(ValueType.DEFAULT, text);
            boolean isTime =
                    TIME.matcher(text).matches()
                            && new Conversion().convert(time, ValueType.DATETIME)
                                    == ConversionFault.NONE;
            return isTime ? FactLines.show(time) : "string " + text;
        }
        return show(value);
    }

    /** The geometry as it is shown, or null. */
    private @Nullable String geo(Tree tree) {
        List<String> names = tree.members().stream().map(Map.Entry::getKey).toList();
        if (names.size() != 2 || !names.containsAll(List.of("type", "coordinates"))) {
            return null;
        }
        // The tree has doubles for numbers, which is what a geometry has too.
        StringBuilder json = new StringBuilder("{");
        for (Map.Entry<String, Object> member : tree.members()) {
            json.append(json.length() > 1 ? "," : "").append('"').append(member.getKey());
            json.append("\":").append(plain(member.getValue()));
        }
        TypedValue value = new TypedValue().setText(ValueType.DEFAULT, json.append('}').toString());
        return new Conversion().convert(value, ValueType.GEO) == ConversionFault.NONE
                ? FactLines.show(value)
                : null;
    }

    private static String plain(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(ReferenceReader::plain).toList().toString()
                : value instanceof String text ? '"' + text.replace("\"", "") + '"' : "" + value;
    }
}
