package sluice.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void textStandsLeftAndFiguresRight() {
        TextTable table = new TextTable(TextTable.left(), TextTable.right());
        table.row("a", "1", "20");
        table.row("bcd", "2,000", "3");
        assertEquals("a        1  20\nbcd  2,000   3\n", table.text());
    }

    @Test
    void aColumnIsAsWideAsDeclaredAndLinesEndWithoutBlanks() {
        TextTable table = new TextTable(TextTable.left(5), TextTable.left(9));
        table.row("é😀", "x");
        table.row("a");
        assertEquals("é😀     x\na\n", table.text());
    }

    @Test
    void amountsStandBetweenNamesAndNotes() {
        TextTable table = TextTable.ofAmounts(1);
        table.row("a", "1", "file");
        table.row("bcd", "2,000", "rows");
        table.row("e");
        assertEquals("  a        1  file\n  bcd  2,000  rows\n  e\n", table.text());
    }

    @Test
    void markdownHasTheSameCells() {
        TextTable table = new TextTable(TextTable.left(), TextTable.right());
        table.row("what", "measured");
        table.row("lists", "12");
        assertEquals(
                """
                | what | measured |
                |---|---:|
                | lists | 12 |
                """,
                table.markdown());
    }
}
