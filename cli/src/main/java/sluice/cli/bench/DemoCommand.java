package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import sluice.cli.console.Invocation;
import sluice.cli.console.Look;
import sluice.cli.show.DemoPicture;
import sluice.experiments.WorkFolder;
import sluice.experiments.demo.Demo;
import sluice.experiments.demo.DemoOptions;
import sluice.experiments.demo.DemoView;
import sluice.model.ErrorCode;
import sluice.report.LiveScreen;

/** {@code sluice demo}: shows a load while clients query, and proves that all was right. */
@Command(
        name = "demo",
        description =
                "Generate a graph, load it while clients query it from the first moment on,"
                        + " and show what happens.",
        footer = {
            "",
            "Ends with status 0 when everything was proved to be right.",
            "NO_COLOR is respected; a terminal without UTF-8 gets ASCII."
        })
public final class DemoCommand implements Callable<Integer> {
    /** What the names of temporary directories of this process begin with. */
    static final String TEMPORARY_PREFIX =
            "sluice-demo-%d-".formatted(ProcessHandle.current().pid());

    private static final long STOP_SECONDS_MAX = 10;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Work in this new directory and keep it.")
    private @Nullable Path directory;

    @Option(
            names = "--links",
            paramLabel = "N",
            converter = LinkCount.class,
            description = "How many links, such as 200k or 2m. [10k to 20m; default: 2m]")
    private @Nullable Long links;

    @Option(names = "--keep", description = "Keep the directory of the graph and the store.")
    private boolean keep;

    @Option(names = "--quick", description = "A small demo of 200k links, in about 2 seconds.")
    private boolean quick;

    @Option(names = "--ascii", description = "Draw with ASCII characters only.")
    private boolean ascii;

    @Spec private CommandSpec spec = CommandSpec.create();

    /** Reads a number that may end with k or m. */
    static final class LinkCount implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            long factor =
                    switch (text.isEmpty() ? ' ' : text.charAt(text.length() - 1)) {
                        case 'k', 'K' -> 1_000;
                        case 'm', 'M' -> 1_000_000;
                        default -> 1;
                    };
            String digits = factor == 1 ? text : text.substring(0, text.length() - 1);
            try {
                return Math.multiplyExact(Long.parseLong(digits), factor);
            } catch (ArithmeticException | NumberFormatException e) {
                throw new TypeConversionException(
                        "\"%s\" is not a number of links; expected one such as 200k or 2m"
                                .formatted(text));
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        long usual = quick ? DemoOptions.LINKS_QUICK : DemoOptions.LINKS_USUAL;
        DemoOptions options = DemoOptions.of(links == null ? usual : links);
        Look output = Look.ofOutput(Invocation.of(spec).terminal());
        Look look = ascii ? output.ascii() : output;
        boolean keeps = keep || directory != null;
        Path home =
                directory == null
                        ? Files.createTempDirectory(TEMPORARY_PREFIX)
                        : Files.createDirectories(directory);
        Demo demo = new Demo(options, home);
        CountDownLatch ended = new CountDownLatch(1);
        Thread interrupt = new Thread(() -> stop(demo, ended), "interrupt");
        Runtime.getRuntime().addShutdownHook(interrupt);
        try {
            return run(demo, new DemoPicture(options, look), look.live(), keeps);
        } finally {
            if (!keeps) {
                WorkFolder.delete(home);
            }
            ended.countDown();
            forget(interrupt);
        }
    }

    private int run(Demo demo, DemoPicture picture, boolean live, boolean keeps)
            throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        if (live) {
            try (LiveScreen _ = LiveScreen.start(output, () -> picture.lines(demo.view()))) {
                demo.run();
            }
        } else {
            demo.run();
            picture.lines(demo.view()).forEach(output::println);
        }
        DemoView view = demo.view();
        output.println();
        picture.proofs(view).forEach(output::println);
        output.println();
        next(demo, keeps).forEach(output::println);
        output.flush();
        boolean right = view.proofs().stream().allMatch(DemoView.Proof::holds);
        return right ? 0 : ErrorCode.INTERNAL.exitStatus();
    }

    private static List<String> next(Demo demo, boolean keeps) {
        String store = keeps ? demo.store().toString() : "sluice-demo/store";
        String keepIt =
                keeps
                        ? "The graph is %s, the store %s.".formatted(demo.input(), demo.store())
                        : "  sluice demo --dir sluice-demo   # keeps the graph and its store";
        return List.of(
                "Try next:",
                keepIt,
                "  sluice query %s %s".formatted(store, demo.exampleQuery()),
                "  sluice status " + store);
    }

    /** Ctrl-C: the demo ends by itself, removes what it made, and then the process ends. */
    private static void stop(Demo demo, CountDownLatch ended) {
        demo.stop();
        try {
            if (!ended.await(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                demo.stop();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread interrupt) {
        try {
            Runtime.getRuntime().removeShutdownHook(interrupt);
        } catch (IllegalStateException _) {
            // The process is ending: the hook is what waits for this.
        }
    }
}
