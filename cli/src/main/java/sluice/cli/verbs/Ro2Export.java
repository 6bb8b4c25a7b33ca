package sluice.cli.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import sluice.cli.ask.ScanOptions;
import sluice.cli.console.LineWords;
import sluice.cli.options.ExportDirectory;
import sluice.cli.show.ScanLine;
import sluice.export.voldemort.VoldemortExporter;
import sluice.report.Amounts;
import sluice.store.ScanProgress;
import sluice.voldemort.format.StoreBuilder;

/** {@code sluice export --ro2}: writes a store as Voldemort's read-only stores. */
final class Ro2Export {
    private final CommandSpec spec;
    private final ScanOptions.Opened opened;

    Ro2Export(CommandSpec spec, ScanOptions.Opened opened) {
        this.spec = spec;
        this.opened = opened;
    }

    int run(Path directory, StoreBuilder.Layout layout) throws IOException {
        ScanProgress progress = new ScanProgress();
        List<Path> spills = new ArrayList<>();
        VoldemortExporter.Result result;
        try (ExportDirectory target = new ExportDirectory(directory);
                ScanLine _ = ScanLine.of(spec, "exporting", progress)) {
            result =
                    VoldemortExporter.export(
                            opened.reader(),
                            opened.dictionary(),
                            name -> {
                                if (name.startsWith(VoldemortExporter.SPILL)) {
                                    spills.add(directory.resolve(name));
                                }
                                return target.storage(name);
                            },
                            layout,
                            progress);
        } finally {
            for (Path spill : spills) {
                Files.deleteIfExists(spill);
            }
        }
        spec.commandLine()
                .getOut()
                .println(
                        "%s and %s%s in %s, %s, for %s; load them with:%n  sluice load STORE %s"
                                .formatted(
                                        Amounts.counted(result.nodes(), "node"),
                                        Amounts.counted(result.links(), "link"),
                                        result.complete()
                                                ? ""
                                                : " so far (the store is not complete)",
                                        Amounts.counted(result.files(), "file"),
                                        Amounts.bytesToTenth(result.bytes()),
                                        Amounts.counted(layout.topology().nodes().size(), "server"),
                                        LineWords.quoted(directory.toString())));
        return 0;
    }
}
