package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;
import sluice.storage.CorruptFileException;

/** A load by spark-submit ends with the statuses of docs/spark.md, whatever ended it. */
class LoadMainTest {
    @Test
    void failuresHaveTheStatusesOfALoad() {
        assertEquals(
                ErrorCode.INPUT, LoadMain.code(new SluiceException(ErrorCode.INPUT, "a bad row")));
        assertEquals(
                ErrorCode.CORRUPTION,
                LoadMain.code(new CorruptFileException("segment", 0, "it is damaged", "restore")));
        assertEquals(
                ErrorCode.RESOURCE,
                LoadMain.code(new UnreachableException("no answer", new IOException())));
        assertEquals(ErrorCode.RESOURCE, LoadMain.code(new IOException("no space left")));
    }
}
