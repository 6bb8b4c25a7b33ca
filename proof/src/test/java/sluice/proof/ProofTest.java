package sluice.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Visibility;
import sluice.proof.TestRow.Written;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.testkit.Seeds;

/** A proof finds no difference in what was loaded, and each one that is planted, no other. */
class ProofTest {
    private static final int ALL = 100_000;

    @TempDir Path directory;

    private static ProofOptions options(SplittableRandom random, boolean subset) {
        long memory = random.nextBoolean() ? ProofOptions.MEMORY_BYTES_MIN : 64 << 20;
        return new ProofOptions(random.nextInt(1, 4), memory, ALL, subset);
    }

    /** A line for each difference: kind, key, where the source says it, and its fields. */
    private static TreeSet<String> lines(ProofResult result, boolean named) {
        TreeSet<String> lines = new TreeSet<>();
        for (Difference each : result.differences()) {
            Difference.Row row = each.source() == null ? each.stored() : each.source();
            Objects.requireNonNull(row);
            boolean node = row.sort() == Difference.RowSort.NODE;
            String key =
                    node
                            ? "node " + bare(row.id1(), named)
                            : "link %s %s %s"
                                    .formatted(
                                            bare(row.id1(), named),
                                            row.type(),
                                            bare(row.id2(), named));
            Difference.Place place = each.place();
            String where =
                    place == null
                            ? ""
                            : " %s:%d".formatted(Path.of(place.file()).getFileName(), place.line());
            lines.add(
                    "%s %s%s source=[%s] store=[%s]"
                            .formatted(
                                    each.kind(),
                                    key,
                                    where,
                                    fields(each.source()),
                                    fields(each.stored())));
        }
        return lines;
    }

    private static String bare(String id, boolean named) {
        return named ? id.substring("Person:".length()) : id;
    }

    private static String fields(Difference.@Nullable Row row) {
        if (row == null) {
            return "";
        }
        boolean node = row.sort() == Difference.RowSort.NODE;
        return "%s %s %d %d %s"
                .formatted(
                        node ? row.type() : "",
                        row.visibility() == Visibility.HIDDEN,
                        row.time(),
                        row.version(),
                        new String(row.data(), StandardCharsets.UTF_8));
    }

    private static TreeSet<String> expected(
            Map<String, Written> source, Map<String, Written> stored, boolean subset) {
        TreeSet<String> lines = new TreeSet<>();
        source.forEach(
                (key, written) -> {
                    Written other = stored.get(key);
                    String where = " %s:%d".formatted(written.file(), written.line());
                    String says = written.row().fields();
                    if (other == null) {
                        lines.add("MISSING %s%s source=[%s] store=[]".formatted(key, where, says));
                    } else if (!other.row().fields().equals(says)
                            && !(subset && isNewer(other.row(), written.row()))) {
                        lines.add(
                                "DIFFERENT %s%s source=[%s] store=[%s]"
                                        .formatted(key, where, says, other.row().fields()));
                    }
                });
        stored.forEach(
                (key, written) -> {
                    if (!source.containsKey(key) && !subset) {
                        lines.add(
                                "EXTRA %s source=[] store=[%s]"
                                        .formatted(key, written.row().fields()));
                    }
                });
        return lines;
    }

    private static boolean isNewer(TestRow stored, TestRow source) {
        return stored.version() != source.version()
                ? stored.version() > source.version()
                : stored.time() > source.time();
    }

    private Path fresh() throws IOException {
        return Files.createTempDirectory(directory, "case");
    }

    @Test
    void whatWasLoadedIsWhatTheSourcesSay() {
        Seeds.each(
                12,
                random -> {
                    RandomLoads loads =
                            new RandomLoads(
                                    random, random.nextBoolean(), random.nextInt(1, 4), 600);
                    List<Path> files = loads.write(fresh());
                    Storage storage = Loaded.store(RandomLoads.open(files));
                    ProofResult result =
                            Loaded.compare(
                                    storage, RandomLoads.open(files), options(random, false));
                    assertEquals(new TreeSet<>(), lines(result, loads.named()), result::toString);
                    assertTrue(result.isGood());
                    assertEquals(TestRow.winners(loads.rows()).size(), result.storedRows());
                });
    }

    @Test
    void exactlyThePlantedDifferencesAreTold() {
        Seeds.each(
                24,
                random -> {
                    boolean unique = random.nextBoolean();
                    boolean subset = random.nextInt(3) == 0;
                    RandomLoads loads = new RandomLoads(random, unique, random.nextInt(1, 4), 600);
                    Storage storage = Loaded.store(RandomLoads.open(loads.write(fresh())));
                    Map<String, Written> stored = TestRow.winners(loads.rows());
                    loads.change(random.nextInt(1, 40));
                    List<Path> changed = loads.write(fresh());
                    Storage scratch = MemoryStorage.create();
                    ProofResult result =
                            Loaded.compare(
                                    storage,
                                    RandomLoads.open(changed),
                                    options(random, subset),
                                    scratch,
                                    Loaded.NO_STOP);
                    TreeSet<String> expected =
                            expected(TestRow.winners(loads.rows()), stored, subset);
                    assertEquals(
                            String.join("\n", expected),
                            String.join("\n", lines(result, loads.named())));
                    assertEquals(expected.size(), result.differenceCount());
                    assertEquals(List.of(), scratch.list(), "temporary files");
                });
    }
}
