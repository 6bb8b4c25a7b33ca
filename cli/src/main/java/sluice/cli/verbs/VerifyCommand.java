package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.CacheArguments;
import sluice.cli.options.ServerArguments;
import sluice.cli.options.StoreSite;
import sluice.cli.proof.AgainstArguments;
import sluice.cli.proof.ProofRun;
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
            "Online writes are read too, and their counts checked, also while a server runs.",
            "One line for each finding, with file, byte, bucket and block. Nothing is changed.",
            "",
            "With --against: compare the rows of STORE, or of a server, with the sources that it was"
                    + " loaded from. The sources are read again by the rules of load: its mapping and"
                    + " options, rows that cannot be read left out, of rows with one key the winner. A"
                    + " row that only the source has is missing, one that only the store has is extra,"
                    + " one whose fields differ is different. Name the sources of all loads; of a part"
                    + " of them say --subset. A store is compared without online writes that its"
                    + " segments do not have yet, a server with them. Links that --dangling reject"
                    + " left out count as missing."
        },
        footer = {
            "",
            "Examples:",
            "  sluice verify friends                     \"good\", or a line for each finding",
            "  sluice verify friends && cp -r friends /backup",
            "  sluice verify friends --format json | jq .findings",
            "  sluice verify friends --against dump/ --mapping m.yaml",
            "  sluice verify friends --against 2025/ --against 2026/   two loads",
            "  sluice verify friends --against new.csv --subset        a part",
            "  sluice verify --server db1:7411 --against dump/         a server",
            "",
            "Exit status 0: good. 5: damaged, restore it from a copy or load it again; or it differs"
                    + " from its sources. 130: stopped by Ctrl-C."
        })
public final class VerifyCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "STORE",
            converter = StoreSite.Converter.class,
            description = "Directory or address of the store; none with --server.")
    private @Nullable StoreSite store;

    @Mixin private CacheArguments cache = new CacheArguments();

    @Mixin private ServerArguments server = new ServerArguments();

    @Mixin private AgainstArguments against = new AgainstArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (the default) or json.")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        boolean compares = against.given();
        ProofRun proof = new ProofRun(spec, against, format);
        if (server.given()) {
            if (!compares || store != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--server requires --against SOURCE… and no STORE: a server is compared with"
                                + " its sources; its files are checked where they are");
            }
            return proof.ofServer(server);
        }
        server.refuseWithoutServer();
        if (store == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "name a store: sluice verify STORE, or a server: --server HOST:PORT --against"
                            + " SOURCE…");
        }
        return compares ? proof.ofStore(store, cache.existing(spec, store)) : verify(store);
    }

    private int verify(StoreSite path) throws IOException {
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
                            cache.existing(spec, path),
                            path,
                            (bytes, ofBytes) -> {
                                done.set(bytes);
                                total.set(ofBytes);
                            });
        }
        double seconds = Amounts.seconds(System.nanoTime() - start);
        switch (format) {
            case TEXT -> print(check, path, seconds);
            case JSON -> printJson(check, seconds);
        }
        return check.isGood() ? 0 : ErrorCode.CORRUPTION.exitStatus();
    }

    private void print(StoreCheck check, StoreSite path, double seconds) {
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
                                            path,
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
                                    path));
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
