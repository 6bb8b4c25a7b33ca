package sluice.load;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random people, some of them twice, as rows of CSV and as statements of RDF that say the same. */
final class RandomPeople {
    static final String SCHEMA =
            """
            name: string @index(exact, term) @lang .
            age: int @index(int) .
            height: float @index(float) .
            alive: bool @index(bool) .
            born: datetime @index(year) .
            nick: [string] @index(hash) .
            follows: [uid] @reverse @count .
            """;

    /** The mapping under which {@code people.csv} and {@code follows.csv} say what RDF says. */
    static final String MAPPING =
            """
            relations:
              - files: people*.csv
                node: Person
                id: {column: id, group: ""}
                properties: [name, "name@fr", age, height, alive, born, "nick:string[]", note]
              - files: follows*.csv
                link: follows
                id1: {column: who, group: ""}
                id2: {column: whom, group: ""}
            """;

    private static final String HEADER = "id,name,name@fr,age,height,alive,born,nick,note\n";
    private static final String[] WORDS = {
        "Ann",
        "Bob Lee",
        "\u00fcber",
        "a,b",
        "say \"hi\"",
        "back\\slash",
        "two\nlines",
        "\u65e5\u672c",
        " x "
    };

    private final RandomGenerator random;
    private final int people;
    private final StringBuilder rows = new StringBuilder(HEADER);
    private final StringBuilder statements = new StringBuilder();
    private final StringBuilder links = new StringBuilder("who,whom\n");

    RandomPeople(RandomGenerator random, int people) {
        this.random = random;
        this.people = people;
    }

    /** Adds {@code count} rows of people and as many links. */
    RandomPeople draw(int count) {
        for (int row = 0; row < count; row++) {
            person();
            String who = id();
            String whom = id();
            links.append(who).append(',').append(whom).append('\n');
            statements.append("<%s> <follows> <%s> .\n".formatted(who, whom));
        }
        return this;
    }

    String people() {
        return rows.toString();
    }

    String follows() {
        return links.toString();
    }

    String statements() {
        return statements.toString();
    }

    private String id() {
        return "p" + random.nextInt(people);
    }

    private void person() {
        String id = id();
        List<String> fields = new ArrayList<>(List.of(id));
        fields.add(value(id, "name", "", maybe(word())));
        fields.add(value(id, "name", "@fr", maybe(word())));
        fields.add(value(id, "age", "", maybe(String.valueOf(random.nextInt(-5, 100)))));
        fields.add(value(id, "height", "", maybe(random.nextInt(100, 200) / 100.0 + "")));
        fields.add(value(id, "alive", "", maybe(String.valueOf(random.nextBoolean()))));
        fields.add(
                value(id, "born", "", maybe("%d-0%d-17".formatted(1900 + random.nextInt(100), 4))));
        List<String> nicks = new ArrayList<>();
        for (int nick = random.nextInt(4); nick > 0; nick--) {
            nicks.add(value(id, "nick", "", "n" + random.nextInt(20)));
        }
        fields.add(String.join(";", nicks));
        fields.add(value(id, "note", "", maybe(word() + random.nextInt(10))));
        rows.append(String.join(",", fields.stream().map(this::quoted).toList())).append('\n');
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    private String maybe(String text) {
        return random.nextInt(4) == 0 ? "" : text;
    }

    /** States a value that is there, and returns it. */
    private String value(String id, String predicate, String language, String value) {
        if (!value.isEmpty()) {
            String literal = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
            statements.append("<%s> <%s> \"%s\"%s .\n".formatted(id, predicate, literal, language));
        }
        return value;
    }

    private String quoted(String field) {
        boolean must = field.chars().anyMatch(letter -> ",\"\n".indexOf(letter) >= 0);
        return must || random.nextBoolean() ? '"' + field.replace("\"", "\"\"") + '"' : field;
    }
}
