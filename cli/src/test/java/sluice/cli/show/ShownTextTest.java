package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.SmallFiles;
import sluice.cli.console.PeakMemory;
import sluice.cli.console.Terminal;
import sluice.report.Amounts;

class ShownTextTest {
    @TempDir private Path directory;

    @Test
    void dataThatIsTextIsShownAsText() {
        assertEquals("a\\tb\\n", data("a\tb\n"));
        assertEquals("日本", data("日本"));
        assertEquals("", data(""));
    }

    @Test
    void dataThatCouldMoveTheCursorIsHexadecimal() {
        assertEquals("0x1b5b324a", data("\u001b[2J"));
        assertEquals("0xe280ae", data("\u202e"));
        assertEquals("0xff", ShownText.of(new Findings.Value.Data(new byte[] {-1})));
    }

    @Test
    void namesCannotMoveTheCursor() {
        assertEquals("\ufffd[2J", ShownText.of(new Findings.Value.Id(1, "\u001b[2J")));
    }

    @Test
    void textIsCutByColumnsNotCharacters() {
        assertEquals("日…", ShownText.cut("日本語", 4, true));
        assertEquals("日本語", ShownText.cut("日本語", 6, true));
        assertEquals("ab...", ShownText.cut("abcdefgh", 5, false));
        assertEquals("", ShownText.cut("abcdefgh", 2, false));
    }

    @Test
    void tableFitsTheTerminal() throws IOException {
        SmallFiles.writeTo(directory);
        String graph = directory.resolve("graph").toString();
        CommandRun load =
                CommandRun.of(
                        "load",
                        graph,
                        directory.resolve("links.tsv").toString(),
                        "--memory=256m",
                        "--threads=1");
        assertEquals(0, load.status(), load::errors);
        for (int columns = 20; columns <= 120; columns += 20) {
            int width = columns;
            Terminal terminal = new Terminal(true, false, true, () -> width);
            CommandRun run = CommandRun.of(terminal, false, "query", graph, "links", "2", "4");
            String table = run.output();
            assertTrue(table.lines().limit(2).allMatch(line -> line.length() <= width), table);
            assertTrue(table.contains("…"), table);
        }
    }

    @Test
    void amountsAreBrief() {
        assertEquals("0", Amounts.brief(0));
        assertEquals("999", Amounts.brief(999.4));
        assertEquals("1.00 k", Amounts.brief(999.5));
        assertEquals("9.99 k", Amounts.brief(9_990));
        assertEquals("10.0 k", Amounts.brief(9_996));
        assertEquals("100 k", Amounts.brief(99_960));
        assertEquals("1.00 M", Amounts.brief(999_600));
        assertEquals("9.22 EB", Amounts.bytes(9.223e18));
        assertEquals("59.99 s", Amounts.elapsed(59.99));
        assertEquals("1:00", Amounts.elapsed(59.996));
        assertEquals("2:03:07", Amounts.elapsed(2 * 3600 + 3 * 60 + 7));
    }

    @Test
    void peakMemoryIsReadInKibibytes() {
        assertEquals(
                OptionalLong.of(48312L << 10),
                PeakMemory.parse("VmHWM:\t  90000 kB\nRssAnon:\t   48312 kB\n"));
        assertEquals(OptionalLong.empty(), PeakMemory.parse("VmHWM:\t  90000 kB\n"));
    }

    private static String data(String text) {
        return ShownText.of(new Findings.Value.Data(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void controlCharactersOfNamesCannotMoveTheCursor() {
        assertEquals("a\ufffd[2Jé😀", ShownText.visible("a\u001b[2Jé😀"));
    }
}
