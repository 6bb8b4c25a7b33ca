package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlBuildJobs;
import sluice.model.BuildJobs;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * A load that two processes share, both of which are started again whenever they have ended: one
 * loads and serves, the other one builds from uptime on. They may end by themselves only once a
 * server was killed that they need.
 *
 * <p>Belongs to one thread.
 */
final class RemoteLoad implements AutoCloseable {
    /** So that a load takes long enough to be killed. */
    private static final List<String> SLOWLY =
            List.of("--chunk-size", "64k", "--bucket-size", "64k", "--source-rate", "300k");

    private static final long MOMENT_MILLIS_MAX = 6_000;
    private static final long BUILDER_MOMENT_MILLIS_MAX = 1_000;
    private static final long AWAY_MILLIS_MAX = 3_000;

    private final RemoteServers servers;
    private final RemoteUser user;
    private final RandomGenerator random;
    private final Path store;
    private final RepeatedCommand loader;
    private final RepeatedCommand builder;
    private final BuildJobs jobs;

    /** Whether a server was killed. */
    private boolean isShaken;

    private long endedByThemselves;

    /**
     * Begins it in {@code home}.
     *
     * @param user is told where it is served, and stays its owner's
     */
    RemoteLoad(
            Path home,
            RemoteBook book,
            RemoteServers servers,
            List<String> addresses,
            RemoteUser user,
            RandomGenerator random)
            throws IOException {
        this.servers = servers;
        this.user = user;
        this.random = random;
        store = home.resolve("store");
        Path source = Files.createDirectory(home.resolve("source"));
        book.writeSource(source.resolve("links.tsv"));
        List<String> load = new ArrayList<>();
        load.addAll(List.of("load", store.toString(), source.toString(), "--serve"));
        load.addAll(List.of("--port", "0", "--http-port", "-1", "--progress", "none"));
        load.addAll(SLOWLY);
        load.addAll(addresses);
        load.addAll(List.of("--build-batch", "1"));
        List<String> build = new ArrayList<>(List.of("build", store.toString()));
        build.addAll(addresses);
        build.addAll(List.of("--build-batch", "1"));
        loader = new RepeatedCommand(home.resolve("loader"), load);
        builder = new RepeatedCommand(home.resolve("builder"), build);
        jobs = MySqlBuildJobs.open(MySqlAddress.parse(addresses.get(1)));
    }

    /** How often a process ended as what it needs was away. */
    long endedByThemselves() {
        return endedByThemselves;
    }

    /** Kills it at a random moment; false where all was built before. */
    boolean kill(RemoteVictim victim) throws Exception {
        until("the load is served", () -> loader.port() != 0);
        if (victim == RemoteVictim.BUILDER) {
            until("the other process builds", () -> isBuilding() || loader.hasReported());
            pause(BUILDER_MOMENT_MILLIS_MAX);
        } else {
            pause(MOMENT_MILLIS_MAX);
        }
        if (loader.hasReported() || victim == RemoteVictim.BUILDER && !isBuilding()) {
            return false;
        }
        switch (victim) {
            case LOADER -> loader.kill();
            case BUILDER -> builder.kill();
            case MYSQL -> {
                isShaken = true;
                servers.killMySql();
                pause(AWAY_MILLIS_MAX);
                servers.startMySqlAgain();
            }
            case REGION_SERVER -> {
                isShaken = true;
                servers.killRegionServer();
                pause(AWAY_MILLIS_MAX);
                servers.addRegionServer();
            }
        }
        if (victim == RemoteVictim.LOADER) {
            loader.start();
        } else if (victim == RemoteVictim.BUILDER) {
            builder.start();
        }
        return true;
    }

    /** Lets the load end, and both processes. */
    void finish() throws Exception {
        until("the load has ended", loader::hasReported);
        user.close();
        user.check();
        until("the other process has ended", this::hasBuilderEnded);
        loader.stop();
    }

    private boolean hasBuilderEnded() {
        return builder.isStarted() && !builder.isRunning() && builder.status() == 0;
    }

    /** Whether the other process holds a bucket. */
    private boolean isBuilding() throws IOException {
        if (!builder.isRunning()) {
            return false;
        }
        String name = "-" + builder.pid();
        return jobs.jobs().stream()
                .filter(job -> job.state() == BuildJobs.State.BUILDING)
                .map(BuildJobs.Job::builder)
                .flatMap(Optional::stream)
                .anyMatch(one -> one.endsWith(name));
    }

    private void pause(long millisMax) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextLong(millisMax));
        until("some time passes", () -> System.nanoTime() - end >= 0);
    }

    private void until(String what, Waiting.Condition condition) throws Exception {
        Waiting.until(
                what,
                () -> {
                    keep();
                    return condition.holds();
                });
    }

    /** Starts again what has ended, tells the user, and asks it. */
    private void keep() throws IOException {
        user.check();
        if (!loader.isRunning()) {
            mayHaveEnded(loader);
            loader.start();
        }
        if (!builder.isRunning() && !hasBuilderEnded() && isStaged()) {
            mayHaveEnded(builder);
            builder.start();
        }
        user.goTo(loader.port());
    }

    private void mayHaveEnded(RepeatedCommand command) {
        if (command.isStarted()) {
            assertTrue(isShaken, () -> "it ended by itself: " + command.lastErrors());
            String errors = command.lastErrors();
            assertTrue(
                    errors.lines().anyMatch(line -> line.startsWith("sluice: ")),
                    () -> "it does not say why it ended: " + errors);
            endedByThemselves++;
        }
    }

    private boolean isStaged() throws IOException {
        if (!Files.isDirectory(store)) {
            return false;
        }
        Storage storage = DirectoryStorage.open(store);
        return ManifestFile.read(storage).filter(Manifest::complete).isPresent();
    }

    @Override
    public void close() throws IOException {
        try (jobs;
                loader) {
            builder.close();
        }
    }
}
