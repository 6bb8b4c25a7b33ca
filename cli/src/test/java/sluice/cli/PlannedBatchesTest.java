package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.plan.run.Switches;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.testkit.Experiment;

/**
 * Three batches of one kind in a row into a real HBase, each by plan: the splits of the first one
 * serve the later ones, too. The address of the table names its namespace, and the table begins
 * with one region. {@code -DplanBatchRows=} sets how many links a batch has.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
@Tag(Experiment.TAG)
@EnabledIfSystemProperty(named = "reliability", matches = "long")
class PlannedBatchesTest {
    private static final int ROWS = Experiment.size("planBatchRows", 60_000, 60_000);
    private static final int RATE = 300;
    private static final int BATCHES = 3;

    /** The rows of the busiest server over the mean, as they are and as planned. */
    private static final Pattern IMBALANCE =
            Pattern.compile("busiest / mean +([\\d.]+) +([\\d.]+)\n");

    private static final Pattern SPLITS = Pattern.compile("(?m)^([\\d,]+) splits? in .*about");

    @TempDir private Path directory;

    @Test
    void laterBatchesNeedAThirdOfTheSplitsOfTheFirstAndAllAreEven() throws Exception {
        try (HBaseServers hbase =
                        HBaseServers.start(
                                directory.resolve("hbase"), HBaseServers.Shape.ONE_PROCESS);
                Experiment experiment = new Experiment("three planned batches in HBase", 3)) {
            PlannedTable table = new PlannedTable(directory, hbase, "default:graph");
            TreeSet<String> expected = new TreeSet<>();
            Path first = table.source("first.txt", ROWS, row -> row, 1);
            expected.addAll(Files.readAllLines(first));
            Switches found = table.begin(first, "");
            SplittableRandom random = new SplittableRandom(3);
            List<Integer> splits = new ArrayList<>();
            for (int batch = 1; batch <= BATCHES; batch++) {
                Path source =
                        table.source(
                                "batch-" + batch + ".txt",
                                ROWS,
                                PlannedTable.zipf(random, ROWS),
                                10_000_000L * batch);
                expected.addAll(Files.readAllLines(source));
                String printed = table.load(source, table.address("&rate=" + RATE), "auto");
                System.out.print(printed.substring(printed.indexOf("plan ")));
                boolean isDone = printed.contains("it is carried out");
                MatchResult even = IMBALANCE.matcher(printed).results().findFirst().orElseThrow();
                double imbalance = Double.parseDouble(even.group(isDone ? 2 : 1));
                assertTrue(imbalance <= 1.15, printed);
                MatchResult cut = SPLITS.matcher(printed).results().findFirst().orElseThrow();
                splits.add(isDone ? Integer.parseInt(cut.group(1).replace(",", "")) : 0);
                experiment.fact("splits of batch " + batch, splits.getLast());
                experiment.fact("hundredths of the mean " + batch, Math.round(100 * imbalance));
                experiment.ran(1);
                table.assertIs(expected, found);
            }
            // One region becomes one for each of the three servers.
            assertTrue(splits.getFirst() >= 2, splits.toString());
            assertTrue(3 * splits.get(1) <= splits.getFirst(), splits.toString());
            assertTrue(3 * splits.get(2) <= splits.getFirst(), splits.toString());
            experiment.passed();
        }
    }
}
