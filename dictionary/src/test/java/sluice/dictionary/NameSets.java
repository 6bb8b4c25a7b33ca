package sluice.dictionary;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/** Sets of names, and the plain way to give them ids. */
final class NameSets {
    /** A hash that only tells apart four kinds of names. */
    static final NameBytes.Hash WEAK =
            (bytes, offset, length) -> (long) (bytes.get(NameBytes.BYTE, offset) & 3) << 62;

    private NameSets() {}

    static Name name(String group, String text) {
        return new Name(group, text.getBytes(StandardCharsets.UTF_8));
    }

    static long hash(NameBytes.Hash hash, byte[] name) {
        try (Arena arena = Arena.ofConfined()) {
            return hash.of(arena.allocateFrom(NameBytes.BYTE, name), 0, name.length);
        }
    }

    /** The order in which names get their ids. */
    static Comparator<Name> order(NameBytes.Hash hash) {
        return Comparator.<Name, byte[]>comparing(
                        name -> name.group().getBytes(StandardCharsets.UTF_8),
                        Arrays::compareUnsigned)
                .thenComparing(name -> hash(hash, name.bytes()), Long::compareUnsigned)
                .thenComparing(Name::bytes, Arrays::compareUnsigned);
    }

    static List<Name> random(RandomGenerator random, int count, int groups) {
        List<Name> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String group = "g" + random.nextInt(groups);
            byte[] bytes =
                    switch (random.nextInt(20)) {
                        case 0 -> new byte[4096];
                        case 1 -> new byte[1 + random.nextInt(600)];
                        case 2, 3, 4, 5 -> new byte[1 + random.nextInt(3)];
                        default -> new byte[1 + random.nextInt(20)];
                    };
            if (random.nextInt(3) == 0) {
                random.nextBytes(bytes);
            } else {
                Arrays.fill(bytes, (byte) 'x');
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(12);
            }
            names.add(new Name(random.nextInt(4) == 0 ? "" : group, bytes));
        }
        return names;
    }

    /** Collects a chunk. */
    static NameFile collect(
            NameCollector collector, String label, List<Name> names, List<String> types)
            throws IOException {
        collector.begin(label);
        for (String type : types) {
            collector.addType(type);
        }
        for (Name name : names) {
            byte[] bytes = new byte[name.bytes().length + 3];
            System.arraycopy(name.bytes(), 0, bytes, 3, name.bytes().length);
            collector.add(collector.group(name.group()), bytes, 3, name.bytes().length);
        }
        return collector.finish(label.getBytes(StandardCharsets.UTF_8));
    }

    static long find(Dictionary dictionary, Name name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            byte[] bytes = name.bytes();
            MemorySegment segment = arena.allocateFrom(NameBytes.BYTE, bytes);
            return dictionary.find(dictionary.group(name.group()), segment, 0, bytes.length);
        }
    }

    /** One generation of {@code names} and {@code types}, after {@code before}. */
    static Optional<NameFile> build(
            Storage storage, List<NameFile> before, List<Name> names, List<String> types)
            throws IOException {
        String label = "all" + before.size();
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            collect(collector, label, names, types);
        }
        try (Dictionary known = Dictionary.open(storage, before)) {
            Optional<NameFile> file =
                    DictionaryBuilder.build(
                            storage,
                            known,
                            List.of(NameCollector.runName(label)),
                            before.size() + 1,
                            DictionaryBuilder.MEMORY_BYTES_MIN);
            NameRun.open(storage, NameCollector.runName(label)).delete(storage);
            return file;
        }
    }
}
