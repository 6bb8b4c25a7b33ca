package sluice.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.layout.UnknownFile;
import sluice.ingest.mapping.MappingText;
import sluice.ingest.mapping.SourceOptions;

/**
 * A mapping of the files of a source that headers, first rows or another mapping explain. The
 * others are in it as comments, which say what to fill in.
 *
 * @param text the mapping
 * @param fileCount how many files it explains
 * @param unknown the names of the files that it lacks
 */
public record MappingDraft(String text, int fileCount, List<String> unknown) {
    public MappingDraft {
        unknown = List.copyOf(unknown);
    }

    /**
     * The mapping of the files that {@link Source#open(List, Path, SourceOptions)} would find. If
     * nothing explains any of them, the error of the first is thrown.
     */
    public static MappingDraft of(
            List<String> inputs, @Nullable Path mapping, SourceOptions options) throws IOException {
        List<UnknownFile> unknown = new ArrayList<>();
        Source source =
                Source.open(
                        inputs,
                        mapping == null ? null : MappingText.read(mapping),
                        options,
                        unknown);
        int fileCount = source.files().size();
        if (fileCount == 0 && !unknown.isEmpty()) {
            throw unknown.getFirst().why();
        }
        List<String> names = unknown.stream().map(UnknownFile::name).toList();
        return new MappingDraft(source.mapping(unknown), fileCount, names);
    }
}
