package sluice.server.look;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;
import sluice.model.names.WrittenName;
import sluice.protocol.AnswerNames;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;

/**
 * Builds one answer. Numbers of 64 bits are texts, as JavaScript would round them; data is text
 * where it is UTF-8 without control characters, else hexadecimal, and is cut where it is long.
 */
final class LookJson {
    private static final int DATA_BYTES_MAX = 4_096;

    /** The same of a link, as an answer has many. */
    private static final int LINK_DATA_BYTES_MAX = 256;

    private static final int TEXT_CHARS_MAX = 1_000;

    /** The most of all values of a node together; the rest is left out. */
    private static final int ALL_TEXT_CHARS_MAX = 50_000;

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();

    /** The answer, which is complete or not. */
    ObjectNode ended(boolean isComplete) {
        return root.put("complete", isComplete);
    }

    /**
     * A node.
     *
     * @param name without bytes where the id has none
     * @param names of the type
     */
    void node(long id, WrittenName name, @Nullable Node node, AnswerNames names) {
        root.put("id", Long.toUnsignedString(id));
        root.put("name", name.lengthBytes() == 0 ? null : name.toString());
        if (node == null) {
            root.putNull("node");
            return;
        }
        ObjectNode shown = root.putObject("node");
        shown.put("type", Long.toUnsignedString(node.type()));
        shown.put("type_name", text(names.typeName(node.type())));
        shown.put("time", Long.toString(node.time()));
        shown.put("version", Long.toString(node.version()));
        data(shown, node.data(), node.data().length, DATA_BYTES_MAX);
    }

    void properties(List<FoundProperty> properties) {
        ArrayNode shown = root.putArray("properties");
        int chars = 0;
        for (FoundProperty property : properties) {
            if (chars > ALL_TEXT_CHARS_MAX) {
                break;
            }
            chars += property.predicate().length();
            ObjectNode one = shown.addObject();
            one.put("predicate", property.predicate());
            one.put("count", Long.toString(property.count()));
            ArrayNode values = one.putArray("values");
            for (ShownValue value : property.values()) {
                String text = shortened(value.text());
                chars += text.length();
                values.addObject()
                        .put("text", text)
                        .put("kind", value.kind().name().toLowerCase(Locale.ROOT))
                        .put("language", value.language());
            }
        }
        root.put("properties_left_out", properties.size() - shown.size());
    }

    /** The link lists of a node; those by which a store keeps properties are shown as such. */
    void lists(List<TypeCount> types, AnswerNames names) {
        ArrayNode shown = root.putArray("lists");
        for (TypeCount type : types) {
            if (PropertyTypes.isProperty(type.linkType())) {
                continue;
            }
            shown.addObject()
                    .put("type", Long.toUnsignedString(type.linkType()))
                    .put("name", text(names.typeName(type.linkType())))
                    .put("count", Long.toString(type.count()));
        }
    }

    /** The first {@code shownMax} links, and whether there are more. */
    void links(LinkList list, int shownMax, AnswerNames names) {
        ArrayNode shown = root.putArray("links");
        for (int index = 0; index < Math.min(list.size(), shownMax); index++) {
            ObjectNode one = shown.addObject();
            one.put("id2", Long.toUnsignedString(list.id2(index)));
            one.put("name", text(names.idName(list.id2(index))));
            one.put("time", Long.toString(list.time(index)));
            data(one, list.data(index), list.dataLengthBytes(index), LINK_DATA_BYTES_MAX);
        }
        root.put("more", list.size() > shownMax);
    }

    private static @Nullable String text(Optional<WrittenName> name) {
        return name.map(WrittenName::toString).orElse(null);
    }

    private static String shortened(String text) {
        if (text.length() <= TEXT_CHARS_MAX) {
            return text;
        }
        boolean isBetween = !Character.isHighSurrogate(text.charAt(TEXT_CHARS_MAX - 1));
        return text.substring(0, isBetween ? TEXT_CHARS_MAX : TEXT_CHARS_MAX - 1) + "…";
    }

    private static void data(ObjectNode json, byte[] bytes, int length, int shownMax) {
        json.put("data_bytes", length);
        if (length == 0) {
            return;
        }
        int shown = Math.min(length, shownMax);
        Optional<String> text = length <= shownMax ? utf8(bytes) : Optional.empty();
        if (text.isPresent()) {
            json.put("data", text.get());
        } else {
            json.put("data_hex", HexFormat.of().formatHex(bytes, 0, shown));
        }
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.chars().anyMatch(Character::isISOControl)
                    ? Optional.empty()
                    : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
