package sluice.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import sluice.cli.options.ServeArguments;
import sluice.cli.options.StoreDirectory;
import sluice.cli.options.StoreSite;
import sluice.cli.stores.RemoteArguments;
import sluice.cli.stores.Serving;
import sluice.ingest.Source;
import sluice.load.LoadResult;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * {@code sluice load --serve} as a process that lives on: what it loads, and when it absorbs, comes
 * on standard input, a line each. Every line is answered by one line; it ends soundly when its
 * input does.
 *
 * <p>{@code load FILE N} loads the file, stopped before its N-th chunk or bucket, with 0 not at
 * all; {@code absorb}; {@code heap} says how many bytes of the heap live, {@code cache} how many of
 * the hot store's files are kept in memory.
 */
@Command
final class SoakServer implements Callable<Integer> {
    private static final long CHUNK_BYTES = 256 << 10;
    private static final long BUCKET_BYTES = 512 << 10;

    @Parameters private Path store = Path.of("");

    @Mixin private ServeArguments arguments = new ServeArguments();

    private final PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    private final LoadProgress progress = new LoadProgress();

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        new CommandLine(new SoakServer()).execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        try (Serving serving =
                        Serving.start(
                                StoreSite.of(store.toString()),
                                StoreDirectory.created(store),
                                arguments,
                                new RemoteArguments(),
                                options(),
                                progress);
                BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            serving.tell(StoreSite.of(store.toString()), output);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.println(answer(serving, line.split(" ")));
            }
        }
        return 0;
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withThreads(1)
                .withChunkBytes(CHUNK_BYTES)
                .withBucketBytes(BUCKET_BYTES);
    }

    private String answer(Serving serving, String[] words) throws IOException {
        return switch (words[0]) {
            case "load" -> load(serving, words[1], Long.parseLong(words[2]));
            case "absorb" -> "absorbed " + serving.store().absorb();
            case "heap" -> "heap " + liveBytes();
            case "cache" -> "cache " + serving.store().hotCacheBytes();
            default -> "unknown " + words[0];
        };
    }

    private String load(Serving serving, String file, long stopAt) throws IOException {
        AtomicLong asked = new AtomicLong();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return asked.incrementAndGet() >= stopAt && stopAt > 0;
                    }
                };
        try {
            Source source = Source.open(List.of(file), null);
            LoadResult result = serving.store().load(source, options(), progress, events);
            return "loaded " + result.rowsRead();
        } catch (SluiceException e) {
            if (e.code() != ErrorCode.INTERRUPTED) {
                throw e;
            }
            return "stopped " + asked;
        }
    }

    private static long liveBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
