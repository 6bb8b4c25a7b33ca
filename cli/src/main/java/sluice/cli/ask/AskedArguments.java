package sluice.cli.ask;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import sluice.cli.options.CacheArguments;
import sluice.cli.options.ServerArguments;
import sluice.cli.options.StoreSite;
import sluice.client.SluiceClient;
import sluice.model.Patience;
import sluice.storage.Storage;
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
            description = "Directory of the store, or its address (s3a://, hdfs://).")
    private @Nullable String store;

    @Mixin private CacheArguments cache = new CacheArguments();

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

    /** Where the store is; not to be called where a server is asked. */
    public StoreSite site() {
        if (store == null) {
            throw new IllegalStateException("no store is asked");
        }
        return StoreSite.of(store);
    }

    /** The files of that store. */
    public Storage storage() throws IOException {
        return cache.existing(spec, site());
    }

    /** What the user calls it. */
    public String name(ServerArguments server) {
        return store == null ? server.name() : site().lastName();
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
            return new AskedGraph.Directory(NamedStore.open(storage()), OnlineWrites.of(site()));
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
