package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;

/** A scan that meets a row which Sluice did not write. */
class ListGathererTest {
    private static final byte[] FAMILY = {'x'};

    /** Notes that the scan was ended. */
    private static final class Controller implements AdvancedScanResultConsumer.ScanController {
        private boolean isEnded;

        @Override
        public AdvancedScanResultConsumer.ScanResumer suspend() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void terminate() {
            isEnded = true;
        }

        @Override
        public Optional<Cursor> cursor() {
            return Optional.empty();
        }
    }

    @Test
    void shortRowEndsTheScanAndFailsTheList() {
        ListGatherer gatherer = new ListGatherer(LinkQuery.newest(1, 2, 10));
        Controller controller = new Controller();
        gatherer.onNext(new Result[] {row(Rows.link(1, 2, 3, 4), 7)}, controller);
        gatherer.onComplete();
        assertTrue(controller.isEnded);
        ExecutionException failure =
                assertThrows(ExecutionException.class, () -> gatherer.list().get());
        SluiceException known = (SluiceException) failure.getCause();
        assertEquals(ErrorCode.CORRUPTION, known.code());
        assertTrue(known.getMessage().contains("a value of 7 bytes"), known.getMessage());
    }

    @Test
    void shortKeyIsNotReadOnIntoItsNeighbour() {
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> Rows.linkType(row(Rows.id(1), 8).rawCells()[0]));
        assertEquals(ErrorCode.CORRUPTION, failure.code());
        assertTrue(failure.getMessage().contains("a key of 8 bytes"), failure.getMessage());
    }

    private static Result row(byte[] key, int valueBytes) {
        return Result.create(
                new KeyValue[] {new KeyValue(key, FAMILY, FAMILY, new byte[valueBytes])});
    }
}
