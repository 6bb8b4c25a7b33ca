package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Declarations that cannot be made wrong, their merge, and the numbers of indexes. */
class SchemaTest {
    private static final PredicateRows ROWS = _ -> true;
    private static final PredicateRows NO_ROWS = _ -> false;

    @Test
    void declarationsMoveToOneNamespace() {
        Schema schema =
                SchemaReader.read(
                        "s",
                        "name: string @index(exact) .\n[0x10] name: string .\n[0x11] age: int .\n"
                                + "type T {\n  name\n}\n[0x10] type T {\n  name\n  age\n}\n");
        assertEquals(
                "[0x5] <age>: int .\n[0x5] <name>: string @index(exact) .\n",
                schema.in(5)
                        .text()
                        .lines()
                        .limit(2)
                        .map(line -> line + "\n")
                        .reduce("", String::concat));
        assertEquals(1, schema.in(5).types().size());
        assertEquals("<age>: int .", schema.in(0).text().lines().findFirst().orElse(""));
    }

    @Test
    void declarationThatContradictsItselfCannotBeMade() {
        assertWrong("~a", ValueType.INT, false, Set.of(), Tokenizer.INT);
        assertWrong("a b", ValueType.INT, false, Set.of(), Tokenizer.INT);
        assertWrong("a", ValueType.OTHER, false, Set.of());
        assertWrong("a", ValueType.BOOL, true, Set.of());
        assertWrong("a", ValueType.INT, false, Set.of(Directive.REVERSE));
        assertWrong("a", ValueType.INT, false, Set.of(Directive.LANG));
        assertWrong("a", ValueType.INT, false, Set.of(), Tokenizer.EXACT);
        assertWrong("a", ValueType.INT, false, Set.of(), Tokenizer.INT, Tokenizer.INT);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Index(Tokenizer.EXACT, Map.of("metric", "x")));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Index(Tokenizer.HNSW, Map.of("metric", "\"")));
        assertThrows(
                IllegalArgumentException.class,
                () -> new TypeDefinition(0, "A", List.of("a", "a")));
    }

    private static void assertWrong(
            String name,
            ValueType type,
            boolean isList,
            Set<Directive> directives,
            Tokenizer... tokenizers) {
        List<Index> indexes = List.of(tokenizers).stream().map(Index::of).toList();
        assertThrows(
                IllegalArgumentException.class,
                () -> new Predicate(0, name, type, isList, directives, indexes));
    }

    @Test
    void declarationKeepsACopyInCanonicalOrder() {
        Set<Directive> directives = EnumSet.of(Directive.LANG);
        Predicate predicate =
                new Predicate(
                        0,
                        "a",
                        ValueType.STRING,
                        false,
                        directives,
                        List.of(Index.of(Tokenizer.TERM), Index.of(Tokenizer.EXACT)));
        directives.clear();
        assertEquals("<a>: string @index(exact, term) @lang .", predicate.declaration());
    }

    @Test
    void laterSchemaAddsPredicatesIndexesAndDirectivesAndTakesNothingAway() {
        Schema before =
                schema("a: string @index(term) @count .\nb: int .\ntype A {\na\n}\ntype B {\n}");
        Schema later = schema("a: string @index(exact) @lang .\nc: [uid] .\ntype A {\nb\n}");
        assertEquals(
                """
                <a>: string @index(exact, term) @count @lang .
                <b>: int .
                <c>: [uid] .
                type <A> {
                  <b>
                }
                type <B> {
                }
                """,
                before.with(later, ROWS).text());
    }

    @Test
    void changedTypeIsAnErrorUnlessThereAreNoRows() {
        Schema before = schema("a: int @index(int) .");
        for (String later : List.of("a: [int] .", "a: string .")) {
            SluiceException e =
                    assertThrows(
                            SluiceException.class, () -> before.with(schema(later), ROWS), later);
            assertEquals(ErrorCode.CONFIG, e.code());
            assertTrue(e.getMessage().startsWith("<a>: the store has rows of int,"), e.toString());
            assertEquals(schema(later), before.with(schema(later), NO_ROWS));
        }
    }

    @Test
    void reverseIsNotAddedToLinksThatHaveNone() {
        Schema before = schema("a: [uid] .");
        Schema later = schema("a: [uid] @reverse .");
        assertThrows(SluiceException.class, () -> before.with(later, ROWS));
        assertEquals(later, before.with(later, NO_ROWS));
        assertEquals(later, later.with(before, ROWS));
    }

    @Test
    void secondSortableIndexIsNotAdded() {
        Schema before = schema("a: datetime @index(year) .");
        SluiceException e =
                assertThrows(
                        SluiceException.class,
                        () -> before.with(schema("a: datetime @index(hour) ."), ROWS));
        assertTrue(e.getMessage().contains("with the index year that the store has"));
    }

    @Test
    void namespacesAreApart() {
        Schema before = schema("a: int .");
        Schema merged = before.with(schema("[1] a: string ."), ROWS);
        assertEquals("<a>: int .\n[0x1] <a>: string .\n", merged.text());
        assertEquals(ValueType.STRING, merged.predicate(1, "a").orElseThrow().type());
        assertFalse(merged.predicate(2, "a").isPresent());
    }

    @Test
    void numbersOfIndexesStayAndAreNeverUsedAgain() {
        IndexNumbers first = IndexNumbers.NONE.with(schema("b: string @index(term) ."));
        Schema later = schema("a: [uid] @reverse @count .\nb: string @index(exact, term) .");
        IndexNumbers second = first.with(later);
        assertEquals(
                """
                # next index 5
                # index 2 count <a>
                # index 4 exact <b>
                # index 1 term <b>
                # index 3 count <~a>
                """,
                second.text());
        assertEquals(OptionalInt.of(1), second.number(key("b", Tokenizer.TERM)));
        assertEquals(OptionalInt.empty(), second.number(key("b", Tokenizer.HASH)));
        assertEquals(second, second.with(Schema.EMPTY));
        IndexNumbers third = new IndexNumbers(Map.of(), 5).with(schema("b: int @index(int) ."));
        assertEquals(OptionalInt.of(5), third.number(key("b", Tokenizer.INT)));
    }

    @Test
    void indexesThatAreNotBuiltGetNoNumber() {
        Schema schema = schema("a: string @index(ngram) .\nb: geo @index(geo) .");
        assertEquals(IndexNumbers.NONE, IndexNumbers.NONE.with(schema));
    }

    @Test
    void storedTextReadsBackAsSchemaAndNumbers() {
        Schema schema =
                schema("a: string @index(exact,term) @count .\n[0x1f] <x#y>: [uid] @count .");
        IndexNumbers numbers = IndexNumbers.NONE.with(schema);
        String text = schema.text() + numbers.text();
        assertEquals(schema, SchemaReader.read("schema-1", text));
        assertEquals(numbers, IndexNumbers.read("schema-1", text));
    }

    @Test
    void damagedNumbersAreAnErrorThatNamesTheFile() {
        for (String text :
                List.of(
                        "",
                        "# next index 2\n# index 2 exact <a>",
                        "# next index 3\n# index 1 exact <a>\n# index 1 exact <b>",
                        "# next index 3\n# index 1 exact <a>\n# index 2 exact <a>",
                        "# next index 3\n# index 1 exakt <a>",
                        "# next index 3\n# index 0 exact <a>",
                        "# next index 3\n# index one exact <a>",
                        "# next index 3\n# index 1 exact [0x1ffffffffffffffff] <a>")) {
            SluiceException e =
                    assertThrows(SluiceException.class, () -> IndexNumbers.read("f", text), text);
            assertEquals(ErrorCode.CORRUPTION, e.code());
            assertTrue(e.getMessage().startsWith("f: "), e.getMessage());
        }
    }

    private static IndexNumbers.Key key(String predicate, Tokenizer tokenizer) {
        return new IndexNumbers.Key(0, predicate, tokenizer);
    }

    private static Schema schema(String text) {
        return SchemaReader.read("s", text);
    }
}
