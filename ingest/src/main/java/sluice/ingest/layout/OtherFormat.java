package sluice.ingest.layout;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.SourceFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A format of files that hold no delimited text, known by the first bytes of a file. Such a file is
 * refused by the name of its format, also within gzip or zstd.
 *
 * @param start the first bytes, in hexadecimal
 * @param what the format, for people
 * @param remedy what turns such a file into text
 */
record OtherFormat(String start, String what, String remedy) {
    private static final String EXPORTER = "a tool that writes CSV";

    private static final List<OtherFormat> ALL =
            List.of(
                    new OtherFormat("425a68", "a bzip2 archive", "bunzip2"),
                    new OtherFormat("fd377a585a00", "an xz archive", "unxz"),
                    new OtherFormat("504b0304", "a zip archive", "unzip"),
                    new OtherFormat("04224d18", "an lz4 archive", "unlz4"),
                    new OtherFormat("ff060000734e6150", "a snappy archive", "snzip -d"),
                    new OtherFormat("377abcaf271c", "a 7z archive", "7z x"),
                    new OtherFormat("50415245", "an encrypted Parquet file", EXPORTER),
                    new OtherFormat("4f626a01", "an Avro file", EXPORTER),
                    new OtherFormat("4152524f5731", "an Arrow file", EXPORTER),
                    new OtherFormat("894844460d0a1a0a", "an HDF5 file", EXPORTER),
                    new OtherFormat("53514c6974652066", "an SQLite database", EXPORTER));

    /** Packings that are understood, but not one within the other. */
    private static final List<OtherFormat> TWICE =
            List.of(
                    new OtherFormat("1f8b08", "a gzip file", "gunzip"),
                    new OtherFormat("28b52ffd", "a zstd file", "unzstd"),
                    new OtherFormat("50415231", "a Parquet file", ""));

    /** How many bytes tell every format. */
    static final int BYTES = 8;

    /** Refuses a file that begins with {@code bytes}, if they tell another format. */
    static void refuse(String name, byte[] bytes) {
        OtherFormat other = find(ALL, bytes);
        if (other != null) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the file is %s, expected text, gzip, zstd or Parquet; turn it into text first with %s"
                            .formatted(name, other.what, other.remedy));
        }
    }

    /** Refuses a packed file whose content begins with {@code bytes}, if that is no text. */
    static void refuseWithin(String name, SourceFile.Codec codec, byte[] bytes) {
        OtherFormat other = find(ALL, bytes);
        OtherFormat within = other == null ? find(TWICE, bytes) : other;
        if (within != null) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the %s file holds %s, expected text; unpack it, and %s"
                            .formatted(
                                    name,
                                    codec.name().toLowerCase(Locale.ROOT),
                                    within.what,
                                    within.remedy.isEmpty()
                                            ? "load what it holds"
                                            : "turn what it holds into text with "
                                                    + within.remedy));
        }
    }

    private static @Nullable OtherFormat find(List<OtherFormat> formats, byte[] bytes) {
        String first =
                HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(BYTES, bytes.length)));
        return formats.stream()
                .filter(format -> first.startsWith(format.start))
                .findFirst()
                .orElse(null);
    }
}
