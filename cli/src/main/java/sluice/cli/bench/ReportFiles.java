package sluice.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.cli.console.ResultFile;

/** The files that a measurement writes besides what it prints. */
final class ReportFiles {
    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures to FILE.")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write the report with its figures to FILE.")
    private @Nullable Path html;

    /** Makes the text of a file, where that is asked for. */
    interface Text {
        String get() throws IOException;
    }

    /** Refuses files that cannot be written, before hours of work. */
    void check() {
        ResultFile.check(json, html);
    }

    /** Writes those that were asked for. */
    void write(Text jsonText, Text htmlText) throws IOException {
        if (json != null) {
            Files.writeString(json, jsonText.get());
        }
        if (html != null) {
            Files.writeString(html, htmlText.get());
        }
    }
}
