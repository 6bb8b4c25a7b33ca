package sluice.cli.options;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import sluice.coordinator.RecentFiles;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.live.Live;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.SluiceException;

/** Which files of a source a load that serves answers from first. */
public final class RecentArguments {
    @Option(
            names = "--hot-since",
            paramLabel = "DATE",
            converter = Since.class,
            description =
                    "With --serve: load files first that were last written on this day (UTC) or"
                            + " later, 2026-11-01 or 2026-11-01T18:00:00Z, and answer from a hot"
                            + " copy of their rows until uptime.")
    private @Nullable Instant since;

    @Option(
            names = "--hot-files",
            paramLabel = "GLOB",
            converter = Glob.class,
            description =
                    "With --serve: load files first whose name or whole path this pattern matches,"
                            + " such as '*-2026-11*', and answer from a hot copy of their rows"
                            + " until uptime.")
    private @Nullable PathMatcher glob;

    /**
     * The recent files of {@code source}, whose rows are copied into the directory of {@code
     * store}.
     */
    public RecentFiles of(Source source, Path store) {
        if (since == null && glob == null) {
            return RecentFiles.NONE;
        }
        Predicate<SourceFile> isRecent = this::isRecent;
        if (glob != null && source.files().stream().noneMatch(this::isNamed)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--hot-files: no file of the source (%s, for one) has such a name; fix or quote the pattern"
                            .formatted(source.files().getFirst().name()));
        }
        return new RecentFiles(isRecent, new Directory(store.resolve(Live.RECENT)));
    }

    /**
     * Where the copies lie; nothing of them outlives the process, so nothing waits for the disk.
     */
    private record Directory(Path path) implements RecentFiles.Place {
        private static final long WINDOW_MILLIS = 1000;

        @Override
        public HotStore open() throws IOException {
            remove();
            return RocksHotStore.open(
                    path,
                    new HotOptions(
                            HotOptions.MEMORY_BYTES_MIN, new Durability.Async(WINDOW_MILLIS)));
        }

        @Override
        public void remove() throws IOException {
            RocksHotStore.delete(path);
        }
    }

    private boolean isRecent(SourceFile file) {
        return isNamed(file)
                || (since != null
                        && file.modifiedNanos() > 0
                        && file.modifiedNanos() >= nanos(since));
    }

    private boolean isNamed(SourceFile file) {
        Path path = Path.of(file.name());
        return glob != null && (glob.matches(path) || glob.matches(path.getFileName()));
    }

    /** Since 1970; the last that a number holds, of the year 2262, for all that is later. */
    static long nanos(Instant time) {
        return FileTime.from(time).to(TimeUnit.NANOSECONDS);
    }

    /** Reads a day or a moment. */
    static final class Since implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return text.indexOf('T') < 0
                        ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                        : Instant.parse(text);
            } catch (DateTimeParseException e) {
                throw new TypeConversionException(
                        "\"%s\" is not a day or a moment; give one like 2026-11-01 or 2026-11-01T18:00:00Z"
                                .formatted(text));
            }
        }
    }

    /** Reads a pattern of file names. */
    static final class Glob implements ITypeConverter<PathMatcher> {
        @Override
        public PathMatcher convert(String text) {
            try {
                return FileSystems.getDefault().getPathMatcher("glob:" + text);
            } catch (PatternSyntaxException e) {
                throw new TypeConversionException(
                        "\"%s\" is not a glob: %s; quote or fix it"
                                .formatted(text, e.getDescription()));
            }
        }
    }
}
