package sluice.cli.stores;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.hot.mysql.MySqlAddress;
import sluice.live.RemoteSettings;

/** The parts of a store that lie in other systems: the options that name them. */
public final class RemoteArguments {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** How a bucket is answered until it is built. */
    enum Unbuilt {
        RUNS,
        WAIT
    }

    @Option(
            names = "--hot",
            paramLabel = "ADDRESS",
            description =
                    "Keep what is written online in MySQL or MariaDB instead of in the store's"
                            + " directory: mysql://user@host:port/database. The password comes from"
                            + " SLUICE_MYSQL_PASSWORD, or from a file: ?passwordFile=FILE.")
    private @Nullable String hot;

    @Option(
            names = "--cold",
            paramLabel = "ADDRESS",
            description =
                    "Build buckets in HBase instead of into segments:"
                            + " hbase://zookeeper:port/table?staging=FOLDER, a folder that HBase sees, too.")
    private @Nullable String cold;

    @Option(
            names = "--unbuilt",
            paramLabel = "HOW",
            defaultValue = "runs",
            description =
                    "With --cold: how a bucket is answered until it is built: runs (at once, from"
                            + " what is staged), wait (not before: queries that ask for it, as"
                            + " query --mode wait does, wait, the most awaited bucket is built"
                            + " first; others are answered in part) (default: runs).")
    private Unbuilt unbuilt = Unbuilt.RUNS;

    @Option(
            names = "--build-batch",
            paramLabel = "N",
            description =
                    "With --cold: how many buckets are built at the same time (default: one for"
                            + " each core).")
    private @Nullable Integer batch;

    /** What was named, to be opened. Throws if the number of builders is out of range. */
    public RemoteSettings settings() {
        int builders = batch == null ? Runtime.getRuntime().availableProcessors() : batch;
        if (builders < 1 || builders > RemoteSettings.BUILDERS_LIMIT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--build-batch must be from 1 to %d, not %d"
                            .formatted(RemoteSettings.BUILDERS_LIMIT, builders));
        }
        return new RemoteSettings(
                Optional.ofNullable(hot), Optional.ofNullable(cold), searchesRuns(), builders);
    }

    /** Throws if a single value is wrong, as an address with a password in it is. */
    public void checkValues() {
        settings();
        if (hot != null) {
            MySqlAddress.parse(hot);
        }
    }

    /** Whether a part of the store lies in another system. */
    public boolean isRemote() {
        return cold != null || hot != null;
    }

    /** Whether buckets are built in a remote cold store. */
    public boolean isCold() {
        return cold != null;
    }

    /** Whether several processes build, each what it takes. */
    public boolean isShared() {
        return cold != null && hot != null;
    }

    /** Whether a bucket that is not built may be answered from its runs. */
    public boolean searchesRuns() {
        return unbuilt == Unbuilt.RUNS;
    }
}
