package sluice.experiments.plan;

import java.nio.file.Path;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A batch that is inserted into a live HBase.
 *
 * @param ways in which it is inserted, one after the other
 * @param servers region servers of one HBase, all in one process
 * @param rows links of the batch
 * @param existing links that the table has before
 * @param rate links a second that each server is given at most, whatever the way
 * @param questions a second that a client asks all the time
 * @param seed of the keys and their order
 * @param folder where all files are
 */
public record LiveOptions(
        List<LiveWay> ways,
        int servers,
        int rows,
        int existing,
        int rate,
        int questions,
        long seed,
        Path folder) {
    private static final int SERVERS_MAX = 50;
    private static final int ROWS_MAX = 100_000_000;
    private static final int RATE_MAX = 1_000_000;
    private static final int QUESTIONS_MAX = 1000;

    public LiveOptions {
        ways = List.copyOf(ways);
        check("servers", servers, 2, SERVERS_MAX);
        check("rows", rows, servers, ROWS_MAX);
        check("existing rows", existing, servers, ROWS_MAX);
        check("rows a second and server", rate, 1, RATE_MAX);
        check("questions a second", questions, 1, QUESTIONS_MAX);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: %d, expected %d to %d".formatted(name, value, least, most));
        }
    }
}
