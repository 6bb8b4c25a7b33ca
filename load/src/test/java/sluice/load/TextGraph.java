package sluice.load;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.Storage;
import sluice.store.GraphHash;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;

/**
 * Random graphs as text with a mapping: duplicates, deletions, hidden links, extreme numbers, any
 * bytes.
 */
final class TextGraph {
    /** The groups of graphs whose ids are names; the last two can stand in a header only. */
    private static final List<String> GROUPS =
            List.of("Person", "per-son", "a b,\"c\" é", "", "{x} \\", "{}");

    private static final long[] EXTREMES = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE};
    private static final String SPECIAL_BYTES = ",\"\n\r\t #%\0\\";

    private final RandomGenerator random;
    private final boolean namedIds;
    private final List<byte[]> ids1 = new ArrayList<>();
    private final List<byte[]> ids2 = new ArrayList<>();

    /** The first byte of every name of an id1: graphs with different ones share no key. */
    private final char first;

    TextGraph(RandomGenerator random, boolean namedIds, char first) {
        this.random = random;
        this.namedIds = namedIds;
        this.first = first;
        for (int i = 0; i < 30; i++) {
            ids1.add(namedIds ? join(new byte[] {(byte) first}, bytes(8)) : id());
            ids2.add(namedIds ? join(new byte[] {'x'}, bytes(300)) : id());
        }
    }

    /** Writes files of {@code rows} rows and the mapping {@code mapping.yaml}. */
    void write(Path directory, int rows) throws IOException {
        Files.createDirectories(directory);
        StringBuilder mapping = new StringBuilder("relations:\n");
        int groups = namedIds ? GROUPS.size() : 1;
        for (int number = 0; number < 2 * groups; number++) {
            boolean named = random.nextBoolean();
            int group1 = number % groups;
            int group2 = random.nextInt(groups);
            String links = "links%c%d.csv".formatted(first, number);
            String nodes = "nodes%c%d.csv".formatted(first, number);
            writeLinks(directory.resolve(links), group1, group2, named, rows);
            writeNodes(directory.resolve(nodes), group1, named, rows / 4 + 1);
            String names = named ? ", names: true}" : "}";
            mapping.append("  - {files: %s, link: {column: link_type%s".formatted(links, names))
                    .append(mapped("id1", group1))
                    .append(mapped("id2", group2))
                    .append("}\n")
                    .append("  - {files: %s, node: {column: type%s".formatted(nodes, names))
                    .append(mapped("id", group1))
                    .append("}\n");
        }
        Files.writeString(directory.resolve("mapping.yaml"), mapping);
    }

    static LoadOptions options(int threads, long chunkBytes, long bucketBytes) {
        return LoadOptions.defaults()
                .withMemory(LoadOptions.MEMORY_BYTES_MIN, 64 << 20)
                .withThreads(threads)
                .withChunkBytes(chunkBytes)
                .withBucketBytes(bucketBytes);
    }

    /** Loads the files of {@code directory} by its mapping. */
    static void load(Storage store, Path directory, LoadOptions options) throws IOException {
        Source source =
                Source.open(List.of(directory.toString()), directory.resolve("mapping.yaml"));
        Load.run(store, source, options, new LoadProgress(), LoadEvents.NONE, new Demand());
    }

    static GraphHash hash(Storage store, int threads) throws IOException {
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            return GraphHash.of(reader, dictionary, threads, new ScanProgress());
        }
    }

    private void writeLinks(Path file, int group1, int group2, boolean named, int rows)
            throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            String header = headed("id1", group1) + ",link_type," + headed("id2", group2);
            out.write(
                    (header + ",time,visibility,version,delete,data\n")
                            .getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < rows; i++) {
                put(out, pick(ids1), ',');
                put(out, type(named), ',');
                put(out, pick(ids2), ',');
                put(out, number(), ',');
                put(out, digit(random.nextInt(4) > 0), ',');
                put(out, number(), ',');
                put(out, digit(random.nextInt(8) == 0), ',');
                put(out, bytes(random.nextInt(60)), '\n');
            }
        }
    }

    private void writeNodes(Path file, int group, boolean named, int rows) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(
                    (headed("id", group) + ",type,time,version,data\n")
                            .getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < rows; i++) {
                put(out, pick(ids1), ',');
                put(out, type(named), ',');
                put(out, number(), ',');
                put(out, number(), ',');
                put(out, bytes(random.nextInt(60)), '\n');
            }
        }
    }

    private String headed(String column, int group) {
        String name = GROUPS.get(group);
        return namedIds && name.contains("{") ? column + "(" + name + ")" : column;
    }

    private String mapped(String column, int group) {
        String name = GROUPS.get(group).replace("\"", "\\\"");
        return namedIds && !name.contains("{")
                ? ", %s: {column: %s, group: \"%s\"}".formatted(column, column, name)
                : "";
    }

    private static void put(OutputStream out, byte[] field, char end) throws IOException {
        out.write('"');
        for (byte value : field) {
            if (value == '"') {
                out.write('"');
            }
            out.write(value);
        }
        out.write('"');
        out.write(end);
    }

    private byte[] pick(List<byte[]> from) {
        return from.get(random.nextInt(from.size()));
    }

    private byte[] id() {
        long number = random.nextLong() >>> random.nextInt(64);
        return text(Long.toUnsignedString(random.nextInt(10) == 0 ? -1 : number));
    }

    /** Numbers are such as no name gets. */
    private byte[] type(boolean named) {
        return switch (random.nextInt(4)) {
            case 0 -> named ? text("7") : text("18446744073709551615");
            case 1 -> named ? new byte[] {(byte) 0xff, '\n', '"', ','} : text("0");
            case 2 -> named ? text("knows") : text("9223372036854775808");
            default -> named ? text("Ünïcode 😀") : text("1000");
        };
    }

    private byte[] number() {
        long number =
                random.nextBoolean() ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextInt();
        return text(Long.toString(number));
    }

    private static byte[] digit(boolean truth) {
        return text(truth ? "1" : "0");
    }

    /** {@code length} bytes, half of them such as text formats give a meaning to. */
    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        for (int i = 0; i < length; i++) {
            if (random.nextBoolean()) {
                bytes[i] = (byte) SPECIAL_BYTES.charAt(random.nextInt(SPECIAL_BYTES.length()));
            }
        }
        return bytes;
    }

    private static byte[] join(byte[] left, byte[] right) {
        byte[] joined = new byte[left.length + right.length];
        System.arraycopy(left, 0, joined, 0, left.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
