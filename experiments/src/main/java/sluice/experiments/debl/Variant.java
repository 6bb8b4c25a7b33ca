package sluice.experiments.debl;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A way to load the links; in the order in which they are measured. */
public enum Variant {
    /** To copy the files and nothing else: no way can be faster. */
    FILE_COPY("fileCopy", 893.0, Kind.COPY, Recent.NONE),
    /** Segments in this process. */
    EMBEDDED("Sluice embedded", null, Kind.SEGMENTS, Recent.NONE),
    BULK_MYSQL("bulkLoad (MySQL)", 2565.34, Kind.TABLE, Recent.ALL),
    DEBL_20("DeBL (20 % mysql)", 1257.23, Kind.WAIT, Recent.FIFTH),
    DEBL_20_RUNS("DeBL (20 % mysql), runs", null, Kind.RUNS, Recent.FIFTH),
    DEBL("DeBL (no mysql)", 952.17, Kind.WAIT, Recent.NONE),
    DEBL_RUNS("DeBL (no mysql), runs", null, Kind.RUNS, Recent.NONE),
    BULK_HBASE("bulkLoad (HBase)", 1978.12, Kind.BULK, Recent.NONE),
    PUT_HBASE("batchPut (HBase)", null, Kind.PUT, Recent.NONE);

    private final String title;
    private final @Nullable Double paperSeconds;
    private final Kind kind;
    private final Recent recent;

    /** What is done with the links that MySQL does not take. */
    enum Kind {
        COPY,
        SEGMENTS,
        TABLE,
        /** Buckets in HBase, on demand; who asks for one waits until it is built. */
        WAIT,
        /** Buckets in HBase, on demand; one that is not built is answered from its runs. */
        RUNS,
        /** Buckets in HBase, all before the first question. */
        BULK,
        PUT
    }

    /** Which links MySQL takes, by their time. */
    enum Recent {
        NONE,
        FIFTH,
        ALL
    }

    Variant(String title, @Nullable Double paperSeconds, Kind kind, Recent recent) {
        this.title = title;
        this.paperSeconds = paperSeconds;
        this.kind = kind;
        this.recent = recent;
    }

    /** As the paper calls it. */
    public String title() {
        return title;
    }

    /** As it is named in options and in JSON. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How long the paper's load took, where the paper has it as a number. */
    @Nullable Double paperSeconds() {
        return paperSeconds;
    }

    Kind kind() {
        return kind;
    }

    Recent recent() {
        return recent;
    }

    boolean isAsked() {
        return kind != Kind.COPY;
    }

    boolean needsMySql() {
        return recent != Recent.NONE;
    }

    boolean needsHBase() {
        return switch (kind) {
            case COPY, SEGMENTS, TABLE -> false;
            case WAIT, RUNS, BULK, PUT -> true;
        };
    }

    /** The variant of this key. */
    public static Variant of(String key) {
        for (Variant variant : values()) {
            if (variant.key().equals(key)) {
                return variant;
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "there is no variant \"%s\"; there are %s"
                        .formatted(key, String.join(", ", keys())));
    }

    /** The names of all, for help. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(Variant::key).collect(Collectors.toList());
    }
}
