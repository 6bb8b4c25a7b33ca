package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.ask.OnlineWrites;
import sluice.cli.ask.ScanArguments;
import sluice.cli.ask.ScanOptions;
import sluice.cli.console.Json;
import sluice.cli.show.ScanLine;
import sluice.model.Plural;
import sluice.store.GraphHash;
import sluice.store.ScanProgress;

/** {@code sluice hash}: prints the digest of a store's graph. */
@Command(
        name = "hash",
        description = {
            "Print one digest of the graph in STORE.",
            "It is equal for equal graphs, however they were loaded: in one load or in many, by any"
                    + " number of threads, into any buckets. Every node and link counts, hidden ones"
                    + " too, with all fields; names count, not the numbers that stand for them."
        },
        footer = {
            "",
            "Examples:",
            "  sluice hash friends                       digest, nodes, links and properties",
            "  sluice hash friends --format json         the same for a program",
            "  [ \"$(sluice hash a)\" = \"$(sluice hash b)\" ] && echo same",
            "",
            "Exit status 4 where a load of STORE has not copied all its rows."
        })
public final class HashCommand implements Callable<Integer> {
    enum Format {
        TEXT,
        JSON
    }

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ScanArguments store = new ScanArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (the default) or json.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        ScanProgress progress = new ScanProgress();
        GraphHash hash;
        OnlineWrites online;
        try (ScanOptions.Opened opened = store.open();
                ScanLine _ = ScanLine.of(spec, "hashing", progress)) {
            online = opened.online();
            hash = GraphHash.of(opened.reader(), opened.dictionary(), store.threads(), progress);
        }
        switch (format) {
            case TEXT ->
                    output.println(
                            "%s  %s, %s%s%s"
                                    .formatted(
                                            hash.digest(),
                                            Plural.counted(hash.nodes(), "node"),
                                            Plural.counted(hash.links(), "link"),
                                            hash.properties() == 0
                                                    ? ""
                                                    : ", "
                                                            + Plural.counted(
                                                                    hash.properties(), "property"),
                                            hash.complete() ? "" : " so far (not complete)"));
            case JSON ->
                    Json.print(
                            output,
                            json -> {
                                json.writeStringField("digest", hash.digest());
                                json.writeNumberField("nodes", hash.nodes());
                                json.writeNumberField("links", hash.links());
                                json.writeNumberField("properties", hash.properties());
                                json.writeBooleanField("complete", hash.complete());
                                json.writeBooleanField("online_writes_left_out", online.leftOut());
                            });
        }
        return 0;
    }
}
