package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.config.CheckedVerb;
import sluice.cli.config.ConfigArgument;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.logs.LogArguments;
import sluice.cli.options.CacheArguments;
import sluice.cli.options.MemoryOption;
import sluice.cli.options.ServeArguments;
import sluice.cli.options.StoreSite;
import sluice.cli.stores.RemoteArguments;
import sluice.cli.stores.ServerWait;
import sluice.cli.stores.Serving;
import sluice.live.OwnHotStore;
import sluice.load.files.Leftovers;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;

/** {@code sluice serve}: answers and writes over the network. */
@Command(
        name = "serve",
        description = {
            "Serve a store over the network: reads and writes.",
            "",
            "Writes are kept beside the store and taken into its segments when they are many. The"
                    + " web page shows what is going on. Ctrl-C ends it: running requests end"
                    + " first, and every write that was acknowledged is kept."
        },
        footer = {
            "",
            "Examples:",
            "  sluice serve graph                      on this machine, ports 7411 and 7412",
            "  sluice load graph dump/ --serve         while it is being loaded",
            "  sluice serve graph --host 0.0.0.0 --tls-certificate c.pem --tls-key k.pem \\",
            "      --token-file token",
            "  sluice serve graph --create             an empty store, to write into",
            "  sluice serve s3a://bucket/graph --cache-dir /nvme/graph --cache-size 200g",
            "  sluice serve --config sluice.yaml       with options from a file",
            "",
            "'sluice config serve' prints such a file with every option. 'sluice doctor' checks"
                    + " machine, store, ports and certificates before a start.",
            "",
            "docs/server.md tells of clients, security, metrics and the status as JSON."
        })
public final class ServeCommand implements Callable<Integer>, CheckedVerb {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "STORE",
            converter = StoreSite.Converter.class,
            description =
                    "The directory of the store, or its address (s3a://, hdfs://), which is served"
                            + " read-only.")
    private StoreSite store = StoreSite.of("");

    @Mixin private CacheArguments cache = new CacheArguments();

    @Option(
            names = "--create",
            description =
                    "Begin with an empty store where STORE has none. With --hot or --cold the"
                            + " directory is made in any case.")
    private boolean create;

    @Mixin
    @SuppressWarnings("UnusedVariable") // read before all options, since it gives their defaults
    private ConfigArgument config = new ConfigArgument();

    @Mixin private ServeArguments arguments = new ServeArguments();

    @Mixin private RemoteArguments remote = new RemoteArguments();

    @Mixin private MemoryOption memory = new MemoryOption();

    @Mixin private LogArguments log = new LogArguments();

    @Override
    public Integer call() throws IOException {
        return log.during(this::serve);
    }

    @Override
    public void checkValues() {
        arguments.checkValues();
        remote.checkValues();
        memory.checkValue();
        log.checkValues();
    }

    private int serve() throws IOException {
        arguments.check(remote.isCold());
        LoadOptions options = memory.in(LoadOptions.defaults());
        PrintWriter output = spec.commandLine().getOut();
        StopSignal stop = Invocation.of(spec).stop();
        arguments.checkPorts();
        if (!create && !remote.isRemote() && !store.isAddress()) {
            refuseMissing(store.directory());
        }
        Storage storage =
                store.isAddress() ? cache.existing(spec, store) : cache.created(spec, store);
        if (!store.isAddress() && !LoadLock.isTaken(storage)) {
            Leftovers.refuseBegunFirstLoad(storage);
        }
        stop.arm(StopSignal.Words.SERVER);
        LoadProgress progress = new LoadProgress();
        ServerWait wait = new ServerWait(stop, spec.commandLine().getErr(), System::nanoTime);
        try (Serving serving =
                wait.open(
                        () ->
                                Serving.start(
                                        store, storage, arguments, remote, options, progress))) {
            serving.store().completeIfEmpty();
            Manifest manifest = serving.store().manifest();
            serving.tell(store, output);
            if (remote.isCold() && manifest != null && manifest.complete()) {
                build(serving, options, progress, stop);
            } else {
                warnOfUnfinishedLoad(storage, manifest);
            }
            Serving.awaitStop(stop);
        } catch (SluiceException e) {
            // A server that is stopped has ended well, also where it waits or builds.
            if (e.code() != ErrorCode.INTERRUPTED) {
                throw e;
            }
        }
        return 0;
    }

    /** An empty store in place of one whose name was misspelt would answer, and take writes. */
    private void refuseMissing(Path directory) throws IOException {
        boolean isEmpty = !Files.exists(directory);
        if (Files.isDirectory(directory)) {
            Storage storage = DirectoryStorage.open(directory);
            // A lock alone is left by a first load that was stopped as soon as it had begun.
            isEmpty =
                    storage.list().stream().allMatch(StoreFiles.LOCK::equals)
                            && !OwnHotStore.isIn(directory, storage)
                            && !LoadLock.isTaken(storage);
        }
        if (isEmpty) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: no such store; make one with: sluice load %s SOURCE…, or begin with an empty one: sluice serve %s --create"
                            .formatted(store, store, store));
        }
    }

    /** Joins those who build what is staged. */
    private static void build(
            Serving serving, LoadOptions options, LoadProgress progress, StopSignal stop)
            throws IOException {
        serving.store().build(options, progress, LoadEvents.stoppedIf(stop::requested));
    }

    private void warnOfUnfinishedLoad(Storage storage, @Nullable Manifest manifest)
            throws IOException {
        if (manifest != null && manifest.phase().isOfLoad()) {
            PrintWriter errors = spec.commandLine().getErr();
            String partial = manifest.complete() ? "" : ", answers are partial";
            if (store.isAddress()) {
                errors.printf(
                        "sluice: a load of %s has not ended%s; this server follows it%n",
                        store, partial);
            } else if (LoadLock.isTaken(storage)) {
                errors.printf(
                        "sluice: another process is loading %s%s; this server follows it%n",
                        store, partial);
            } else {
                errors.printf(
                        "sluice: the load of %s is unfinished%s; go on with it by its command and --serve%n",
                        store, partial);
            }
            errors.flush();
        }
    }
}
