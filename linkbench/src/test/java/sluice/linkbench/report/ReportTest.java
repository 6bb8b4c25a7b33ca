package sluice.linkbench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.report.Scale;

class ReportTest {
    @TempDir private Path directory;

    /** A run of two operations in two seconds. */
    private static ResultDocument document(String store, int speed) throws IOException {
        String latencies =
                """
                {"mean_nanos": %1$d, "p50_nanos": %1$d, "p95_nanos": %2$d, "p99_nanos": %2$d,
                 "p99_9_nanos": %3$d, "p99_99_nanos": %3$d, "max_nanos": %3$d,
                 "curve": [[0, %1$d], [50, %1$d], [99, %2$d], [100, %3$d]]}
                """
                        .formatted(2000 / speed, 40_000 / speed, 3_000_000 / speed);
        String json =
                """
                {"benchmark": "linkbench", "format": 1, "store": "%s", "profile": "legacy",
                 "distribution": "built-in", "sound": true, "warnings": ["few ids"],
                 "machine": {"cores": 2},
                 "settings": {"used": {"maxid1": "%d", "requesters": "4"}},
                 "run": {"loop": "closed", "requesters": 4, "nanos": 2000000000,
                         "requests": 1000, "requests_per_second": %d,
                         "errors": 3, "aborted_requesters": 1, "failures": ["lost <b>"]},
                 "operations": [
                   {"operation": "get_node", "requests": 750, "errors": 0, "hits": 600,
                    "rows": 600, "bytes": 7500, "response": %s},
                   {"operation": "add_link", "requests": 250, "errors": 3, "hits": 0,
                    "rows": 250, "bytes": 2500, "response": %s},
                   {"operation": "add_node", "requests": 0, "errors": 0}],
                 "intervals": [
                   {"second": 0, "requests": 400, "p50_nanos": 2000, "p99_nanos": 40000},
                   {"second": 1, "requests": 600, "p50_nanos": 2000, "p99_nanos": 40000}],
                 "verification": {"lists": 12, "wrong": 1, "problems": ["list (1, 2) is wrong"]}}
                """
                        .formatted(store, 100 * speed, 500 * speed, latencies, latencies);
        return ResultDocument.of(new ObjectMapper().readTree(json));
    }

    @Test
    void oneResultIsATable() throws IOException {
        assertEquals(
                """
                operation  requests  share   hits  rows      p50      p95      p99    p99.9   p99.99      max
                get_node        750  75.0%  80.0%  0.80  2.00 µs  40.0 µs  40.0 µs  3.00 ms  3.00 ms  3.00 ms
                add_link        250  25.0%   0.0%  1.00  2.00 µs  40.0 µs  40.0 µs  3.00 ms  3.00 ms  3.00 ms

                500 requests/s; memory, legacy, closed loop, 4 requesters, 2.00 s
                3 requests failed, 1 requesters gave up: ["lost <b>"]
                12 lists counted, 1 counts wrong
                list (1, 2) is wrong
                """,
                TextReport.of(document("memory", 1)));
    }

    @Test
    void twoResultsStandBesideEachOther() throws IOException {
        assertEquals(
                """
                A: memory, legacy, closed loop, 4 requesters, 2.00 s
                   3 requests failed, 1 requesters gave up: ["lost <b>"]
                   1 counts wrong
                B: other, legacy, closed loop, 4 requesters, 2.00 s
                   3 requests failed, 1 requesters gave up: ["lost <b>"]
                   1 counts wrong

                                         A        B  B by A
                requests a second      500    1.00k   2.00×
                get_node p50       2.00 µs  1.00 µs   0.50×
                get_node p99       40.0 µs  20.0 µs   0.50×
                get_node p99.9     3.00 ms  1.50 ms   0.50×
                get_node max       3.00 ms  1.50 ms   0.50×
                add_link p50       2.00 µs  1.00 µs   0.50×
                add_link p99       40.0 µs  20.0 µs   0.50×
                add_link p99.9     3.00 ms  1.50 ms   0.50×
                add_link max       3.00 ms  1.50 ms   0.50×

                Differing besides the store (A, B):
                  maxid1: 100, 200
                """,
                TextReport.of(document("memory", 1), document("other", 2)));
    }

    @Test
    void thePageIsWholeAndAsksForNothingOutside() throws Exception {
        String page = HtmlReport.of(document("<memory>", 1));
        assertFalse(page.contains("://"), "an address");
        assertFalse(page.contains("<script"), "a script");
        assertFalse(page.contains("<memory>"), "text that was not escaped");
        assertTrue(page.contains("&lt;memory&gt;"));
        assertTrue(page.contains("prefers-color-scheme: dark"));
        assertTrue(page.contains("width=device-width"));
        assertTrue(page.contains("few ids"));
        parse(page);
        parse(HtmlReport.of(document("memory", 1), document("other", 2)));
    }

    @Test
    void eachOperationThatWasAskedForHasAPlot() throws Exception {
        String page = HtmlReport.of(document("memory", 1), document("other", 2));
        assertEquals(4, page.split("<svg ", -1).length - 1, "two over time, two operations");
        assertTrue(page.contains("get node") && !page.contains("add node"));
        assertTrue(page.contains("class=\"b\""), "the second run");
    }

    @Test
    void thePageSaysWhatFailedAndWhatWasNotSent() throws Exception {
        ResultDocument late = document("memory", 1);
        ((ObjectNode) late.root().path("run")).put("unsent", 600);
        String page = HtmlReport.of(late);
        assertTrue(page.contains("3 requests failed, 1 requesters gave up"));
        assertTrue(page.contains("lost &lt;b&gt;"));
        assertTrue(page.contains("600 requests were due and not sent"));
        assertTrue(TextReport.of(late, late).contains("600 requests were due and not sent"));
    }

    @Test
    void aRunWithoutAnyAnswerIsAPageToo() throws Exception {
        String json =
                """
                {"benchmark": "linkbench", "format": 1, "store": "memory", "sound": false,
                 "run": {"loop": "closed", "requesters": 1, "nanos": 1, "errors": 4},
                 "operations": [{"operation": "get_node", "requests": 0, "errors": 4,
                   "response": {"p50_nanos": 0, "max_nanos": 0, "curve": [[0, 0], [100, 0]]}}],
                 "intervals": []}
                """;
        String page = HtmlReport.of(ResultDocument.of(new ObjectMapper().readTree(json)));
        parse(page);
        assertFalse(page.contains("NaN"), page);
        assertFalse(page.matches("(?s).*[0-9]{30}.*"), "a mark of an endless axis");
    }

    /** Without its head, whose tags need no end in HTML, the page is XML. */
    private static void parse(String page)
            throws ParserConfigurationException, SAXException, IOException {
        String main = page.substring(page.indexOf("<main>"), page.indexOf("</body>"));
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(main)));
    }

    @Test
    void writtenResultsAreReadAgainAndOtherFilesRefused() throws IOException {
        Path file = directory.resolve("result.json");
        ResultDocument document = document("memory", 1);
        Files.writeString(file, document.text());
        assertEquals(TextReport.of(document), TextReport.of(ResultDocument.read(file)));
        Files.writeString(file, "{\"benchmark\": \"load\"}");
        assertThrows(SluiceException.class, () -> ResultDocument.read(file));
        Files.writeString(file, "{\"benchmark\": \"linkbench\", \"format\": 2}");
        assertThrows(SluiceException.class, () -> ResultDocument.read(file));
        Files.writeString(file, "nothing");
        assertThrows(SluiceException.class, () -> ResultDocument.read(file));
    }

    @Test
    void scalesPutMarksWhereValuesAre() {
        Scale linear = new Scale.Linear(2600, Amounts::shortCount);
        assertEquals("[0.0, 1000.0, 2000.0]", linear.marks().toString());
        assertEquals(0.5, linear.place(1300));
        Scale times = new Scale.Logarithmic(3000, 2e6, Amounts::time);
        assertEquals("[1000.0, 10000.0, 100000.0, 1000000.0, 1.0E7]", times.marks().toString());
        assertEquals(0.25, times.place(10_000), 1e-9);
        Scale nines = new Scale.Nines();
        assertEquals(0.4, nines.place(99), 1e-9);
        assertEquals(1, nines.place(100));
        assertEquals("99.9", nines.label(99.9));
        assertEquals("50", nines.label(50));
    }

    @Test
    void amountsHaveThreeDigits() {
        assertEquals("999 ns", Amounts.time(999));
        assertEquals("1.00 µs", Amounts.time(999.6));
        assertEquals("12.3 ms", Amounts.time(12_345_678));
        assertEquals("3600 s", Amounts.time(3.6e12));
        assertEquals("14.3k", Amounts.shortCount(14_321));
        assertEquals("–", Amounts.ratio(1, 0));
    }
}
