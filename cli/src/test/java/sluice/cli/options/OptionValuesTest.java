package sluice.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class OptionValuesTest {
    @ParameterizedTest
    @CsvSource({"500000, 500000", "20k, 20000", "10m, 10000000", "1G, 1000000000", "0, 0"})
    void countsGoByThousands(String text, long count) {
        assertEquals(count, new OptionValues.Count().convert(text));
    }

    @ParameterizedTest
    @CsvSource({"1048576, 1048576", "512m, 536870912", "2GiB, 2147483648", "3kb, 3072", "7b, 7"})
    void bytesGoBy1024(String text, long bytes) {
        assertEquals(bytes, new OptionValues.Bytes().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "10x", "-5m", "1.5g", "9999999999g", "10mm"})
    void anythingElseIsRefused(String text) {
        assertThrows(TypeConversionException.class, () -> new OptionValues.Count().convert(text));
        assertThrows(TypeConversionException.class, () -> new OptionValues.Bytes().convert(text));
    }
}
