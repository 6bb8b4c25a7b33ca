package sluice.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

/** The STORE of a command line: a directory, an address, or an address with a mistake. */
class StoreSiteTest {
    private final StoreSite.Converter converter = new StoreSite.Converter();

    @Test
    void addressWithAMistakeIsNoDirectory() {
        for (String text :
                List.of("s3a:/bucket/graph", "S3A://bucket/graph", "hdfs:/graph", "file:/graph")) {
            TypeConversionException refused =
                    assertThrows(TypeConversionException.class, () -> converter.convert(text));
            assertTrue(String.valueOf(refused.getMessage()).contains("with two slashes"));
        }
    }

    @Test
    void addressesAndDirectoriesAreTaken() {
        assertTrue(converter.convert("s3a://bucket/graph").isAddress());
        assertEquals(
                "hdfs://name:8020/graph", converter.convert("hdfs://name:8020/graph/").toString());
        assertFalse(converter.convert("./s3a:/graph").isAddress());
        assertFalse(converter.convert("graph").isAddress());
    }
}
