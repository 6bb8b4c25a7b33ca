package sluice.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A type of Dgraph, and the datatypes that mean it. Texts of these are checked. */
public enum KnownType {
    STRING("xs:string", "#string"),
    INT("xs:int", "xs:integer", "xs:positiveInteger", "#int", "#integer", "#positiveInteger"),
    FLOAT("xs:double", "xs:float", "#double", "#float"),
    BOOL("xs:boolean", "#boolean"),
    DATETIME("xs:date", "xs:dateTime", "#date", "#dateTime", "#gYear", "#gYearMonth"),
    BIGFLOAT("xs:decimal"),
    BINARY("xs:base64Binary"),
    PASSWORD("xs:password"),
    VECTOR("xs:[]float32"),
    GEO("geo:geojson");

    private static final KnownType[] ALL = values();

    private final byte[][] datatypes;

    KnownType(String... datatypes) {
        this.datatypes = new byte[datatypes.length][];
        for (int index = 0; index < datatypes.length; index++) {
            String name = datatypes[index];
            String whole = name.startsWith("#") ? "http://www.w3.org/2001/XMLSchema" + name : name;
            this.datatypes[index] = whole.getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** The type that {@code datatype} means, or null. Cost: some dozen comparisons of lengths. */
    static @Nullable KnownType of(Span datatype) {
        int from = datatype.offset();
        int to = from + datatype.length();
        for (KnownType type : ALL) {
            for (byte[] name : type.datatypes) {
                if (name.length == datatype.length()
                        && Arrays.equals(name, 0, name.length, datatype.bytes(), from, to)) {
                    return type;
                }
            }
        }
        return null;
    }
}
