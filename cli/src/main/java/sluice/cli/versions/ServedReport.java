package sluice.cli.versions;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.load.version.Versions;
import sluice.report.Amounts;

/** The result of serving another version, for people and for machines. */
record ServedReport(Path store, Versions.Served served, List<Integer> deleted) {
    void print(PrintWriter output, ReportFormat format) throws IOException {
        switch (format) {
            case TEXT -> printText(output);
            case JSON -> printJson(output);
        }
    }

    private void printText(PrintWriter output) {
        String before = served.before() == 0 ? "" : ", after version %d".formatted(served.before());
        output.println(
                served.isSame()
                        ? "%s serves version %d already".formatted(store, served.number())
                        : "%s serves version %d%s, %s"
                                .formatted(
                                        store,
                                        served.number(),
                                        before,
                                        Amounts.bytes(served.bytes())));
        printDeleted(output, deleted);
    }

    static void printDeleted(PrintWriter output, List<Integer> deleted) {
        if (!deleted.isEmpty()) {
            output.println(
                    "deleted: "
                            + deleted.stream()
                                    .map(number -> "version " + number)
                                    .collect(Collectors.joining(", ")));
        }
    }

    private void printJson(PrintWriter output) throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeStringField("store", store.toString());
                    json.writeNumberField("version", served.number());
                    json.writeNumberField("before", served.before());
                    json.writeNumberField("bytes", served.bytes());
                    json.writeArrayFieldStart("deleted");
                    for (int number : deleted) {
                        json.writeNumber(number);
                    }
                    json.writeEndArray();
                });
    }
}
