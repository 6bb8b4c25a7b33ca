package sluice.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.linkbench.report.HtmlReport;
import sluice.linkbench.report.ResultDocument;
import sluice.linkbench.report.TextReport;

/** {@code sluice bench compare}: two results of LinkBench beside each other. */
@Command(
        name = "compare",
        description = "Show two results of LinkBench beside each other, and what else differs.")
final class BenchCompareCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "A.json",
            description = "What 'bench linkbench --json' wrote.")
    private Path first = Path.of("");

    @Parameters(index = "1", paramLabel = "B.json", description = "The same of another run.")
    private Path second = Path.of("");

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with plots of both to FILE.")
    private @Nullable Path html;

    @Override
    public Integer call() throws IOException {
        ResultDocument a = ResultDocument.read(first);
        ResultDocument b = ResultDocument.read(second);
        if (html != null) {
            Files.writeString(html, HtmlReport.of(a, b));
        }
        spec.commandLine().getOut().print(TextReport.of(a, b));
        return 0;
    }
}
