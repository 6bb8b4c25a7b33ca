package sluice.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Objects of Dgraph's JSON drawn at random, with what each says beside it, as rows and as
 * statements of RDF: few nodes, so that values change. For {@link RandomStatements#SCHEMA}.
 */
final class RandomObjects {
    private static final String[] LANGUAGES = {"en", "FR", "fr", "de-CH"};
    private static final String[] TEXTS = {
        "Ann", "Bob \\\"the\\\" Builder", "", "a\\nb", "\\u00e9t\\u00E9", "日本", "x\\\\y", "tab\\t"
    };
    private static final String[] MEANT = {
        "Ann", "Bob \"the\" Builder", "", "a\nb", "été", "日本", "x\\y", "tab\t"
    };

    /** Stands for the place of the object, which is not known before it is written. */
    private static final String PLACE = "\u0001";

    private final SplittableRandom random;
    private final int nodes;

    /** Whether all nodes have names, and all values a form in RDF. */
    private final boolean named;

    RandomObjects(SplittableRandom random, int nodes, boolean named) {
        this.random = random;
        this.nodes = nodes;
        this.named = named;
    }

    /** How objects are put into a file. */
    enum Shape {
        /** One a line, in an array. */
        ARRAY,
        /** One a line. */
        LINES,
        /** One behind the other. */
        JOINED,
        /** An array whose objects go over several lines. */
        INDENTED
    }

    /** The members of an object, what it says, and the same as statements. */
    private final class Draft {
        final StringBuilder json = new StringBuilder();
        final List<Said.Row> rows = new ArrayList<>();
        final List<String> statements = new ArrayList<>();
        int nodeCount;

        void draw() {
            node(0, "", "");
        }

        /** Appends a node and returns its name. */
        private String node(int depth, String link, String subjectOfLink) {
            int number = nodeCount++;
            String name = name(number);
            json.append('{');
            List<String> members = new ArrayList<>();
            if (!name.startsWith("_:@") || random.nextInt(3) == 0) {
                members.add("uid");
            }
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                String[] all = {
                    "name", "name@", "nick", "age", "height", "alive", "born", "note", "follows",
                    "boss", "likes"
                };
                String member = all[random.nextInt(depth < 2 ? all.length : 8)];
                if (!members.contains(member)) {
                    members.add(random.nextInt(members.size() + 1), member);
                }
            }
            if (!link.isEmpty()) {
                Facet facet = facet();
                say(subjectOfLink, link, name, facet);
                if (!facet.json().isEmpty()) {
                    members.add("|" + link + facet.json());
                }
            }
            for (int i = 0; i < members.size(); i++) {
                json.append(i == 0 ? "" : ",");
                member(members.get(i), name, depth);
            }
            json.append('}');
            return name;
        }

        private String name(int number) {
            int kind = random.nextInt(named ? 2 : 3);
            return switch (kind) {
                case 0 -> "_:b%d".formatted(random.nextInt(nodes));
                case 1 -> "<0x%x>".formatted(1 + random.nextInt(nodes));
                default -> "_:@" + PLACE + (number == 0 ? "" : "." + number);
            };
        }

        private void say(String subject, String link, String object, Facet facet) {
            rows.add(new Said.Row(subject + " " + link + " " + object, facet.meant()));
            if (link.equals("follows")) {
                rows.add(new Said.Row(object + " ~" + link + " " + subject, facet.meant()));
            }
            statements.add("%s <%s> %s %s.".formatted(subject, link, object, facet.rdf()));
        }

        private void member(String member, String name, int depth) {
            if (member.startsWith("|")) {
                int quote = member.indexOf('=');
                json.append(
                        "\"%s\":%s"
                                .formatted(
                                        member.substring(1, quote), member.substring(quote + 1)));
                return;
            }
            switch (member) {
                case "uid" -> json.append("\"uid\":").append(uid(name));
                case "follows", "boss", "likes" -> nested(member, name, depth);
                case "nick", "note" -> list(member, name);
                case "name@" -> {
                    String language = LANGUAGES[random.nextInt(LANGUAGES.length)];
                    int text = random.nextInt(TEXTS.length);
                    value(
                            name,
                            "name@" + language,
                            "@" + language.toLowerCase(Locale.ROOT),
                            "\"" + TEXTS[text] + "\"",
                            "\"%s\"@%s".formatted(TEXTS[text], language),
                            "string@%s %s".formatted(language, MEANT[text]));
                }
                default -> scalar(member, name);
            }
        }

        private void scalar(String member, String name) {
            switch (member) {
                case "name" -> {
                    int text = random.nextInt(TEXTS.length);
                    String written = "\"" + TEXTS[text] + "\"";
                    value(name, member, "", written, written, "string " + MEANT[text]);
                }
                case "age" -> {
                    long age = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(300);
                    String written = random.nextBoolean() ? "" + age : "\"" + age + "\"";
                    value(name, member, "", written, "\"" + age + "\"", "int " + age);
                }
                case "height" -> {
                    double height = random.nextInt(-400, 400) / 8.0;
                    value(name, member, "", "" + height, "\"" + height + "\"", "float " + height);
                }
                case "alive" -> {
                    boolean alive = random.nextBoolean();
                    value(name, member, "", "" + alive, "\"" + alive + "\"", "bool " + alive);
                }
                default -> {
                    int day = random.nextInt(28);
                    String written = "\"2001-02-%02d\"".formatted(day + 1);
                    long seconds = 980_985_600L + 86_400L * day;
                    value(name, member, "", written, written, "datetime %d,0,0".formatted(seconds));
                }
            }
        }

        private void value(
                String name, String member, String slot, String written, String rdf, String meant) {
            Facet facet = facet();
            String predicate = member.replaceFirst("@.*", "");
            json.append("\"%s\":%s".formatted(member, written));
            if (!facet.json().isEmpty()) {
                int quote = facet.json().indexOf('=');
                json.append(
                        ",\"%s%s\":%s"
                                .formatted(
                                        member,
                                        facet.json().substring(0, quote),
                                        facet.json().substring(quote + 1)));
            }
            rows.add(
                    new Said.Row(
                            name + " " + predicate + " [" + slot + "]", meant + facet.meant()));
            statements.add("%s <%s> %s %s.".formatted(name, predicate, rdf, facet.rdf()));
        }

        /** A list of texts, or for a predicate that is not declared perhaps of other values. */
        private void list(String member, String name) {
            int count = random.nextInt(3);
            List<String> items = new ArrayList<>();
            Map<Integer, Facet> facets = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                int text = random.nextInt(TEXTS.length);
                String written = "\"" + TEXTS[text] + "\"";
                String meant = "string " + MEANT[text];
                if (!named && member.equals("note") && random.nextBoolean()) {
                    written = random.nextBoolean() ? "true" : "" + text;
                    meant = written.equals("true") ? "bool true" : "int " + text;
                }
                Facet facet =
                        random.nextInt(3) == 0 ? new Facet("|w=7", "(w=7) ", "{w=int 7}") : NONE;
                facets.put(i, facet);
                items.add(written);
                rows.add(
                        new Said.Row(
                                "%s %s [=%s]".formatted(name, member, meant),
                                meant + facet.meant()));
                statements.add("%s <%s> %s %s.".formatted(name, member, written, facet.rdf()));
            }
            json.append("\"%s\":[%s]".formatted(member, String.join(", ", items)));
            StringBuilder positions = new StringBuilder();
            facets.forEach(
                    (at, facet) ->
                            positions.append(
                                    facet == NONE
                                            ? ""
                                            : (positions.isEmpty() ? "" : ",")
                                                    + "\"%d\":7".formatted(at)));
            if (!positions.isEmpty()) {
                json.append(",\"%s|w\":{%s}".formatted(member, positions));
            }
        }

        private void nested(String member, String name, int depth) {
            int count = random.nextInt(4);
            json.append("\"%s\":".formatted(member)).append(count == 1 ? "" : "[");
            for (int i = 0; i < count; i++) {
                json.append(i == 0 ? "" : ",");
                node(depth + 1, member, name);
            }
            json.append(count == 1 ? "" : "]");
        }
    }

    private String uid(String name) {
        if (name.startsWith("_:@")) {
            return random.nextBoolean() ? "null" : "\"\"";
        }
        if (name.startsWith("_:")) {
            return "\"" + name + "\"";
        }
        String uid = name.substring(1, name.length() - 1);
        return random.nextBoolean() ? "\"" + uid + "\"" : "" + Long.decode(uid);
    }

    /** A facet: behind the name of its member, in RDF, and as it is stored. */
    private record Facet(String json, String rdf, String meant) {}

    private static final Facet NONE = new Facet("", "", "");

    private Facet facet() {
        return switch (random.nextInt(6)) {
            case 0 ->
                    new Facet(
                            "|since=\"2017-04-26T00:00:00Z\"",
                            "(since=2017-04-26) ",
                            "{since=datetime 1493164800,0,0}");
            case 1 -> {
                int weight = random.nextInt(-9, 9);
                yield new Facet(
                        "|w=" + weight,
                        "( w = %d ) ".formatted(weight),
                        "{w=int %d}".formatted(weight));
            }
            case 2 -> new Facet("|q=\"a b\"", "(q=\"a b\") ", "{q=string a b}");
            default -> NONE;
        };
    }

    /**
     * Objects in a file.
     *
     * @param said what each object says, with its text
     */
    record File(String text, List<Said> said, List<String> statements) {}

    /** A file of {@code count} objects that is the file {@code index} of the load {@code load}. */
    File file(int count, Shape shape, int load, int index) {
        StringBuilder text = new StringBuilder(isArray(shape) ? "[\n" : "");
        int bytes = text.length();
        List<Said> said = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Draft draft = new Draft();
            draft.draw();
            String json = draft.json.toString();
            if (shape == Shape.INDENTED) {
                json = json.replace(",\"", ",\n    \"");
            }
            String before = i == 0 ? "" : isArray(shape) ? ",\n" : shape == Shape.LINES ? "\n" : "";
            String indent = shape == Shape.INDENTED ? "  " : "";
            text.append(before).append(indent).append(json);
            String place =
                    "%d.%d.%d".formatted(load, index, bytes + before.length() + indent.length());
            bytes += (before + indent + json).getBytes(StandardCharsets.UTF_8).length;
            List<Said.Row> rows =
                    draft.rows.stream()
                            .map(
                                    row ->
                                            new Said.Row(
                                                    row.key().replace(PLACE, place), row.content()))
                            .toList();
            said.add(new Said(json, rows));
            statements.addAll(draft.statements);
        }
        text.append(isArray(shape) ? "\n]\n" : "\n");
        return new File(text.toString(), said, statements);
    }

    private static boolean isArray(Shape shape) {
        return shape == Shape.ARRAY || shape == Shape.INDENTED;
    }
}
