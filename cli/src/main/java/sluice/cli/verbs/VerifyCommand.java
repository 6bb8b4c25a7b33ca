package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Json;
import sluice.cli.options.StoreArgument;
import sluice.cli.show.ScanLine;
import sluice.cli.show.ShownText;
import sluice.cli.stores.StoreCheck;
import sluice.live.OwnHotStore;
import sluice.model.ErrorCode;
import sluice.report.Amounts;
import sluice.store.StoreVerifier.Finding;

/** {@code sluice verify}: reads every byte of a store and says what is wrong. */
@Command(
        name = "verify",
        description = {
            "Read every byte of STORE and check it: checksums, order, counts, borders, names.",
            "What was written online is read too, and its counts checked, also while a server runs.",
            "One line for each finding, with file, byte, bucket and block. Nothing is changed."
        },
        footer = {
            "",
            "Examples:",
            "  sluice verify friends                     \"good\", or a line for each finding",
            "  sluice verify friends && cp -r friends /backup",
            "  sluice verify friends --format json | jq .findings",
            "",
            "Exit status 0: good. 5: damaged; restore it from a copy or load it again."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final double NANOS_PER_SECOND = 1e9;

    enum Format {
        TEXT,
        JSON
    }

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private StoreArgument store = new StoreArgument();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (the default) or json.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() throws IOException {
        AtomicLong done = new AtomicLong();
        AtomicLong total = new AtomicLong();
        long start = System.nanoTime();
        StoreCheck check;
        try (ScanLine _ =
                ScanLine.show(
                        spec,
                        "verifying",
                        () ->
                                new ScanLine.Reading(
                                        done.get() / Math.max(1.0, total.get()),
                                        Amounts.bytesToTenth(done.get())))) {
            check =
                    StoreCheck.run(
                            store.storage(),
                            store.path(),
                            (bytes, ofBytes) -> {
                                done.set(bytes);
                                total.set(ofBytes);
                            });
        }
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        switch (format) {
            case TEXT -> print(check, seconds);
            case JSON -> printJson(check, seconds);
        }
        return check.isGood() ? 0 : ErrorCode.CORRUPTION.exitStatus();
    }

    private void print(StoreCheck check, double seconds) {
        PrintWriter output = spec.commandLine().getOut();
        for (Finding finding : check.findings()) {
            output.println(
                    (finding.isNote() ? "note: " : "") + ShownText.visible(finding.toString()));
        }
        for (String finding : check.hot().findings()) {
            output.println(OwnHotStore.HOT + ": " + finding);
        }
        if (!check.isGood()) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "sluice: %s is damaged: %s; restore it from a copy or load it again"
                                    .formatted(
                                            store.path(),
                                            Amounts.counted(
                                                    check.findingCount()
                                                            + check.hot().findingCount(),
                                                    "finding")));
            return;
        }
        output.println(
                "good: %s, %s, %s, %s, %s in %.1f s (%s/s)"
                        .formatted(
                                Amounts.counted(check.files(), "file"),
                                Amounts.bytesToTenth(check.bytes()),
                                Amounts.counted(check.blocks(), "block"),
                                Amounts.counted(check.linkRows(), "link row"),
                                Amounts.counted(check.nodeRows(), "node row"),
                                seconds,
                                Amounts.bytesToTenth(Math.round(check.bytes() / seconds))));
        if (check.hot().links() + check.hot().nodes() > 0) {
            output.println(
                    "online writes: %s, %s, good; to take them into segments: sluice absorb %s"
                            .formatted(
                                    Amounts.counted(check.hot().links(), "link row"),
                                    Amounts.counted(check.hot().nodes(), "node row"),
                                    store.path()));
        }
    }

    private void printJson(StoreCheck check, double seconds) throws IOException {
        Json.print(
                spec.commandLine().getOut(),
                json -> {
                    json.writeBooleanField("good", check.isGood());
                    json.writeNumberField("files", check.files());
                    json.writeNumberField("bytes", check.bytes());
                    json.writeNumberField("blocks", check.blocks());
                    json.writeNumberField("link_rows", check.linkRows());
                    json.writeNumberField("node_rows", check.nodeRows());
                    json.writeNumberField("seconds", seconds);
                    json.writeNumberField("online_link_rows", check.hot().links());
                    json.writeNumberField("online_node_rows", check.hot().nodes());
                    json.writeNumberField(
                            "finding_count", check.findingCount() + check.hot().findingCount());
                    json.writeArrayFieldStart("findings");
                    for (Finding finding : check.findings()) {
                        json.writeStartObject();
                        json.writeBooleanField("note", finding.isNote());
                        json.writeStringField("file", finding.file());
                        json.writeNumberField("offset", finding.offset());
                        if (finding.bucket() >= 0) {
                            json.writeNumberField("bucket", finding.bucket());
                        }
                        if (finding.block() >= 0) {
                            json.writeNumberField("block", finding.block());
                        }
                        json.writeStringField("text", finding.text());
                        json.writeEndObject();
                    }
                    for (String finding : check.hot().findings()) {
                        json.writeStartObject();
                        json.writeBooleanField("note", false);
                        json.writeStringField("file", OwnHotStore.HOT);
                        json.writeStringField("text", finding);
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }
}
