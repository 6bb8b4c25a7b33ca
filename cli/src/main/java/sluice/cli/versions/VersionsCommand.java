package sluice.cli.versions;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.StoreArgument;
import sluice.load.version.StoreVersion;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.report.Amounts;
import sluice.report.TextTable;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.store.VersionMark;

/** {@code sluice versions}: shows the versions of a store, pins them, deletes old ones. */
@Command(
        name = "versions",
        description = {
            "Show the versions of STORE.",
            "",
            "A version is an immutable state of a store. sluice load --new-version makes one, sluice"
                    + " publish serves it, sluice rollback serves an earlier one again. Versions"
                    + " share the files in which they do not differ.",
            "",
            "served: queries are answered from it. ready: newer than all that were ever served."
                    + " kept: older than the served one. rolled back: newer than the served one."
        },
        footer = {
            "",
            "Examples:",
            "  sluice versions graph",
            "  sluice versions graph --pin 12         keep version 12 whatever --keep says",
            "  sluice versions graph --keep 2         delete all but 2 older ones",
            "  sluice versions graph --format json | jq '.versions[].version'",
            "",
            "Exit status: 0 shown, 2 a wrong option, 4 no such store or version, 5 a damaged"
                    + " version."
        })
public final class VersionsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Option(
            names = "--pin",
            paramLabel = "N",
            description = "Keep the version N from being deleted.")
    private @Nullable Integer pin;

    @Option(names = "--unpin", paramLabel = "N", description = "No longer keep it.")
    private @Nullable Integer unpin;

    @Mixin private KeepArgument keep = new KeepArgument();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        keep.check();
        Storage storage = store.storage();
        if (pin != null) {
            Versions.pin(storage, pin, true);
        }
        if (unpin != null) {
            Versions.pin(storage, unpin, false);
        }
        List<Integer> deleted = keep.delete(storage);
        List<StoreVersion> versions = Versions.list(storage);
        boolean isUnfinished = VersionLoad.isUnfinished(storage);
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> {
                ServedReport.printDeleted(output, deleted);
                print(output, versions, isUnfinished);
            }
            case JSON -> printJson(output, versions, isUnfinished, deleted);
        }
        List<CorruptFileException> damages = Versions.damages(storage);
        if (!damages.isEmpty()) {
            throw damages.getFirst();
        }
        return 0;
    }

    private void print(PrintWriter output, List<StoreVersion> versions, boolean isUnfinished) {
        if (versions.isEmpty()) {
            output.println(
                    "%s has no versions; make its first one of what it is: sluice publish %s"
                            .formatted(store.path(), store.path()));
        } else {
            TextTable table =
                    new TextTable(
                            TextTable.right(),
                            TextTable.left(),
                            TextTable.left(),
                            TextTable.left(),
                            TextTable.right(),
                            TextTable.right(),
                            TextTable.right());
            table.row("version", "state", "made", "of", "files", "size", "alone");
            versions.forEach(version -> row(table, version));
            table.print(output);
        }
        if (isUnfinished) {
            output.println("a load of a new version has not ended: repeat its command");
        }
    }

    private static void row(TextTable table, StoreVersion version) {
        table.row(
                String.valueOf(version.number()),
                words(version.state()) + (version.pinned() ? ", pinned" : ""),
                Instant.ofEpochMilli(version.sealedMillis())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                switch (version.base()) {
                    case VersionMark.LOADS -> "the store";
                    case VersionMark.NOTHING -> "its source";
                    default -> "%d and its source".formatted(version.base());
                },
                Amounts.count(version.files()),
                Amounts.bytes(version.bytes()),
                Amounts.bytes(version.ownBytes()));
    }

    private static String words(StoreVersion.State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void printJson(
            PrintWriter output,
            List<StoreVersion> versions,
            boolean isUnfinished,
            List<Integer> deleted)
            throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeStringField("store", store.path().toString());
                    json.writeBooleanField("unfinished_load", isUnfinished);
                    json.writeArrayFieldStart("versions");
                    for (StoreVersion version : versions) {
                        json.writeStartObject();
                        json.writeNumberField("version", version.number());
                        json.writeStringField("state", words(version.state()));
                        json.writeBooleanField("pinned", version.pinned());
                        json.writeStringField(
                                "made", Instant.ofEpochMilli(version.sealedMillis()).toString());
                        if (version.base() >= VersionMark.NOTHING) {
                            json.writeNumberField("base", version.base());
                        }
                        json.writeNumberField("files", version.files());
                        json.writeNumberField("bytes", version.bytes());
                        json.writeNumberField("bytes_alone", version.ownBytes());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("deleted");
                    for (int number : deleted) {
                        json.writeNumber(number);
                    }
                    json.writeEndArray();
                });
    }
}
