package sluice.spark.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.store.packed.RunPacking;

/**
 * The arguments of {@link sluice.spark.LoadMain}.
 *
 * @param store as it was given
 * @param tasks into which staging, and building, are cut; 0 to choose
 * @param packing of the runs
 */
public record MainArguments(
        String store,
        List<String> sources,
        @Nullable Path mapping,
        int tasks,
        RunPacking packing,
        LoadOptions options) {
    private static final String HINT = "; --help shows all options";
    private static final int TASKS_MAX = 20_000;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)");

    /** The text for {@code --help}. */
    public static final String HELP =
            """
            Usage: spark-submit [options of Spark] --class sluice.spark.LoadMain sluice-spark.jar
                       [options] STORE SOURCE...

            Loads sources into a store, with the executors of Spark. The store gets the same
            segments, byte by byte, as from: sluice load STORE SOURCE...

              STORE     An s3a:// or hdfs:// address, or a directory that the driver and all
                        executors see under this path; created if it does not exist.
              SOURCE    Files, directories, globs, lists with commas, s3a:// or hdfs:// addresses;
                        plain, gzip, zstd or Parquet. All executors must see these too.

                  --mapping FILE       YAML file that says what columns mean; the driver reads it.
                  --tasks N            Into how many tasks staging, and building, are cut, 1 to
                                       20000 (default: by the input and the cores).
                  --task-memory SIZE   What one task may take of its executor's heap, 64m to 1g
                                       (default: 128m). Give each executor this much for each of
                                       its cores, and 512m more: spark.executor.memory.
                  --bucket-size SIZE   Input whose rows are built as one, 64k to 1g (default: by
                                       the input, about 16m).
                  --on-error WHAT      What a row that cannot be read does: fail, skip, divert
                                       (default: fail).
                  --max-rejects N|N%   How many rows may be skipped or diverted (default: no limit).
                  --pack-runs HOW      For a store at an address: none, or zstd to pack the rows that
                                       are not built yet, which saves bytes and takes processor
                                       time; a load that goes on keeps what it began with
                                       (default: none).
              -h, --help               Show this text.

            The same command goes on with a load that was stopped, wherever it was stopped: by a
            lost executor, a driver that was killed, a full disk. It ends with status 0, or with
            those of sluice load: 2 for a wrong argument, 3 for a source, 4 for the store, 6 for a
            lack of room.
            """;

    public MainArguments {
        sources = List.copyOf(sources);
    }

    /** The arguments, or empty where the help is asked for. */
    public static Optional<MainArguments> parse(String... words) {
        List<String> plain = new ArrayList<>();
        @Nullable Path mapping = null;
        int tasks = 0;
        RunPacking packing = RunPacking.NONE;
        LoadOptions options = SparkLoad.options(SparkLoad.TASK_BYTES_USUAL);
        LoadOptions.OnError onError = LoadOptions.OnError.FAIL;
        LoadOptions.RejectBudget budget = LoadOptions.RejectBudget.UNLIMITED;
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            if (word.equals("--help") || word.equals("-h")) {
                return Optional.empty();
            }
            if (!word.startsWith("--")) {
                plain.add(word);
                continue;
            }
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (!word.contains("=") && i + 1 == words.length) {
                throw wrong(option + " requires a value" + HINT);
            }
            String value = word.contains("=") ? word.substring(word.indexOf('=') + 1) : words[++i];
            switch (option.substring(2)) {
                case "mapping" -> mapping = Path.of(value).toAbsolutePath();
                case "tasks" -> tasks = (int) inRange(option, value, 1, TASKS_MAX);
                case "task-memory" ->
                        options =
                                SparkLoad.options(inRange(option, value, 64L << 20, 1L << 30))
                                        .withBucketBytes(options.bucketBytes());
                case "bucket-size" ->
                        options =
                                options.withBucketBytes(
                                        inRange(option, value, 64L << 10, 1L << 30));
                case "on-error" -> onError = onError(option, value);
                case "pack-runs" -> packing = packing(option, value);
                case "max-rejects" -> budget = LoadOptions.RejectBudget.parse(value);
                default -> throw wrong(option + " is not an option of this program" + HINT);
            }
        }
        if (plain.size() < 2) {
            throw wrong("a STORE and at least one SOURCE are required" + HINT);
        }
        return Optional.of(
                new MainArguments(
                        plain.getFirst(),
                        plain.subList(1, plain.size()).stream()
                                .map(MainArguments::absolute)
                                .toList(),
                        mapping,
                        tasks,
                        packing,
                        options.withRejects(onError, budget)));
    }

    /** Executors run in other directories than the driver. */
    private static String absolute(String source) {
        if (source.contains("://") || source.equals("-")) {
            return source;
        }
        boolean isOne = !source.contains(",") || source.contains("{");
        if (isOne || Files.exists(Path.of(source))) {
            return Path.of(source).toAbsolutePath().toString();
        }
        return Stream.of(source.split(","))
                .map(MainArguments::absolute)
                .collect(Collectors.joining(","));
    }

    private static LoadOptions.OnError onError(String option, String value) {
        for (LoadOptions.OnError each : LoadOptions.OnError.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(value)) {
                return each;
            }
        }
        throw wrong("%s of %s: expected fail, skip or divert".formatted(option, value));
    }

    private static RunPacking packing(String option, String value) {
        return switch (value) {
            case "none" -> RunPacking.NONE;
            case "zstd" -> RunPacking.ZSTD;
            default -> throw wrong("%s of %s: expected none or zstd".formatted(option, value));
        };
    }

    private static long inRange(String option, String value, long min, long max) {
        Matcher size = SIZE.matcher(value.toLowerCase(Locale.ROOT));
        long number = -1;
        if (size.matches()) {
            int shift = List.of("", "k", "m", "g").indexOf(size.group(2)) * 10;
            number = Long.parseLong(size.group(1)) << shift;
        }
        if (number < min || number > max) {
            throw wrong(
                    "%s of %s is out of range; expected %d to %d"
                            .formatted(option, value, min, max));
        }
        return number;
    }

    private static SluiceException wrong(String message) {
        return new SluiceException(ErrorCode.CONFIG, message);
    }
}
