package sluice.cli.options;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.HotListOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.live.LiveSettings;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;

/** How a store is served: the options that {@code serve} and {@code load --serve} share. */
public final class ServeArguments {
    private static final long READ_MILLIS_MAX = 60_000;

    /** With less, every few writes would be an absorption of their own. */
    private static final long ABSORB_BYTES_MIN = 1 << 20;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ListenArguments listen =
            new ListenArguments(ServerOptions.PORT, ServerOptions.HTTP_PORT);

    @Option(
            names = "--durability",
            paramLabel = "HOW",
            converter = DurabilityConverter.class,
            completionCandidates = DurabilityConverter.class,
            defaultValue = "sync",
            description =
                    "When an online write is acknowledged: sync (it outlives power loss), or async"
                            + " or async:MS (power loss takes the last MS milliseconds, 100 where"
                            + " none are given) (default: sync).")
    private Durability durability = Durability.SYNC;

    @Option(
            names = "--read-p99",
            paramLabel = "MS",
            description =
                    "Build slowly while the slowest of a hundred reads takes longer than this many"
                            + " milliseconds; with --cold hbase:…write=put also without --serve, each"
                            + " region server by its own reads (default: build as fast as it goes).")
    private double readMillis;

    @Option(
            names = "--absorb-at",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "Take online writes into segments once they are larger than this (default: 256m,"
                            + " or a quarter of the segments where that is more). With --cold, into"
                            + " the cold store, and only where this is given.")
    private @Nullable Long absorbBytes;

    @Option(
            names = "--hot-lists",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "With --cold: copy the lists that are asked for most into the hot store, up to so"
                            + " many bytes, and answer them from there; 0 for none (default: 64m).")
    private @Nullable Long hotListBytes;

    @Option(
            names = "--first-node-id",
            paramLabel = "ID",
            converter = Ids.Converter.class,
            description =
                    "The least id of nodes that clients add (default: the one above all that were"
                            + " loaded; 2^62 while a load copies its source, and where ids are"
                            + " names). Choose one above all ids that loads will bring.")
    private @Nullable Long firstNodeId;

    /**
     * Refuses what is wrong, before anything is made for it.
     *
     * @param elsewhere whether the cold store is another system
     */
    public void check(boolean elsewhere) {
        decisions();
        hotLists(elsewhere);
        SluiceServer.check(server());
    }

    /** Throws if a single value is wrong. */
    public void checkValues() {
        decisions();
        listen.checkValues();
    }

    /** Refuses a port that is taken, before anything is made in a store. */
    public void checkPorts() {
        SluiceServer.checkPorts(server());
    }

    public ServerOptions server() {
        return listen.server();
    }

    /** Of the first node that a client adds, where the user chose it. */
    public OptionalLong firstNodeId() {
        return firstNodeId == null ? OptionalLong.empty() : OptionalLong.of(firstNodeId);
    }

    /** The milliseconds that the slowest of a hundred reads may take; 0 for no limit. */
    public double readMillis() {
        if (!(readMillis >= 0 && readMillis <= READ_MILLIS_MAX)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--read-p99 must be from 0 (no limit) to %d milliseconds, not %s"
                            .formatted(READ_MILLIS_MAX, readMillis));
        }
        return readMillis;
    }

    public DecisionOptions decisions() {
        double limitMillis = readMillis();
        if (absorbBytes != null && absorbBytes < ABSORB_BYTES_MIN) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--absorb-at must be %d bytes at least, not %d"
                            .formatted(ABSORB_BYTES_MIN, absorbBytes));
        }
        return new DecisionOptions(
                (long) (limitMillis * 1e6),
                absorbBytes == null ? DecisionOptions.AUTOMATIC : absorbBytes);
    }

    /** Which lists are held whole in front of a cold store that lies {@code elsewhere} or not. */
    public HotListOptions hotLists(boolean elsewhere) {
        if (!elsewhere && hotListBytes != null && hotListBytes > 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--hot-lists needs --cold: without it no list lies so far away that a copy of it"
                            + " is answered sooner; leave it out, or name 0");
        }
        long automatic = elsewhere ? HotListOptions.USUAL_BYTES : 0;
        return HotListOptions.ofBytes(hotListBytes == null ? automatic : hotListBytes);
    }

    /** In a process that may take {@code memoryBytes}. */
    public HotOptions hot(long memoryBytes) {
        return new HotOptions(LiveSettings.hotBytes(memoryBytes), durability);
    }

    /** Reads sync, async and async:MS. */
    static final class DurabilityConverter implements ITypeConverter<Durability>, Iterable<String> {
        private static final long WINDOW_MILLIS = 100;

        @Override
        public Iterator<String> iterator() {
            return List.of("sync", "async").iterator();
        }

        @Override
        public Durability convert(String text) {
            String word = text.toLowerCase(Locale.ROOT);
            try {
                if (word.equals("sync")) {
                    return Durability.SYNC;
                }
                if (word.equals("async")) {
                    return new Durability.Async(WINDOW_MILLIS);
                }
                if (word.startsWith("async:")) {
                    return new Durability.Async(Long.parseLong(word.substring("async:".length())));
                }
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "\"%s\": %s; give a number of milliseconds such as async:50"
                                .formatted(text, e.getMessage()));
            }
            throw new TypeConversionException(
                    "expected sync, async or async:MS, found \"%s\"".formatted(text));
        }
    }
}
