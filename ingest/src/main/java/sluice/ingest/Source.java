package sluice.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.segment.RowSink;

/** Input files and what their columns mean, resolved: what one load reads. Immutable. */
public final class Source {
    private Source() {}

    /**
     * Finds the files behind {@code inputs} (files, directories, globs, "-" for standard input) and
     * their relations, by {@code mapping} where there is one, else by their headers and shape.
     */
    public static Source open(List<String> inputs, @Nullable Path mapping) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The files in source order. */
    public List<SourceFile> files() {
        throw new UnsupportedOperationException();
    }

    /** Whether a column holds ids by name or types by name, so that the source must be read twice. */
    public boolean hasNames() {
        throw new UnsupportedOperationException();
    }

    /** Whether ids are names (dictionary) rather than numbers; a source has one kind throughout. */
    public boolean hasIdNames() {
        throw new UnsupportedOperationException();
    }

    /** 32 bytes that change when a file's name, size, time of change, sampled content or the mapping does. */
    public byte[] fingerprint() throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Parses about {@code sampleBytes} bytes of rows, spread evenly over the files and always the
     * same ones, into {@code sink}; rows that cannot be read go to {@code rejects}.
     */
    public Sample sample(long sampleBytes, Names names, RowSink sink, Rejects rejects) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** How much was sampled, of how much; estimates for packed files are by their packed length. */
    public record Sample(long bytesRead, long bytesTotal, long rows, long rejected) {}
}
