package sluice.cli.ask;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import sluice.cli.options.ServerArguments;
import sluice.cli.options.StoreDirectory;
import sluice.client.SluiceClient;
import sluice.model.Patience;
import sluice.store.NamedStore;

/**
 * What is asked, a store or a server, and how patiently: arguments of query and shell, beside those
 * of the server.
 */
public final class AskedArguments {
    /** What becomes of an answer that is not complete. */
    enum Mode {
        PARTIAL,
        WAIT,
        FAIL
    }

    private static final Duration ANSWER_GRACE = Duration.ofSeconds(1);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    // Not required, so that the help of a question can be asked for without a store.
    @Parameters(
            index = "0",
            arity = "0..1",
            hideParamSyntax = true,
            paramLabel = "STORE",
            description = "Directory of the store.")
    private @Nullable String store;

    @Option(
            names = "--mode",
            paramLabel = "HOW",
            scope = ScopeType.INHERIT,
            description =
                    "With --server, while a load still copies its source, or builds with --unbuilt"
                            + " wait: partial (answer with what there is), wait (until the answer is"
                            + " complete, at most until the deadline) or fail (default: partial).")
    private @Nullable Mode mode;

    /** Whether a store, a server or a way to ask it is named. */
    public boolean given(ServerArguments server) {
        return store != null || mode != null || server.given() || server.hasServerOptions();
    }

    /**
     * The words of a question that stand behind the store; with a server no store is named, and the
     * first of them is taken for it.
     */
    public List<String> words(List<String> behind, ServerArguments server) {
        if (!server.given() || store == null) {
            return behind;
        }
        List<String> all = new ArrayList<>(List.of(store));
        all.addAll(behind);
        store = null;
        return all;
    }

    /** The directory of the store; not to be called where a server is asked. */
    public Path path() {
        if (store == null) {
            throw new IllegalStateException("no directory is asked");
        }
        return Path.of(store);
    }

    /** What the user calls it. */
    public String name(ServerArguments server) {
        if (store == null) {
            return server.name();
        }
        Path name = Path.of(store).toAbsolutePath().normalize().getFileName();
        return name == null ? store : name.toString();
    }

    /** Opens what is asked. The caller closes it. */
    public AskedGraph open(ServerArguments server) throws IOException {
        if (!server.given()) {
            if (store == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "name a store: sluice %s STORE …, or a server: --server HOST:PORT"
                                .formatted(spec.name()));
            }
            server.refuseWithoutServer();
            if (mode != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--mode requires a server: add --server, or leave it out");
            }
            return new AskedGraph.Directory(
                    NamedStore.open(StoreDirectory.existing(Path.of(store))),
                    OnlineWrites.of(Path.of(store)));
        }
        if (store != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "both the store %s and a server are named; leave one out".formatted(store));
        }
        Duration patience = Duration.ofMillis(server.deadlineMillis());
        // So that the server's own answer, that time is over, arrives.
        SluiceClient client = server.open(patience.plus(ANSWER_GRACE));
        Mode wanted = mode == null ? Mode.PARTIAL : mode;
        return new AskedServer(
                client,
                switch (wanted) {
                    case PARTIAL -> Patience.NONE;
                    case FAIL -> new Patience(Patience.WhenPartial.FAIL, 0);
                    case WAIT -> new Patience(Patience.WhenPartial.WAIT, patience.toNanos());
                });
    }
}
