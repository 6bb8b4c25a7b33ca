package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** What the server says is told as the mistake of whoever can fix it. */
class MySqlFailureTest {
    private static final MySqlAddress ADDRESS = MySqlAddress.parse("mysql://graph@db/graph");

    /** The errors that ALTER TABLE, DROP and REVOKE bring into the requests of clients. */
    @Test
    void alteredTablesAreNoMistakeOfTheClient() {
        for (int error : new int[] {1054, 1136, 1142, 1146, 1264, 1265, 1364, 1366, 1406}) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> throwFailure(error), "" + error);
            assertEquals(ErrorCode.STORE, failure.code(), "error " + error);
        }
    }

    @Test
    void tableThatWasAlteredMeanwhileIsReadAgain() {
        for (int error : new int[] {1412, 1615}) {
            assertTrue(MySqlFailure.isOfLocks(failure(error)));
            IOException told = MySqlFailure.of(ADDRESS, "the list was not read", failure(error));
            assertTrue(
                    told.getMessage().endsWith("the request can be repeated"), told.getMessage());
        }
    }

    private static void throwFailure(int error) throws IOException {
        throw MySqlFailure.of(ADDRESS, "the write was not applied", failure(error));
    }

    private static SQLException failure(int error) {
        return new SQLException("told by the server", "HY000", error);
    }
}
