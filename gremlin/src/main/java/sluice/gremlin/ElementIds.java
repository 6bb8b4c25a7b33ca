package sluice.gremlin;

import java.math.BigInteger;
import java.util.OptionalLong;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.access.GraphAccess;
import sluice.model.names.WrittenName;

/**
 * The ids of elements. A vertex has the name of its node, as the command writes it, or its number;
 * an edge three words: {@code <ann> friend <bob>}. Blanks and percent signs in a word are written
 * as {@code %20} and {@code %25}. Thread-safe.
 */
final class ElementIds {
    private final GraphAccess access;
    private final TypeBook types;

    ElementIds(GraphAccess access, TypeBook types) {
        this.access = access;
        this.types = types;
    }

    /** The id of the vertex of node {@code number}. */
    Object vertexId(long number) {
        return GraphRows.ioUnchecked(() -> access.names().idName(number))
                .<Object>map(WrittenName::toString)
                .orElseGet(() -> plain(number));
    }

    private static Object plain(long number) {
        return number >= 0
                ? (Object) Long.valueOf(number)
                : new BigInteger(Long.toUnsignedString(number));
    }

    /** The id of the edge of a link, or of the value in a row. */
    String rowId(long id1, String type, String end) {
        return word(vertexId(id1).toString()) + " " + word(type) + " " + word(end);
    }

    /** The id of the edge of a link. */
    String edgeId(long id1, long type, long id2) {
        return rowId(id1, types.text(type), vertexId(id2).toString());
    }

    /** The number of the node that {@code id} stands for; empty if the store has no such name. */
    OptionalLong number(Object id) {
        return switch (id) {
            case StoredVertex vertex -> OptionalLong.of(vertex.number());
            case Element element -> number(element.id());
            case Long number -> OptionalLong.of(number);
            case BigInteger number ->
                    number.signum() >= 0 && number.bitLength() <= Long.SIZE
                            ? OptionalLong.of(number.longValue())
                            : OptionalLong.empty();
            case Number number ->
                    number.doubleValue() == number.longValue()
                            ? OptionalLong.of(number.longValue())
                            : OptionalLong.empty();
            case String text -> ofText(text);
            default -> OptionalLong.empty();
        };
    }

    /** A name, or else a number, as the command reads it. */
    private OptionalLong ofText(String text) {
        return GraphRows.ioUnchecked(() -> access.names().writtenId(text));
    }

    /** Whether {@code number} has a name. */
    boolean isNamed(long number) {
        return GraphRows.ioUnchecked(() -> access.names().idName(number)).isPresent();
    }

    /** The key of the link whose edge has {@code id}, or null if the store has no such names. */
    @Nullable LinkKey linkKey(Object id) {
        if (id instanceof StoredEdge edge) {
            return edge.key();
        }
        if (id instanceof Element element) {
            return linkKey(element.id());
        }
        String[] words = id instanceof String text ? text.split(" ", -1) : new String[0];
        if (words.length != 3) {
            return null;
        }
        OptionalLong id1 = ofText(unescaped(words[0]));
        OptionalLong type = types.number(unescaped(words[1]));
        OptionalLong id2 = ofText(unescaped(words[2]));
        return id1.isPresent() && type.isPresent() && id2.isPresent()
                ? new LinkKey(id1.getAsLong(), type.getAsLong(), id2.getAsLong())
                : null;
    }

    private static String word(String text) {
        return text.indexOf(' ') < 0 && text.indexOf('%') < 0
                ? text
                : text.replace("%", "%25").replace(" ", "%20");
    }

    private static String unescaped(String word) {
        return word.indexOf('%') < 0 ? word : word.replace("%20", " ").replace("%25", "%");
    }
}
