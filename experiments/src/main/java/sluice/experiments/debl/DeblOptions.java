package sluice.experiments.debl;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.mariadb.MariaDbHome;

/**
 * What the experiments are made with.
 *
 * @param links about so many: LinkBench draws how many each id has
 * @param sourceBytesPerSecond what the simulated network carries
 * @param clients that ask at the same time, each again as soon as it is answered
 * @param requests of all clients, to each variant
 * @param compared how many questions are asked of each variant and compared with the embedded store
 * @param buildBatch how many buckets are built at the same time; the paper's two
 * @param folder in which a folder is made for all files, and removed in the end
 * @param mariaDb where MariaDB is installed; null where it is not
 * @param hbase how many processes HBase has
 */
public record DeblOptions(
        long links,
        long sourceBytesPerSecond,
        List<Variant> variants,
        int clients,
        long requests,
        long compared,
        int buildBatch,
        Path folder,
        @Nullable MariaDbHome mariaDb,
        HBaseServers.Shape hbase) {
    private static final int CLIENTS_MAX = 10_000;
    private static final long COMPARED_MAX = 100_000_000;
    private static final int BUILD_BATCH_MAX = 1024;
    private static final long LINKS_MIN = 1000;

    /** The paper's. */
    private static final long REQUESTS_MAX = 500_000;

    private static final long LINKS_PER_REQUEST = 20;

    public DeblOptions {
        variants = variants.stream().distinct().toList();
        check(links >= LINKS_MIN, "--links is %d, expected %d or more", links, LINKS_MIN);
        check(
                clients >= 1 && clients <= CLIENTS_MAX,
                "--clients is %d, expected 1 to %d",
                clients,
                CLIENTS_MAX);
        check(requests >= clients, "--requests is %d, expected one a client", requests);
        check(
                compared >= 0 && compared <= COMPARED_MAX,
                "--compare is %d, expected 0 to %d",
                compared,
                COMPARED_MAX);
        check(
                buildBatch >= 1 && buildBatch <= BUILD_BATCH_MAX,
                "--build-batch is %d, expected 1 to %d",
                buildBatch,
                BUILD_BATCH_MAX);
        check(
                sourceBytesPerSecond >= 1 << 10,
                "--source-rate is %d bytes a second, expected 1 KiB or more",
                sourceBytesPerSecond);
    }

    private static void check(boolean holds, String message, Object... values) {
        if (!holds) {
            throw new SluiceException(ErrorCode.CONFIG, message.formatted(values));
        }
    }

    /** The paper's number where 10 million links are loaded or more, else as many for each link. */
    public static long requestsFor(long links, int clients) {
        return Math.max(clients, Math.min(links / LINKS_PER_REQUEST, REQUESTS_MAX));
    }

    boolean needsMySql() {
        return variants.stream().anyMatch(Variant::needsMySql);
    }

    boolean needsHBase() {
        return variants.stream().anyMatch(Variant::needsHBase);
    }
}
