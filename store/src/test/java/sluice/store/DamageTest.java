package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.segment.Row;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Damages a small store, bit by bit and in coarser ways: every read gives the right answer or a
 * failure that names the file, and the verifier finds every damage. {@code -Dflips=} sets how many
 * bits are flipped, spread evenly; 0 means every bit.
 */
class DamageTest {
    private static final int FLIPS = Integer.getInteger("flips", 4_000);
    private static final int SECTOR_BYTES = 512;

    private final MemoryStorage storage = MemoryStorage.create();
    private final RandomStore store;
    private final List<Asked> questions;
    private long refusedCount;
    private long rightCount;

    DamageTest() throws IOException {
        store =
                RandomStore.write(
                        storage,
                        new SplittableRandom(7),
                        Manifest.Phase.BUILDING,
                        RandomStore.Size.SMALL);
        questions = questions(store.graph());
    }

    private interface Question {
        Object ask(GraphReader reader) throws IOException;
    }

    private record Asked(Question question, Object answer) {}

    @Test
    void theStoreHasWhatCanBeDamaged() throws IOException {
        assertTrue(store.manifest().runs().size() >= 2);
        assertTrue(
                store.manifest().buckets().stream().anyMatch(bucket -> bucket.segment() != null));
        assertTrue(store.graph().allLinks().size() > 5);
        assertTrue(StoreVerifier.verify(storage, StoreVerifier.Options.DEFAULT).isGood());
    }

    @Test
    void everyFlippedBitIsFoundAndNeverServed() throws IOException {
        long bits = 0;
        for (String name : storage.list()) {
            bits += 8L * bytes(name).length;
        }
        long step = FLIPS == 0 ? 1 : Math.max(1, bits / FLIPS);
        // A step that shares no factor with 8 meets every bit of a byte.
        step += step > 1 && step % 2 == 0 ? 1 : 0;
        long bit = 0;
        long flips = 0;
        for (String name : storage.list()) {
            byte[] good = bytes(name);
            for (; bit < 8L * good.length; bit += step, flips++) {
                int at = (int) (bit >>> 3);
                storage.damage(name, at, (byte) (good[at] ^ 1 << (bit & 7)));
                assertDamageIsFound(name, "bit " + bit);
                storage.damage(name, at, good[at]);
            }
            bit -= 8L * good.length;
        }
        assertTrue(refusedCount > flips / 10, refusedCount + " reads refused");
        assertTrue(rightCount > flips / 10, rightCount + " reads answered");
        assertTrue(flips >= Math.min(bits, FLIPS) / 2, flips + " flips of " + bits + " bits");
    }

    @Test
    void everyTruncationIsFound() throws IOException {
        for (String name : storage.list()) {
            byte[] good = bytes(name);
            for (int length = 0; length < good.length; length += 1 + length % 3) {
                storage.truncate(name, length);
                assertDamageIsFound(name, "cut at " + length);
                write(name, good);
            }
        }
    }

    @Test
    void everyZeroedSectorAndOverwriteIsFound() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        for (String name : storage.list()) {
            byte[] good = bytes(name);
            for (int from = 0; from < good.length; from += SECTOR_BYTES) {
                storage.damage(name, from, new byte[Math.min(SECTOR_BYTES, good.length - from)]);
                assertDamageIsFound(name, "zeros from " + from);
                storage.damage(name, 0, good);
            }
            for (int i = 0; i < 200; i++) {
                byte[] damage = new byte[random.nextInt(1, Math.min(64, good.length))];
                random.nextBytes(damage);
                int from = random.nextInt(good.length - damage.length);
                // Never the bytes that are there.
                damage[0] = (byte) ~good[from];
                storage.damage(name, from, damage);
                assertDamageIsFound(name, "random bytes from " + from);
                storage.damage(name, 0, good);
            }
        }
    }

    private void assertDamageIsFound(String name, String how) throws IOException {
        assertTrue(
                !StoreVerifier.verify(storage, StoreVerifier.Options.DEFAULT).isGood(),
                name + ": " + how);
        try (StoreReader reader = StoreReader.open(storage)) {
            for (Asked asked : questions) {
                try {
                    assertEquals(
                            asked.answer(), asked.question().ask(reader), () -> name + ": " + how);
                    rightCount++;
                } catch (CorruptFileException e) {
                    assertEquals(name, e.file(), how);
                    refusedCount++;
                }
            }
        } catch (CorruptFileException e) {
            assertEquals(name, e.file(), how);
            refusedCount++;
        } catch (SluiceException e) {
            assertTrue(e.getMessage().contains(name), e.getMessage());
        }
        assertEquals(OpenHandles.NONE, storage.openHandles(), how);
    }

    /** With the answers that the reference gives. */
    private List<Asked> questions(ReferenceGraph graph) throws IOException {
        List<Question> plain = new ArrayList<>();
        for (Node node : graph.allNodes()) {
            plain.add(reader -> reader.node(node.id()));
        }
        List<Link> links = graph.allLinks();
        for (int i = 0; i < links.size(); i += 3) {
            Link link = links.get(i);
            LinkQuery query = LinkQuery.newest(link.id1(), link.linkType(), 100);
            plain.add(reader -> reader.link(link.id1(), link.linkType(), link.id2()));
            plain.add(reader -> reader.linkList(query).value().links());
            plain.add(reader -> reader.count(link.id1(), link.linkType()));
            plain.add(reader -> reader.types(link.id1()));
        }
        for (Row row : store.rows().links(5, false)) {
            plain.add(reader -> reader.link(row.id1(), row.type(), row.id2()));
        }
        List<Asked> asked = new ArrayList<>();
        for (Question question : plain) {
            asked.add(new Asked(question, question.ask(graph)));
        }
        return asked;
    }

    private void write(String name, byte[] bytes) throws IOException {
        StorageFiles.publish(
                storage, name, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
    }

    private byte[] bytes(String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }
}
