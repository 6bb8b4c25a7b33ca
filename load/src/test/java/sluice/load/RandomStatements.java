package sluice.load;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Statements drawn at random, with what each says beside its line: few nodes, so that values change
 * and statements repeat, and one hub.
 */
final class RandomStatements {
    static final String SCHEMA =
            """
            name: string @index(exact) @lang .
            nick: [string] .
            age: int @index(int) .
            height: float .
            alive: bool .
            born: datetime .
            follows: [uid] @reverse .
            boss: uid .
            """;

    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final String[] LANGUAGES = {"en", "FR", "fr", "de-CH"};
    private static final String[] TEXTS = {
        "Ann", "Bob \\\"the\\\" Builder", "", "a\\nb", "\\u00e9t\\u00E9", "日本", "x\\\\y", "tab\\t"
    };
    private static final String[] MEANT = {
        "Ann", "Bob \"the\" Builder", "", "a\nb", "été", "日本", "x\\y", "tab\t"
    };

    private final SplittableRandom random;
    private final int nodes;

    RandomStatements(SplittableRandom random, int nodes) {
        this.random = random;
        this.nodes = nodes;
    }

    List<Said> draw(int count) {
        List<Said> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(draw());
        }
        return drawn;
    }

    private Said draw() {
        String subject = node();
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> link(subject, "follows", true);
            case 3 -> link(subject, "boss", false);
            case 4 -> link(subject, "http://example.org/likes", false);
            case 5 -> name(subject);
            case 6 -> text(subject, "nick", true);
            case 7 -> age(subject);
            case 8 -> height(subject);
            case 9 -> alive(subject);
            case 10 -> born(subject);
            default -> note(subject);
        };
    }

    private String node() {
        int number = random.nextInt(4) == 0 ? 0 : random.nextInt(nodes);
        return switch (number % 4) {
            case 0 -> "<n%d>".formatted(number);
            case 1 -> "<http://example.org/%d>".formatted(number);
            case 2 -> "_:b%d".formatted(number);
            default -> "<0x%x>".formatted(number);
        };
    }

    private Said link(String subject, String predicate, boolean inverse) {
        String object = node();
        Facets facets = facets();
        String line = "%s <%s> %s %s.".formatted(subject, predicate, object, facets.written());
        List<Said.Row> rows = new ArrayList<>();
        rows.add(new Said.Row(subject + " " + predicate + " " + object, facets.meant()));
        if (inverse) {
            rows.add(new Said.Row(object + " ~" + predicate + " " + subject, facets.meant()));
        }
        return new Said(line, rows);
    }

    private Said name(String subject) {
        int text = random.nextInt(TEXTS.length);
        if (random.nextBoolean()) {
            return value(subject, "name", "", "\"" + TEXTS[text] + "\"", "string " + MEANT[text]);
        }
        String language = LANGUAGES[random.nextInt(LANGUAGES.length)];
        return value(
                subject,
                "name",
                "@" + language.toLowerCase(Locale.ROOT),
                "\"%s\"@%s".formatted(TEXTS[text], language),
                "string@%s %s".formatted(language, MEANT[text]));
    }

    private Said text(String subject, String predicate, boolean list) {
        int text = random.nextInt(TEXTS.length);
        String meant = "string " + MEANT[text];
        return value(subject, predicate, list ? "=" + meant : "", "\"" + TEXTS[text] + "\"", meant);
    }

    private Said age(String subject) {
        long age = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(-3, 300);
        String type = random.nextBoolean() ? "" : "^^<xs:int>";
        return value(subject, "age", "", "\"%d\"%s".formatted(age, type), "int " + age);
    }

    private Said height(String subject) {
        double height = random.nextInt(-400, 400) / 8.0;
        return value(subject, "height", "", "\"%s\"".formatted(height), "float " + height);
    }

    private Said alive(String subject) {
        boolean alive = random.nextBoolean();
        return value(subject, "alive", "", "\"%s\"".formatted(alive), "bool " + alive);
    }

    private Said born(String subject) {
        LocalDate day = LocalDate.ofEpochDay(random.nextInt(-40_000, 40_000));
        long seconds = day.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
        return value(
                subject, "born", "", "\"%s\"".formatted(day), "datetime %d,0,0".formatted(seconds));
    }

    private Said note(String subject) {
        int text = random.nextInt(TEXTS.length);
        return switch (random.nextInt(3)) {
            case 0 -> text(subject, "note", true);
            case 1 -> {
                String meant = "string@en " + MEANT[text];
                yield value(
                        subject, "note", "=" + meant, "\"%s\"@en".formatted(TEXTS[text]), meant);
            }
            default -> {
                int number = random.nextInt(5);
                String meant = "other^%sbyte %d".formatted(XSD, number);
                yield value(
                        subject,
                        "note",
                        "=" + meant,
                        "\"%d\"^^<%sbyte>".formatted(number, XSD),
                        meant);
            }
        };
    }

    private Said value(
            String subject, String predicate, String slot, String written, String meant) {
        Facets facets = facets();
        String line = "%s <%s> %s %s.".formatted(subject, predicate, written, facets.written());
        return new Said(
                line,
                List.of(
                        new Said.Row(
                                subject + " " + predicate + " [" + slot + "]",
                                meant + facets.meant())));
    }

    private record Facets(String written, String meant) {}

    private Facets facets() {
        return switch (random.nextInt(6)) {
            case 0 ->
                    new Facets(
                            "(since=2017-04-26, close=true) ",
                            "{close=bool true, since=datetime 1493164800,0,0}");
            case 1 -> {
                int weight = random.nextInt(-9, 9);
                yield new Facets("( w = %d ) ".formatted(weight), "{w=int %d}".formatted(weight));
            }
            case 2 -> new Facets("(q=\"a b\") ", "{q=string a b}");
            default -> new Facets("", "");
        };
    }
}
