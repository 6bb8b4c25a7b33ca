package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.HotNode;
import sluice.model.Node;
import sluice.model.SluiceException;

/** Records of logs that are made here, and by RocksDB: sound, unfinished and damaged ones. */
class RecordFileTest {
    private static final long LOG = 28;
    private static final long OLDER = 24;
    private static final int RECORD = 40;

    @TempDir Path folder;

    /** Writes records as RocksDB does; types from 5 on if the log has a number. */
    private static final class Log {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final long number;

        Log(long number) {
            this.number = number;
        }

        Log add(byte[] payload) {
            int header = header();
            int from = 0;
            do {
                int left = RecordFile.BLOCK_BYTES - bytes.size() % RecordFile.BLOCK_BYTES;
                if (left < header) {
                    bytes.writeBytes(new byte[left]);
                    left = RecordFile.BLOCK_BYTES;
                }
                int length = Math.min(payload.length - from, left - header);
                boolean isLast = from + length == payload.length;
                int kind = from == 0 ? (isLast ? 1 : 2) : (isLast ? 4 : 3);
                part(kind, Arrays.copyOfRange(payload, from, from + length));
                from += length;
            } while (from < payload.length);
            return this;
        }

        void part(int kind, byte[] payload) {
            boolean isNumbered = number != RecordFile.NO_LOG;
            ByteBuffer part =
                    ByteBuffer.allocate(header() + payload.length).order(ByteOrder.LITTLE_ENDIAN);
            part.position(4);
            part.putShort((short) payload.length).put((byte) (isNumbered ? kind + 4 : kind));
            if (isNumbered) {
                part.putInt((int) number);
            }
            part.put(payload);
            CRC32C checksum = new CRC32C();
            checksum.update(part.array(), 6, part.capacity() - 6);
            int value = (int) checksum.getValue();
            part.putInt(0, Integer.rotateRight(value, 15) + 0xa282ead8);
            bytes.writeBytes(part.array());
        }

        int header() {
            return number == RecordFile.NO_LOG
                    ? RecordFile.HEADER_BYTES
                    : RecordFile.NUMBERED_HEADER_BYTES;
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    private static byte[] payload(int length, int seed) {
        byte[] payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) (seed + i * 7 | 1);
        }
        return payload;
    }

    private static Log three(long number) {
        return new Log(number)
                .add(payload(RECORD, 1))
                .add(payload(RECORD, 2))
                .add(payload(RECORD, 3));
    }

    private List<Integer> lengths(byte[] bytes, long number) throws IOException {
        Path path = Files.write(folder.resolve("log"), bytes);
        List<Integer> lengths = new ArrayList<>();
        try (RecordFile file = RecordFile.open(path, number)) {
            file.read(1 << 20, (offset, start) -> lengths.add(start.remaining()));
        }
        return lengths;
    }

    private void assertDamagedAt(long offset, byte[] bytes, long number) {
        SluiceException failure = assertThrows(SluiceException.class, () -> lengths(bytes, number));
        assertEquals(ErrorCode.CORRUPTION, failure.code());
        String message = String.valueOf(failure.getMessage());
        assertTrue(message.contains("log is damaged at byte %d: ".formatted(offset)), message);
    }

    @Test
    void recordsOfAnyLengthAreRead() throws IOException {
        for (long number : new long[] {LOG, RecordFile.NO_LOG}) {
            Log log = new Log(number);
            List<Integer> lengths = new ArrayList<>();
            int block = RecordFile.BLOCK_BYTES;
            for (int length : new int[] {0, 1, 500, block - 12, block, 3 * block + 5, 100_000}) {
                log.add(payload(length, length));
                lengths.add(length);
            }
            assertEquals(lengths, lengths(log.bytes(), number));
        }
        assertEquals(List.of(), lengths(new byte[0], LOG));
    }

    @Test
    void whatAKilledProcessLeavesIsTheEnd() throws IOException {
        byte[] whole = three(LOG).bytes();
        int record = whole.length / 3;
        for (int length = 0; length <= whole.length; length++) {
            assertEquals(length / record, lengths(Arrays.copyOf(whole, length), LOG).size());
        }
        assertEquals(3, lengths(Arrays.copyOf(whole, 100_000), LOG).size(), "zeros");
        Log parts = three(LOG);
        parts.part(2, payload(RECORD, 4));
        assertEquals(3, lengths(parts.bytes(), LOG).size(), "the first part of a record");
    }

    @Test
    void theRestOfAnOlderLogIsTheEnd() throws IOException {
        Log older = new Log(OLDER);
        for (int i = 0; i < 40; i++) {
            older.add(payload(5_000, i));
        }
        byte[] bytes = older.bytes();
        assertEquals(List.of(), lengths(bytes, LOG));
        byte[] newer = three(LOG).bytes();
        System.arraycopy(newer, 0, bytes, 0, newer.length);
        assertEquals(3, lengths(bytes, LOG).size());
        assertDamagedAt(0, bytes, OLDER);
    }

    @Test
    void everyWrongBitIsFound() {
        for (long number : new long[] {LOG, RecordFile.NO_LOG}) {
            byte[] whole = three(number).bytes();
            int record = whole.length / 3;
            for (int bit = 0; bit < 8 * whole.length; bit++) {
                byte[] bytes = whole.clone();
                bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
                assertDamagedAt((bit >>> 3) / record * record, bytes, number);
            }
        }
    }

    @Test
    void aHoleBeforeLaterRecordsIsDamage() {
        Log log = new Log(LOG);
        for (int i = 0; i < 100; i++) {
            log.add(payload(3_000, i));
        }
        byte[] bytes = log.bytes();
        Arrays.fill(bytes, 2 * 3_011, 2 * 3_011 + 3_011, (byte) 0);
        assertDamagedAt(2 * 3_011, bytes, LOG);
    }

    @Test
    void partsThatDoNotBelongTogetherAreDamage() {
        Log middle = three(LOG);
        int end = middle.bytes().length;
        middle.part(3, payload(RECORD, 4));
        assertDamagedAt(end, middle.bytes(), LOG);
        Log first = three(LOG);
        first.part(2, payload(RECORD, 4));
        int next = first.bytes().length;
        first.add(payload(RECORD, 5));
        assertDamagedAt(next, first.bytes(), LOG);
    }

    @Test
    void aManifestHasNoTypesOfLogs() {
        assertDamagedAt(0, three(0).bytes(), RecordFile.NO_LOG);
    }

    @Test
    void filesOfRocksDbAreRead() throws IOException {
        Path directory = folder.resolve("hot");
        HotOptions options = new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC);
        try (RocksHotStore store = RocksHotStore.open(directory, options)) {
            for (int length : new int[] {1, 40_000, 200_000, 3}) {
                store.putNode(HotNode.of(new Node(length, 1, 2, 3, new byte[length]), 1));
            }
            store.awaitDurable();
            int records = 0;
            try (Stream<Path> files = Files.list(directory)) {
                for (Path path : files.filter(file -> file.toString().endsWith(".log")).toList()) {
                    String name = path.getFileName().toString();
                    long number = Long.parseLong(name.substring(0, name.indexOf('.')));
                    records += lengths(Files.readAllBytes(path), number).size();
                }
            }
            assertEquals(4, records);
            assertTrue(HotFiles.check(directory, true));
        }
    }
}
