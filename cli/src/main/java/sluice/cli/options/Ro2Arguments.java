package sluice.cli.options;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.voldemort.format.Checksum;
import sluice.voldemort.format.PartitionOwners;
import sluice.voldemort.format.StoreBuilder;

/** The options of an export as Voldemort's read-only stores. */
public final class Ro2Arguments {
    private static final int PARTITIONS = 16;

    /** Text in a store takes a few times as much in chunks. */
    private static final long GROWTH = 4;

    /** A chunk is sorted in memory. */
    private static final long CHUNK_BYTES = 64L << 20;

    @Option(
            names = "--ro2",
            description =
                    "Write read-only stores of Voldemort, nodes and links, in its format ro2; for"
                            + " stores whose ids and types are numbers.")
    private boolean isAsked;

    @Option(
            names = "--partitions",
            paramLabel = "P",
            description = "With --ro2: partitions of the ring (default: 16).")
    private @Nullable Integer partitions;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "With --ro2: nodes, to which partitions are dealt (default: 1).")
    private @Nullable Integer nodes;

    @Option(
            names = "--replicas",
            paramLabel = "R",
            description = "With --ro2: nodes that hold each partition (default: 1).")
    private @Nullable Integer replicas;

    @Option(
            names = "--chunks",
            paramLabel = "C",
            description =
                    "With --ro2: chunks of each partition; one is sorted in memory (default: by the"
                            + " size of the store).")
    private @Nullable Integer chunks;

    /** The layout for a store whose files have {@code storeBytes}; empty without the option. */
    public Optional<StoreBuilder.Layout> layout(long storeBytes) {
        if (!isAsked) {
            if (partitions != null || nodes != null || replicas != null || chunks != null) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "--partitions, --nodes, --replicas and --chunks are about read-only stores;"
                                + " add --ro2");
            }
            return Optional.empty();
        }
        int ring = from1("--partitions", partitions, PARTITIONS, StoreBuilder.CHUNKS_MAX);
        int machines = from1("--nodes", nodes, 1, ring);
        int copies = from1("--replicas", replicas, 1, machines);
        int most = StoreBuilder.CHUNKS_MAX / ring;
        long usual = storeBytes * GROWTH / ring / CHUNK_BYTES + 1;
        int each = from1("--chunks", chunks, (int) Math.min(usual, most), most);
        return Optional.of(
                new StoreBuilder.Layout(
                        PartitionOwners.dealt(ring, machines), copies, each, Checksum.MD5));
    }

    /** Whether the option is there. */
    public boolean isAsked() {
        return isAsked;
    }

    private static int from1(String option, @Nullable Integer given, int usual, int most) {
        int value = given == null ? usual : given;
        if (value < 1 || value > most) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s must be from 1 to %d, not %d".formatted(option, most, value));
        }
        return value;
    }
}
