package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void countsTakeFiveCharactersAtMost() {
        assertEquals("0", Figures.count(0));
        assertEquals("999", Figures.count(999.4));
        assertEquals("1.0k", Figures.count(999.6));
        assertEquals("9.9k", Figures.count(9_949));
        assertEquals("10k", Figures.count(9_950));
        assertEquals("999k", Figures.count(999_499));
        assertEquals("1.0M", Figures.count(999_500));
        assertEquals("123M", Figures.count(123_400_000));
    }

    @Test
    void timesHaveTheDigitsThatMatter() {
        assertEquals("0.16 s", Figures.time(160_000_000));
        assertEquals("12.3 s", Figures.time(12_345_000_000L));
        assertEquals("0.8", Figures.micros(812));
        assertEquals("99", Figures.micros(98_765));
        assertEquals("99999", Figures.micros(99_999_000));
        assertEquals("0.14s", Figures.micros(144_703_000));
        assertEquals("1.23s", Figures.micros(1_234_567_890));
        assertEquals("12s", Figures.micros(12_345_678_900L));
        assertEquals("0.8 us", Figures.latency(812, "us"));
        assertEquals("340 us", Figures.latency(340_000, "us"));
        assertEquals("1.2 ms", Figures.latency(1_234_567, "us"));
        assertEquals("1.2 s", Figures.latency(1_234_567_890, "us"));
    }

    @Test
    void anAxisEndsAtATickAndHoldsItsTime() {
        assertEquals(new TimeAxis(60, 0.2, 0.1), TimeAxis.holding(0.01, 60));
        assertEquals(new TimeAxis(60, 3.5, 0.5), TimeAxis.holding(3.2, 60));
        assertEquals(new TimeAxis(60, 4200, 600), TimeAxis.holding(4000, 60));
        assertEquals("0    1   2", new TimeAxis(10, 2, 1).numbers());
        assertEquals("|----|---|", new TimeAxis(10, 2, 1).line('|', '-'));
    }
}
