package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.table.NameBytes;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.DirectoryStorage;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

@Tag(Experiment.TAG)
class DictionaryDamageTest {
    private final HeapStorage storage = new HeapStorage();

    /** Two generations, the second of {@code count} names. */
    private List<NameFile> twoGenerations(int count) throws IOException {
        List<NameFile> files = new ArrayList<>();
        List<Name> few = List.of(NameSets.name("Person", "alice"), NameSets.name("", "bob"));
        files.add(NameSets.build(storage, files, few, List.of("knows", "likes")).orElseThrow());
        List<Name> more =
                IntStream.range(0, count)
                        .mapToObj(i -> NameSets.name(i % 3 == 0 ? "Person" : "Post", "name " + i))
                        .toList();
        files.add(NameSets.build(storage, files, more, List.of("follows")).orElseThrow());
        return files;
    }

    private static List<Name> names(HeapStorage storage, List<NameFile> files) throws IOException {
        List<Name> names = new ArrayList<>();
        try (Dictionary dictionary = Dictionary.open(storage, files)) {
            for (long id = 0; id < dictionary.count(); id++) {
                names.add(dictionary.name(id).orElseThrow());
            }
        }
        return names;
    }

    @Test
    void everyFlippedBitOfASmallDictionaryIsFoundAndNeverServed() throws IOException {
        List<NameFile> files = twoGenerations(20);
        List<Name> names = names(storage, files);
        try (Experiment experiment = new Experiment("E6 flipped bits of names", 0)) {
            for (NameFile file : files) {
                for (long bit = 0; bit < file.lengthBytes() * 8; bit++) {
                    assertDamageIsSeen(files, file, bit, names);
                }
                experiment.ran(file.lengthBytes() * 8);
            }
            assertEquals(List.of(), Dictionary.verify(storage, files));
            experiment.passed();
        }
    }

    @Test
    void flippedBitsOfADictionaryOfManyBlocksAreFoundAndNeverServed() throws IOException {
        List<NameFile> files = twoGenerations(12_000);
        List<Name> names = names(storage, files);
        NameFile large = files.get(1);
        assertTrue(
                large.lengthBytes() > 7 * NameFileFormat.BLOCK_BYTES,
                "bytes: " + large.lengthBytes());
        RandomGenerator random = Seeds.random("DictionaryDamageTest", 5);
        int right = 0;
        for (int i = 0; i < 60; i++) {
            right +=
                    assertDamageIsSeen(
                            files, large, random.nextLong(large.lengthBytes() * 8), names);
        }
        // The blocks that are sound go on answering.
        assertTrue(right > 40_000, "right answers: " + right);
    }

    /** Says how many right answers came out of the damaged dictionary. */
    private int assertDamageIsSeen(List<NameFile> files, NameFile file, long bit, List<Name> names)
            throws IOException {
        byte[] sound = storage.bytes(file.name());
        byte[] damaged = sound.clone();
        damaged[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
        storage.put(file.name(), damaged);
        int right = 0;
        try {
            assertFalse(
                    Dictionary.verify(storage, files).isEmpty(),
                    () -> "unseen: bit " + bit + " of " + file);
            try (Dictionary dictionary = Dictionary.open(storage, files)) {
                for (int id = 0; id < names.size(); id++) {
                    right += answers(dictionary, names.get(id), id);
                }
            } catch (CorruptFileException expected) {
                assertEquals(file.name(), expected.file());
            }
        } finally {
            storage.put(file.name(), sound);
        }
        return right;
    }

    private static int answers(Dictionary dictionary, Name name, long id) throws IOException {
        int right = 0;
        try {
            assertEquals(id, NameSets.find(dictionary, name));
            right++;
        } catch (CorruptFileException expected) {
            assertTrue(expected.offset() >= 0);
        }
        try {
            assertEquals(Optional.of(name), dictionary.name(id));
            right++;
        } catch (CorruptFileException expected) {
            assertTrue(expected.offset() >= 0);
        }
        return right;
    }

    @Test
    void cutAtAnyLengthIsFound() throws IOException {
        List<NameFile> files = twoGenerations(20);
        NameFile file = files.get(1);
        byte[] sound = storage.bytes(file.name());
        for (int length = 0; length < sound.length; length++) {
            byte[] cut = Arrays.copyOf(sound, length);
            storage.put(file.name(), cut);
            assertThrows(CorruptFileException.class, () -> Dictionary.open(storage, files));
            assertFalse(Dictionary.verify(storage, files).isEmpty());
            // Without a manifest's word for its length too.
            assertThrows(
                    CorruptFileException.class,
                    () ->
                            NameFileReader.open(
                                            storage,
                                            file.name(),
                                            NameFileFormat.DICTIONARY_MAGIC,
                                            null)
                                    .close());
        }
        storage.put(file.name(), Arrays.copyOf(sound, sound.length + 1));
        assertThrows(CorruptFileException.class, () -> Dictionary.open(storage, files));
    }

    @Test
    void filesThatChangedPlacesAreFound() throws IOException {
        List<NameFile> files = twoGenerations(20);
        assertThrows(CorruptFileException.class, () -> Dictionary.open(storage, files.reversed()));
        assertThrows(
                CorruptFileException.class, () -> Dictionary.open(storage, files.subList(1, 2)));
        byte[] first = storage.bytes("dict-1");
        storage.put("dict-3", first);
        NameFile renamed = new NameFile("dict-3", first.length, files.get(0).checksum());
        assertThrows(CorruptFileException.class, () -> Dictionary.open(storage, List.of(renamed)));
    }

    @Test
    void everyFlippedBitOfANameRunStopsTheMerge() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameBytes.HASH, 40, 70_000)) {
            List<Name> names =
                    IntStream.range(0, 30).mapToObj(i -> NameSets.name("g", "n" + i)).toList();
            NameSets.collect(collector, "a", names, List.of("t"));
        }
        List<String> files = storage.list();
        assertEquals(2, files.size());
        for (String file : files) {
            byte[] sound = storage.bytes(file);
            for (int bit = 0; bit < sound.length * 8; bit++) {
                byte[] damaged = sound.clone();
                damaged[bit / 8] ^= (byte) (1 << bit % 8);
                storage.put(file, damaged);
                try (Dictionary none = Dictionary.open(storage, List.of())) {
                    assertThrows(
                            CorruptFileException.class,
                            () ->
                                    DictionaryBuilder.build(
                                            storage,
                                            none,
                                            List.of("names-a.run"),
                                            1,
                                            DictionaryBuilder.MEMORY_BYTES_MIN));
                }
            }
            storage.put(file, sound);
        }
        assertEquals(files, storage.list());
    }

    @Test
    void newerFormatIsToldFromDamage() throws IOException {
        List<NameFile> files = twoGenerations(5);
        NameFile file = files.get(0);
        byte[] bytes = storage.bytes(file.name()).clone();
        ByteBuffer newer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int trailer = bytes.length - NameFileFormat.TRAILER_BYTES;
        int bodyLength = (int) newer.getLong(trailer + NameFileFormat.BODY_LENGTH);
        newer.putInt(trailer + NameFileFormat.TRAILER_VERSION, NameFileFormat.VERSION + 1);
        CRC32C crc = new CRC32C();
        NameFileFormat.start(crc, NameFileFormat.fileSeed(file.name()), NameFileFormat.TAIL);
        crc.update(bytes, bodyLength, trailer + NameFileFormat.TAIL_CHECKSUM - bodyLength);
        newer.putInt(trailer + NameFileFormat.TAIL_CHECKSUM, (int) crc.getValue());
        storage.put(file.name(), bytes);
        NameFile changed = new NameFile(file.name(), bytes.length, crc.getValue());
        SluiceException refused =
                assertThrows(
                        SluiceException.class, () -> Dictionary.open(storage, List.of(changed)));
        assertEquals(ErrorCode.STORE, refused.code());
        assertTrue(refused.getMessage().contains("version 3"), refused.getMessage());
    }

    @Test
    void fileThatIsCutBeforeItsBlocksAreUsedIsDamage(@TempDir Path directory) throws IOException {
        DirectoryStorage disk = DirectoryStorage.create(directory);
        try (Dictionary dictionary = Dictionary.open(disk, oneGeneration(disk))) {
            cut(directory.resolve("dict-1"));
            for (int id = 0; id < dictionary.count(); id++) {
                long absent = id;
                assertThrows(CorruptFileException.class, () -> dictionary.name(absent));
            }
        }
    }

    @Test
    void fileThatIsCutAfterItsBlocksWereUsedIsDamage(@TempDir Path directory) throws IOException {
        DirectoryStorage disk = DirectoryStorage.create(directory);
        try (Dictionary dictionary = Dictionary.open(disk, oneGeneration(disk))) {
            for (int id = 0; id < dictionary.count(); id++) {
                assertTrue(dictionary.name(id).isPresent());
            }
            cut(directory.resolve("dict-1"));
            for (int id = 0; id < dictionary.count(); id++) {
                long unreadable = id;
                CorruptFileException damage =
                        assertThrows(CorruptFileException.class, () -> dictionary.name(unreadable));
                assertInstanceOf(InternalError.class, damage.getCause());
            }
            assertThrows(CorruptFileException.class, () -> dictionary.find("", "name 1"));
        }
    }

    private static List<NameFile> oneGeneration(DirectoryStorage disk) throws IOException {
        List<Name> names =
                IntStream.range(0, 10_000).mapToObj(i -> NameSets.name("", "name " + i)).toList();
        return List.of(NameSets.build(disk, List.of(), names, List.of()).orElseThrow());
    }

    private static void cut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(100);
        }
    }
}
