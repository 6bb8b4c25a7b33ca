package sluice.load;

import java.util.SplittableRandom;

/**
 * Statements of odd names, of every type of value and of facet, and at the borders of each, in one
 * of the two dialects.
 */
final class OddStatements {
    /** A predicate for each type of values, single and as a list where there are lists. */
    static final String SCHEMA =
            """
            <p:default>: default .
            <p:string>: string @lang @index(term, exact) .
            <p:strings>: [string] .
            <p:int>: int .
            <p:ints>: [int] .
            <p:float>: float .
            <p:floats>: [float] .
            <p:bool>: bool .
            <p:datetime>: datetime .
            <p:datetimes>: [datetime] .
            <p:geo>: geo .
            <p:bigfloat>: bigfloat .
            <p:binary>: binary .
            <p:vector>: float32vector .
            <p:link>: uid .
            <p:links>: [uid] @reverse @count .
            type <T> {
              <p:string>
            }
            """;

    /** Behind the schema where passwords are drawn. */
    static final String PASSWORD = "<p:password>: password .\n";

    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final String[] TEXTS = {
        "",
        "a",
        "\\\"",
        "\\\\",
        "\\n\\r\\t\\b\\f",
        "\\u0000\\u001F\\u007F",
        "\\uFFFE\\uFFFF",
        "\\U0001F600",
        "{}<>|^`",
        "é日本 ~@^^",
        "' . # (a=b)"
    };
    private static final String[] TAGS = {"en", "EN", "fr-CH", "x-1-2-3"};
    private static final String[] INTS = {
        "0", "-1", "7", "9223372036854775807", "-9223372036854775808", "+5", "007"
    };
    private static final String[] FLOATS = {
        "0",
        "-0",
        "1",
        "-1.5",
        "1e300",
        "4.9e-324",
        "Inf",
        "-Inf",
        "1e21",
        "123456.789",
        "1e6",
        "0x1p-3"
    };
    private static final String[] TIMES = {
        "2017",
        "2017-04",
        "2017-04-26",
        "2017-04-26T12:30:00Z",
        "1969-12-31T23:59:59.5Z",
        "2017-04-26T12:30:00.123456789+05:30",
        "0001-01-01T00:00:00-12:00",
        "9999-12-31T23:59:59Z"
    };
    private static final String[] GEOS = {
        "{'type':'Point','coordinates':[1.5,-2]}",
        "{'type':'Polygon','coordinates':[[[0,0],[1e-7,0],[1,1e21],[0,0]]]}",
        "{'type':'MultiPolygon','coordinates':[[[[0,0],[1,0],[1,1],[0,0]]]]}",
        "{'coordinates':[[1,2],[3,4]],'type':'LineString'}"
    };
    private static final String[] BIGFLOATS = {"0", "-1.50", "1e5", "3.14159265358979323846264338"};
    private static final String[] VECTORS = {
        "[]", "[1]", "[1.5, -2e10 0.1]", "[3.4028235e38,1e-45]"
    };
    private static final String[] FACETS = {
        "a=1",
        "b=-9223372036854775808",
        "c=1.0",
        "d=-0.0",
        "e=1e300",
        "f=Inf",
        "g=true",
        "h=false",
        "i=2017-04-26",
        "j=2017-04-26T12:30:00.5+02:00",
        "k=\"\"",
        "l=\"é\\\"\\\\\\n\\u0001\"",
        "m=",
        "日本=3",
        "n=\"2017\"",
        "o=1e6",
        "p=123456789.25"
    };

    private final SplittableRandom random;
    private final boolean w3c;

    OddStatements(SplittableRandom random, boolean w3c) {
        this.random = random;
        this.w3c = w3c;
    }

    /** Some statements, a line each. */
    String draw(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(subject()).append(' ').append(predicateAndObject());
            text.append(w3c ? "" : facets()).append(" .\n");
        }
        return text.toString();
    }

    private String subject() {
        int number = random.nextInt(20);
        return switch (random.nextInt(w3c ? 4 : 9)) {
            case 0 -> "<http://e/%d>".formatted(number);
            case 1 -> "_:b%d".formatted(number);
            case 2 -> "<urn:é\\u00e9%d?a=b&c[]#'()*,;=%%20@>".formatted(number);
            case 3 -> "_:日.%d-·".formatted(number);
            case 4 -> "<n%d>".formatted(number);
            case 5 -> "<0x%x>".formatted(random.nextLong() | 1);
            case 6 -> "<%d>".formatted(number + 1);
            case 7 -> "<a@b-%d.c~>".formatted(number);
            default -> "_:a:b:%d".formatted(number);
        };
    }

    private String predicateAndObject() {
        return switch (random.nextInt(18)) {
            case 0 -> "<p:default> " + quoted(TEXTS);
            case 1, 2 -> "<p:string> " + quoted(TEXTS) + tag();
            case 3 -> "<p:strings> " + quoted(TEXTS);
            case 4 -> "<p:int> " + quoted(INTS) + datatype("int");
            case 5 -> "<p:ints> " + quoted(INTS);
            case 6 -> "<p:float> " + quoted(FLOATS) + datatype("double");
            case 7 -> "<p:floats> " + quoted(FLOATS);
            case 8 -> "<p:bool> \"" + random.nextBoolean() + "\"";
            case 9 -> "<p:datetime> " + time();
            case 10 -> "<p:datetimes> " + time();
            case 11 -> "<p:geo> " + quoted(GEOS);
            case 12 -> "<p:bigfloat> " + quoted(BIGFLOATS);
            case 13 -> "<p:vector> " + quoted(VECTORS);
            case 14 -> "<p:link> " + subject();
            case 15 -> "<p:links> " + subject();
            case 16 ->
                    w3c
                            ? "<p:binary> " + quoted(TEXTS)
                            : "<p:password> \"$2a$10$" + random.nextInt() + "\"^^<xs:password>";
            default -> undeclared();
        };
    }

    /** A predicate that no schema has: values stay as they are written. */
    private String undeclared() {
        return switch (random.nextInt(6)) {
            case 0 -> "<q:é> " + quoted(TEXTS) + tag();
            case 1 -> "<q:é> " + quoted(INTS) + "^^<%sint>".formatted(XSD);
            case 2 -> "<q:é> " + quoted(TEXTS) + "^^<http://any/t\\u00FDpe>";
            case 3 -> "<q:é> " + quoted(TEXTS) + "^^<%sstring>".formatted(XSD);
            case 4 -> w3c ? "<q:w> \"thirteen\"^^<%sint>".formatted(XSD) : "<q@> " + subject();
            default -> "<q:links> " + subject();
        };
    }

    /** A time; of years without four digits too, which only a number of seconds can say. */
    private String time() {
        if (random.nextInt(4) == 0) {
            long seconds = random.nextLong() >> random.nextInt(10, 40);
            return "\"%d\"^^<%sinteger>".formatted(seconds, XSD);
        }
        return quoted(TIMES);
    }

    private String quoted(String[] texts) {
        return "\"" + texts[random.nextInt(texts.length)] + "\"";
    }

    private String tag() {
        return random.nextBoolean() ? "" : "@" + TAGS[random.nextInt(TAGS.length)];
    }

    private String datatype(String name) {
        return random.nextBoolean()
                ? ""
                : "^^<%s%s>".formatted(random.nextBoolean() && !w3c ? "xs:" : XSD, name);
    }

    private String facets() {
        if (random.nextInt(3) > 0) {
            return "";
        }
        StringBuilder facets = new StringBuilder();
        for (String facet : FACETS) {
            if (random.nextInt(6) == 0) {
                facets.append(facets.isEmpty() ? " (" : ",").append(facet);
            }
        }
        return facets.isEmpty() ? "" : facets.append(')').toString();
    }
}
