package sluice.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void aPrefixComesBeforeAThousandIsRounded() {
        assertEquals("999", Amounts.brief(999.4));
        assertEquals("1.00 k", Amounts.brief(999.6));
        assertEquals("1.21 M", Amounts.brief(1_210_000));
        assertEquals("9.99 k", Amounts.brief(9_994));
        assertEquals("10.0 k", Amounts.brief(9_996));
        assertEquals("100 k", Amounts.brief(99_960));
        assertEquals("412 MB", Amounts.bytes(412e6));
        assertEquals("7 B", Amounts.bytes(7));
        assertEquals("1.21M", Amounts.shortCount(1_210_000));
        assertEquals("12", Amounts.shortCount(12));
        assertEquals("1210G", Amounts.shortCount(1.21e12));
    }

    @Test
    void shortestCountsTakeFiveCharactersAtMost() {
        assertEquals("0", Amounts.shortestCount(0));
        assertEquals("999", Amounts.shortestCount(999.4));
        assertEquals("1.0k", Amounts.shortestCount(999.6));
        assertEquals("9.9k", Amounts.shortestCount(9_949));
        assertEquals("10k", Amounts.shortestCount(9_950));
        assertEquals("999k", Amounts.shortestCount(999_499));
        assertEquals("1.0M", Amounts.shortestCount(999_500));
        assertEquals("123M", Amounts.shortestCount(123_400_000));
    }

    @Test
    void sizesHaveDecimalUnits() {
        assertEquals("999 B", Amounts.bytesToTenth(999));
        assertEquals("1.0 kB", Amounts.bytesToTenth(1000));
        assertEquals("1.0 MB", Amounts.bytesToTenth(999_999));
        assertEquals("9.2 EB", Amounts.bytesToTenth(Long.MAX_VALUE));
        assertEquals("65535", Amounts.shortWhole(65_535));
        assertEquals("131k", Amounts.shortWhole(131_072));
        assertEquals("9E", Amounts.shortWhole(Long.MAX_VALUE));
        assertEquals("13.3 MB", Amounts.megabytes(13_300_000));
        assertEquals("1,330 MB", Amounts.megabytes(1_330_000_000));
    }

    @Test
    void timesHaveTheDigitsThatMatter() {
        assertEquals("0.16 s", Amounts.secondsText(160_000_000));
        assertEquals("12.3 s", Amounts.secondsText(12_345_000_000L));
        assertEquals("4.21 s", Amounts.elapsed(4.21));
        assertEquals("1:00", Amounts.elapsed(59.996));
        assertEquals("2:03:00", Amounts.elapsed(7_380));
        assertEquals("17 ns", Amounts.time(17));
        assertEquals("4.21 ms", Amounts.time(4_210_000));
        assertEquals("421 s", Amounts.time(421e9));
    }

    @Test
    void shortTimesAreInMicroseconds() {
        assertEquals("0.8", Amounts.micros(812));
        assertEquals("99", Amounts.micros(98_765));
        assertEquals("99999", Amounts.micros(99_999_000));
        assertEquals("0.14s", Amounts.micros(144_703_000));
        assertEquals("1.23s", Amounts.micros(1_234_567_890));
        assertEquals("12s", Amounts.micros(12_345_678_900L));
        assertEquals("0.8 us", Amounts.latency(812, "us"));
        assertEquals("340 us", Amounts.latency(340_000, "us"));
        assertEquals("1.2 ms", Amounts.latency(1_234_567, "us"));
        assertEquals("1.2 s", Amounts.latency(1_234_567_890, "us"));
    }

    @Test
    void aRatioByNothingIsADash() {
        assertEquals("1.32×", Amounts.ratio(132, 100));
        assertEquals("–", Amounts.ratio(1, 0));
        assertEquals("12.5%", Amounts.percent(0.125));
    }
}
