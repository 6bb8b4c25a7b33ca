package sluice.schema;

import static java.util.Map.entry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/**
 * The words of a text for full-text search: in lower case, without the common words of the text's
 * language, each cut to its stem. Lucene's analyzers make them; a text without a language, or of
 * one that has no analyzer, is taken for English. Why: docs/decisions/014-words-of-terms.md.
 *
 * <p>Belongs to one thread. Cost: some objects a text, and an analyzer for each language once.
 */
final class FullText {
    private static final String ENGLISH = "en";

    private static final Map<String, Supplier<Analyzer>> ANALYZERS =
            Map.ofEntries(
                    entry("ar", ArabicAnalyzer::new),
                    entry("bg", BulgarianAnalyzer::new),
                    entry("bn", BengaliAnalyzer::new),
                    entry("ca", CatalanAnalyzer::new),
                    entry("ckb", SoraniAnalyzer::new),
                    entry("cs", CzechAnalyzer::new),
                    entry("da", DanishAnalyzer::new),
                    entry("de", GermanAnalyzer::new),
                    entry("el", GreekAnalyzer::new),
                    entry(ENGLISH, EnglishAnalyzer::new),
                    entry("es", SpanishAnalyzer::new),
                    entry("et", EstonianAnalyzer::new),
                    entry("eu", BasqueAnalyzer::new),
                    entry("fa", PersianAnalyzer::new),
                    entry("fi", FinnishAnalyzer::new),
                    entry("fr", FrenchAnalyzer::new),
                    entry("ga", IrishAnalyzer::new),
                    entry("gl", GalicianAnalyzer::new),
                    entry("hi", HindiAnalyzer::new),
                    entry("hu", HungarianAnalyzer::new),
                    entry("hy", ArmenianAnalyzer::new),
                    entry("id", IndonesianAnalyzer::new),
                    entry("it", ItalianAnalyzer::new),
                    entry("ja", CJKAnalyzer::new),
                    entry("ko", CJKAnalyzer::new),
                    entry("lt", LithuanianAnalyzer::new),
                    entry("lv", LatvianAnalyzer::new),
                    entry("nb", NorwegianAnalyzer::new),
                    entry("nl", DutchAnalyzer::new),
                    entry("nn", NorwegianAnalyzer::new),
                    entry("no", NorwegianAnalyzer::new),
                    entry("pt", PortugueseAnalyzer::new),
                    entry("ro", RomanianAnalyzer::new),
                    entry("ru", RussianAnalyzer::new),
                    entry("sv", SwedishAnalyzer::new),
                    entry("tr", TurkishAnalyzer::new),
                    entry("zh", CJKAnalyzer::new));

    private final Map<String, Analyzer> made = new HashMap<>();

    /** Puts the words of {@code text}, in its order; none for an empty one. */
    void put(TypedValue text, byte[] language, int languageOffset, int languageLength, Tokens to) {
        Analyzer analyzer =
                made.computeIfAbsent(
                        base(language, languageOffset, languageLength),
                        base -> ANALYZERS.getOrDefault(base, EnglishAnalyzer::new).get());
        try (TokenStream stream = analyzer.tokenStream("", text.text())) {
            CharTermAttribute word = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                byte[] bytes = word.toString().getBytes(StandardCharsets.UTF_8);
                to.begin();
                to.buffer.put(bytes, 0, bytes.length);
                to.end();
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot fail", e);
        }
    }

    /** The first part of a language tag if it has an analyzer, else that of English. */
    private static String base(byte[] tag, int offset, int length) {
        int end = 0;
        while (end < length && tag[offset + end] != '-') {
            end++;
        }
        String base =
                new String(tag, offset, end, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
        return ANALYZERS.containsKey(base) ? base : ENGLISH;
    }
}
