package sluice.ingest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.InParallel;
import sluice.ingest.file.Input;
import sluice.ingest.layout.FileHead;
import sluice.ingest.layout.MemberHeads;
import sluice.ingest.layout.UnknownFile;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.mapping.ToldFormat;
import sluice.model.SluiceException;

/**
 * The beginnings of files, read.
 *
 * @param heads one for each of {@code inputs}
 * @param rowHeads the same behind the lines before the header or the first row; those of objects
 *     with columns as delimited text
 */
record ReadHeads(List<Input> inputs, List<FileHead> heads, List<FileHead> rowHeads) {
    /**
     * Reads 64 KiB of each file of {@code found}. Files that are no text go to {@code unknown};
     * null where such a file is an error.
     */
    static ReadHeads of(
            List<Input> found,
            @Nullable Mapping mapping,
            SourceOptions options,
            @Nullable List<UnknownFile> unknown)
            throws IOException {
        ReadHeads read = new ReadHeads(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        MemberHeads members = new MemberHeads(mapping, options.facts());
        InParallel.forEach(
                found,
                input -> !input.isStandardInput() && input.place().disk() == null,
                input -> Attempt.of(input, told(mapping, input), options),
                (input, attempt) -> {
                    try {
                        FileHead head = attempt.head();
                        ToldFormat told = told(mapping, input);
                        FileHead rows = head.skipping(head.titles(told));
                        members.add(rows);
                        read.rowHeads.add(rows);
                        read.heads.add(head);
                        read.inputs.add(input);
                    } catch (SluiceException e) {
                        UnknownFile.add(unknown, input.name(), null, e);
                    }
                });
        read.rowHeads.replaceAll(members::turned);
        return read;
    }

    private static ToldFormat told(@Nullable Mapping mapping, Input input) {
        return mapping == null
                ? ToldFormat.NOTHING
                : ToldFormat.of(mapping, mapping.entry(input.name()));
    }

    /** A head that was read, or why not. */
    private record Attempt(@Nullable FileHead found, @Nullable SluiceException failure) {
        static Attempt of(Input input, ToldFormat told, SourceOptions options) throws IOException {
            try {
                return new Attempt(FileHead.read(input, options, told), null);
            } catch (SluiceException e) {
                return new Attempt(null, e);
            }
        }

        FileHead head() {
            if (found == null) {
                throw failure == null ? new IllegalStateException("nothing was read") : failure;
            }
            return found;
        }
    }

    /** That of the file {@code name}. */
    FileHead named(String name) {
        return heads.stream().filter(head -> head.name().equals(name)).findFirst().orElseThrow();
    }
}
