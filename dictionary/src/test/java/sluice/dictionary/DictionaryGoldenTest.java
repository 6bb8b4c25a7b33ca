package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;

/**
 * The files of {@code docs/format-dictionary.md}, as they have always been; rewritten with
 * -Drewrite.
 */
class DictionaryGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/sluice/dictionary");

    /** Of the bytes in a line of a golden file. */
    private static final int DIGITS_BEGIN = 6;

    private static final int DIGITS_END = 53;

    /** The tail's checksum stands before the magic of eight bytes. */
    private static final int CHECKSUM_FROM_END = 12;

    @Test
    void filesAreWrittenAsTheyHaveAlwaysBeen() throws IOException {
        HeapStorage storage = new HeapStorage();
        List<Name> names =
                List.of(
                        NameSets.name("Person", "alice"),
                        NameSets.name("Person", "bob"),
                        NameSets.name("", "933"));
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            NameSets.collect(collector, "a", names, List.of("knows", "follows"));
        }
        try (Dictionary none = Dictionary.open(storage, List.of())) {
            DictionaryBuilder.build(
                            storage,
                            none,
                            List.of("names-a.run"),
                            1,
                            DictionaryBuilder.MEMORY_BYTES_MIN)
                    .orElseThrow();
        }
        assertGolden("names-a.run", storage.bytes("names-a.run"));
        assertGolden("dict-1", storage.bytes("dict-1"));
    }

    @Test
    void largeBucketsAreWrittenAsTheyHaveAlwaysBeen() throws IOException {
        HeapStorage storage = new HeapStorage();
        NameBytes.Hash constant = (bytes, offset, length) -> 1L << 63;
        List<Name> names =
                IntStream.range(0, 65).mapToObj(i -> NameSets.name("", "n" + i)).toList();
        try (NameCollector collector = new NameCollector(storage, constant, 400, 70_000)) {
            NameSets.collect(collector, "a", names, List.of());
        }
        try (Dictionary none = Dictionary.open(storage, List.of(), constant)) {
            DictionaryBuilder.build(storage, none, List.of("names-a.run"), 2, 4, constant)
                    .orElseThrow();
        }
        assertGolden("dict-2", storage.bytes("dict-2"));
    }

    /** Types were numbered from 1 on; they keep their numbers, and later ones follow them. */
    @Test
    void typesOfStoresOfBeforeKeepTheirNumbers() throws IOException {
        HeapStorage storage = new HeapStorage();
        NameFile before = put(storage, "dict-1", "dict-1-types-from-1.hex");
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            NameSets.collect(collector, "b", List.of(), List.of("knows", "likes"));
        }
        NameFile later;
        try (Dictionary old = Dictionary.open(storage, List.of(before))) {
            assertEquals(OptionalLong.of(2), old.type("knows"));
            later =
                    DictionaryBuilder.build(
                                    storage,
                                    old,
                                    List.of("names-b.run"),
                                    2,
                                    DictionaryBuilder.MEMORY_BYTES_MIN)
                            .orElseThrow();
        }
        List<NameFile> both = List.of(before, later);
        try (Dictionary dictionary = Dictionary.open(storage, both)) {
            assertEquals(OptionalLong.of(2), dictionary.type("knows"));
            assertEquals(OptionalLong.of(3), dictionary.type("likes"));
            assertEquals(Optional.of("likes"), dictionary.typeName(3));
        }
        assertEquals(List.of(), Dictionary.verify(storage, both));
    }

    @Test
    void typesThatBeginElsewhereAreRefused() throws IOException {
        HeapStorage storage = new HeapStorage();
        List<NameFile> files = new ArrayList<>();
        for (String type : List.of("knows", "likes")) {
            try (NameCollector collector =
                    new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
                NameSets.collect(collector, type, List.of(), List.of(type));
            }
            try (Dictionary known = Dictionary.open(storage, files)) {
                DictionaryBuilder.build(
                                storage,
                                known,
                                List.of("names-" + type + ".run"),
                                files.size() + 1,
                                DictionaryBuilder.MEMORY_BYTES_MIN)
                        .ifPresent(files::add);
            }
        }
        try (Dictionary both = Dictionary.open(storage, files)) {
            assertEquals(2, both.typeCount());
        }
        List<NameFile> later = files.subList(1, 2);
        assertThrows(CorruptFileException.class, () -> Dictionary.open(storage, later));
    }

    private static NameFile put(HeapStorage storage, String name, String golden)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String line : Files.readAllLines(GOLDEN.resolve(golden))) {
            String digits = line.substring(DIGITS_BEGIN, DIGITS_END).strip();
            bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(digits));
        }
        storage.put(name, bytes.toByteArray());
        ByteBuffer tail = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        int checksum = tail.getInt(bytes.size() - CHECKSUM_FROM_END);
        return new NameFile(name, bytes.size(), Integer.toUnsignedLong(checksum));
    }

    private static void assertGolden(String name, byte[] bytes) throws IOException {
        String hex = dump(bytes);
        Path golden = GOLDEN.resolve(name + ".hex");
        if (System.getProperty("rewrite") != null) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, hex);
        }
        assertEquals(Files.readString(golden), hex);
    }

    /** 16 bytes a line: where they are, their digits, those that are ASCII. */
    private static String dump(byte[] bytes) {
        StringBuilder dump = new StringBuilder();
        for (int from = 0; from < bytes.length; from += 16) {
            int to = Math.min(bytes.length, from + 16);
            StringBuilder text = new StringBuilder();
            for (int i = from; i < to; i++) {
                text.append(bytes[i] > ' ' && bytes[i] < 127 ? (char) bytes[i] : '.');
            }
            String digits = HexFormat.ofDelimiter(" ").formatHex(bytes, from, to);
            dump.append("%04x  %-47s  %s\n".formatted(from, digits, text));
        }
        return dump.toString();
    }
}
