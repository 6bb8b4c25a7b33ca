package sluice.experiments.debl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.hbase.HBaseServers;

class DeblOptionsTest {
    @Test
    void oddValuesAreRefusedBeforeAnythingIsStarted() {
        assertRefused("--compare is 10000000000,", 50, 10_000_000_000L, 2);
        assertRefused("--build-batch is 100000,", 50, 0, 100_000);
        assertRefused("--clients is 600000,", 600_000, 0, 2);
    }

    @Test
    void aVariantThatIsNamedTwiceIsMeasuredOnce() {
        List<Variant> twice = List.of(Variant.EMBEDDED, Variant.FILE_COPY, Variant.EMBEDDED);
        assertEquals(List.of(Variant.EMBEDDED, Variant.FILE_COPY), of(twice, 50, 0, 2).variants());
    }

    private static void assertRefused(String message, int clients, long compared, int batch) {
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> of(List.of(Variant.EMBEDDED), clients, compared, batch));
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertTrue(String.valueOf(failure.getMessage()).startsWith(message), failure::toString);
    }

    private static DeblOptions of(List<Variant> variants, int clients, long compared, int batch) {
        return new DeblOptions(
                1000,
                1 << 20,
                variants,
                clients,
                DeblOptions.requestsFor(1000, clients),
                compared,
                batch,
                Path.of("unused"),
                null,
                HBaseServers.Shape.ONE_PROCESS);
    }
}
