package sluice.ingest.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.Datatype;
import sluice.rdf.Span;
import sluice.schema.ValueType;

/**
 * The datatypes that Sluice knows, by their names: those of XML Schema, and in the dialect of
 * Dgraph its short ones. Immutable.
 */
final class Datatypes {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final int SLOTS = 256;

    private final byte[][] names = new byte[SLOTS][];
    private final @Nullable Datatype[] meanings = new @Nullable Datatype[SLOTS];

    static final Datatypes OF_W3C = new Datatypes(full());
    static final Datatypes OF_DGRAPH = new Datatypes(withShort());

    private Datatypes(Map<String, Datatype> all) {
        all.forEach(
                (name, meaning) -> {
                    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
                    int slot = slot(bytes, 0, bytes.length);
                    while (meanings[slot] != null) {
                        slot = slot + 1 & SLOTS - 1;
                    }
                    names[slot] = bytes;
                    meanings[slot] = meaning;
                });
    }

    private static Map<String, Datatype> full() {
        Map<String, Datatype> all = new HashMap<>();
        whole(all, "int integer long", Long.MIN_VALUE, Long.MAX_VALUE);
        whole(all, "short", Short.MIN_VALUE, Short.MAX_VALUE);
        whole(all, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
        whole(all, "unsignedLong nonNegativeInteger", 0, Long.MAX_VALUE);
        whole(all, "unsignedInt", 0, (1L << 32) - 1);
        whole(all, "unsignedShort", 0, (1L << 16) - 1);
        whole(all, "unsignedByte", 0, (1L << 8) - 1);
        // Dgraph does not check the sign of this one.
        whole(all, "positiveInteger", Long.MIN_VALUE, Long.MAX_VALUE);
        whole(all, "nonPositiveInteger", Long.MIN_VALUE, 0);
        whole(all, "negativeInteger", Long.MIN_VALUE, -1);
        put(all, ValueType.STRING, "string");
        put(all, ValueType.FLOAT, "double float");
        put(all, ValueType.BOOL, "boolean");
        put(all, ValueType.DATETIME, "date dateTime gYear gYearMonth");
        put(all, ValueType.BIGFLOAT, "decimal");
        return all;
    }

    private static Map<String, Datatype> withShort() {
        Map<String, Datatype> all = full();
        Map<ValueType, String> shortNames =
                Map.of(
                        ValueType.STRING, "xs:string",
                        ValueType.INT, "xs:int xs:integer xs:positiveInteger",
                        ValueType.FLOAT, "xs:double xs:float",
                        ValueType.BOOL, "xs:boolean",
                        ValueType.DATETIME, "xs:date xs:dateTime",
                        ValueType.BIGFLOAT, "xs:decimal",
                        ValueType.BINARY, "xs:base64Binary",
                        ValueType.PASSWORD, "xs:password",
                        ValueType.VECTOR, "xs:[]float32",
                        ValueType.GEO, "geo:geojson");
        shortNames.forEach(
                (type, words) -> {
                    for (String word : words.split(" ")) {
                        all.put(word, new Datatype(type));
                    }
                });
        return all;
    }

    private static void whole(Map<String, Datatype> all, String words, long min, long max) {
        for (String word : words.split(" ")) {
            all.put(XSD + word, new Datatype(ValueType.INT, min, max));
        }
    }

    private static void put(Map<String, Datatype> all, ValueType type, String words) {
        for (String word : words.split(" ")) {
            all.put(XSD + word, new Datatype(type));
        }
    }

    /** The meaning of a datatype, or null where it is not known. Hot. */
    @Nullable Datatype of(Span name) {
        int from = name.offset();
        int to = from + name.length();
        int slot = slot(name.bytes(), from, name.length());
        while (meanings[slot] != null) {
            if (names[slot].length == name.length()
                    && Arrays.equals(names[slot], 0, name.length(), name.bytes(), from, to)) {
                return meanings[slot];
            }
            slot = slot + 1 & SLOTS - 1;
        }
        return null;
    }

    private static int slot(byte[] bytes, int offset, int length) {
        int hash = length;
        for (int at = Math.max(offset, offset + length - 12); at < offset + length; at++) {
            hash = 31 * hash + bytes[at];
        }
        return (hash ^ hash >>> 8) & SLOTS - 1;
    }
}
