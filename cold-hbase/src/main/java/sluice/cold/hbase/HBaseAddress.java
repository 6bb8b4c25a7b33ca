package sluice.cold.hbase;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Where a cold store in HBase is: {@code hbase://zk-host:port[,…]/table?option=value&…}. Holds no
 * secret, as none belongs into an address.
 *
 * @param quorum the hosts of ZooKeeper with their ports
 * @param staging the folder where files are written for HBase to take over; null: only to read
 * @param settings HBase's own settings, a file; null: what HBase itself finds
 * @param regions how many regions to cut a new table into at most; 0: by the number of servers
 * @param timeoutSeconds after which a request to a cluster that does not answer fails
 * @param puts whether rows are written one by one by HBase's servers instead of as files: what bulk
 *     load is compared with
 * @param rate how many nodes and links a second each region server is given, where rows are written
 *     one by one; 0: as many as it takes
 * @param rates the same of servers that are given more or fewer, by their names
 * @param readMillis what the slowest of a hundred reads may take while rows are written one by one:
 *     each region server is given fewer rows where they take longer; 0: no limit
 */
record HBaseAddress(
        String quorum,
        TableName table,
        @Nullable String staging,
        @Nullable String settings,
        Compression.Algorithm compression,
        DataBlockEncoding encoding,
        int blockBytes,
        int regions,
        int timeoutSeconds,
        boolean puts,
        int rate,
        Map<String, Integer> rates,
        int readMillis) {
    static final String SCHEME = "hbase://";
    static final int BLOCK_BYTES = 16 << 10;
    static final int TIMEOUT_SECONDS = 20;

    private static final Pattern PATTERN =
            Pattern.compile("hbase://([^/?@]+)/([A-Za-z0-9_.:-]+)(?:\\?(.*))?");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.-]+(:[0-9]{1,5})?");
    private static final String SHAPE =
            "expected hbase://zk-host:port[,…]/table?staging=file:///folder"
                    + "&compression=none&encoding=fast_diff&block=16384&regions=0&timeout=20"
                    + "&write=files&rate=0&read-p99=0&conf=hbase-site.xml";
    private static final Pattern RATE = Pattern.compile("([A-Za-z0-9_.-]+:[0-9]{1,5})=([0-9]+)");
    private static final int RATE_MAX = 10_000_000;
    private static final Set<String> COMPRESSIONS = Set.of("none", "gz", "snappy", "zstd", "lz4");

    /** Reads an address; what it holds is not repeated in errors, lest it hold a secret. */
    static HBaseAddress parse(String address) {
        Matcher matcher = PATTERN.matcher(address);
        if (!matcher.matches()
                || !Arrays.stream(matcher.group(1).split(",", -1))
                        .allMatch(host -> HOST.matcher(host).matches())) {
            throw wrong("this is no address of a cold store in HBase");
        }
        Options options = new Options();
        if (matcher.group(3) != null) {
            for (String option : matcher.group(3).split("&", -1)) {
                options.set(option);
            }
        }
        return new HBaseAddress(
                matcher.group(1),
                table(matcher.group(2)),
                options.staging,
                options.settings,
                options.compression,
                options.encoding,
                options.blockBytes,
                options.regions,
                options.timeoutSeconds,
                options.puts,
                options.required("rate", options.rate),
                Map.copyOf(options.rates),
                options.required("read-p99", options.readMillis));
    }

    /** How many rows a second {@code server} is given; infinite for as many as it takes. */
    double rateOf(String server) {
        int own = rates.getOrDefault(server, rate);
        return own == 0 ? Double.POSITIVE_INFINITY : own;
    }

    /** Without options, for messages. */
    String location() {
        return SCHEME + quorum + "/" + table.getNameAsString();
    }

    /** The folder for files; refuses an address without one, which is only to read. */
    String requiredStaging() {
        if (staging == null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    location()
                            + ": to build buckets, its address needs staging=, a folder"
                            + " that HBase's region servers can read and write");
        }
        return staging;
    }

    private static TableName table(String name) {
        try {
            return TableName.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw wrong("HBase takes no table of the name \"" + name + "\"");
        }
    }

    private static SluiceException wrong(String what) {
        return new SluiceException(ErrorCode.CONFIG, what + "; " + SHAPE);
    }

    /** The options while they are read. */
    private static final class Options {
        private @Nullable String staging;
        private @Nullable String settings;
        private Compression.Algorithm compression = Compression.Algorithm.NONE;
        private DataBlockEncoding encoding = DataBlockEncoding.FAST_DIFF;
        private int blockBytes = BLOCK_BYTES;
        private int regions;
        private int timeoutSeconds = TIMEOUT_SECONDS;
        private boolean puts;
        private int rate;
        private final Map<String, Integer> rates = new HashMap<>();
        private int readMillis;

        /** A value that rules puts; refuses one that would have no effect. */
        int required(String name, int value) {
            if (value > 0 && !puts) {
                throw wrong(name + "= is of rows that are written one by one: add write=put");
            }
            return value;
        }

        void set(String option) {
            int at = option.indexOf('=');
            String name = at < 0 ? option : option.substring(0, at);
            String value =
                    at < 0
                            ? ""
                            : URLDecoder.decode(option.substring(at + 1), StandardCharsets.UTF_8);
            switch (name) {
                case "staging" -> staging = value;
                case "conf" -> settings = value;
                case "compression" -> compression = compression(value);
                case "encoding" -> encoding = encoding(value);
                case "block" -> blockBytes = (int) number(name, value, 1 << 10, 16 << 20);
                case "regions" -> regions = (int) number(name, value, 0, 100_000);
                case "timeout" -> timeoutSeconds = (int) number(name, value, 1, 3600);
                case "write" -> puts = isPut(value);
                case "rate" -> setRates(value);
                case "read-p99" -> readMillis = (int) number(name, value, 0, 3_600_000);
                case "since" -> throw wrong("since= is gone: the rows of all loads are read");
                default -> throw wrong("a cold store in HBase has no option \"" + name + "\"");
            }
        }

        /** One rate for all servers, and behind it those of some, such as host:16020=500. */
        private void setRates(String value) {
            String[] parts = value.split(",", -1);
            rate = (int) number("rate", parts[0], 0, RATE_MAX);
            for (int part = 1; part < parts.length; part++) {
                Matcher one = RATE.matcher(parts[part]);
                if (!one.matches() || rate == 0) {
                    throw wrong("rate is rows a second, or 1000,host:16020=500 for another server");
                }
                rates.put(one.group(1), (int) number("rate", one.group(2), 1, RATE_MAX));
            }
        }

        private static boolean isPut(String value) {
            return switch (value) {
                case "files" -> false;
                case "put" -> true;
                default -> throw wrong("write is files or put");
            };
        }

        private static Compression.Algorithm compression(String value) {
            if (!COMPRESSIONS.contains(value)) {
                throw wrong("compression is none, gz, snappy, zstd or lz4");
            }
            return Compression.getCompressionAlgorithmByName(value);
        }

        private static DataBlockEncoding encoding(String value) {
            try {
                return DataBlockEncoding.valueOf(value.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw wrong("encoding is none, prefix, diff, fast_diff or row_index_v1");
            }
        }

        private static long number(String name, String value, long least, long greatest) {
            try {
                long number = Long.parseLong(value);
                if (number >= least && number <= greatest) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw wrong(name + " is a number from " + least + " to " + greatest);
            }
            throw wrong(name + " is a number from " + least + " to " + greatest);
        }
    }
}
