package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
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
import sluice.testkit.Experiment;

/**
 * Damages a small store, bit by bit and in coarser ways: every read gives the right answer or a
 * failure that names the file, and the verifier finds every damage. {@code -Dstores=} sets how many
 * stores, {@code -DbitStep=1} that every bit of them is flipped, otherwise one of several.
 */
@Tag(Experiment.TAG)
class DamageTest {
    private static final int STORES = Experiment.size("stores", 1, 12);

    /** Shares no factor with 8, so that every bit of a byte is met. */
    private static final int BIT_STEP = Experiment.size("bitStep", 5, 1);

    private static final int CUT_STEP = Experiment.size("cutStep", 2, 1);
    private static final int OVERWRITES = Experiment.size("overwrites", 200, 2_000);
    private static final long SEED = Long.getLong("seed", 7);
    private static final int SECTOR_BYTES = 512;

    private MemoryStorage storage = MemoryStorage.create();
    private List<Asked> questions = List.of();
    private long refusedCount;
    private long rightCount;

    private interface Question {
        Object ask(GraphReader reader) throws IOException;
    }

    private record Asked(Question question, Object answer) {}

    @Test
    void theStoreHasWhatCanBeDamaged() throws IOException {
        RandomStore store = write(SEED);
        assertTrue(store.manifest().runs().size() >= 2);
        assertTrue(
                store.manifest().buckets().stream().anyMatch(bucket -> bucket.segment() != null));
        assertTrue(store.graph().allLinks().size() > 5);
        assertTrue(StoreVerifier.verify(storage, StoreVerifier.Options.DEFAULT).isGood());
    }

    @Test
    void everyFlippedBitIsFoundAndNeverServed() throws IOException {
        long flips = tryStores("E6 flipped bits", this::flipBits);

        assertTrue(flips > 4_000, flips + " flips");
        assertTrue(refusedCount > flips / 10, refusedCount + " reads refused");
        assertTrue(rightCount > flips / 10, rightCount + " reads answered");
    }

    @Test
    void everyTruncationIsFound() throws IOException {
        tryStores("E6 files cut short", (name, _) -> cut(name));
    }

    @Test
    void everyZeroedSectorIsFound() throws IOException {
        tryStores("E6 zeroed sectors", (name, _) -> zeroSectors(name));
    }

    @Test
    void everyOverwriteIsFound() throws IOException {
        tryStores("E6 overwritten bytes", this::overwrite);
    }

    private interface Damage {
        /** Damages the file in many ways, one after the other, and says how many. */
        int doTo(String name, SplittableRandom random) throws IOException;
    }

    private long tryStores(String name, Damage damage) throws IOException {
        long runs = 0;
        try (Experiment experiment = new Experiment(name, SEED)) {
            for (long seed = SEED; seed < SEED + STORES; seed++) {
                write(seed);
                SplittableRandom random = new SplittableRandom(seed);
                for (String file : storage.list()) {
                    runs += damage.doTo(file, random);
                }
            }
            experiment.ran(runs);
            experiment.fact("stores", STORES);
            experiment.fact("reads answered right", rightCount);
            experiment.fact("reads refused", refusedCount).passed();
        }
        return runs;
    }

    private RandomStore write(long seed) throws IOException {
        storage = MemoryStorage.create();
        RandomStore store =
                RandomStore.write(
                        storage,
                        new SplittableRandom(seed),
                        Manifest.Phase.BUILDING,
                        RandomStore.Size.SMALL);
        questions = questions(store);
        return store;
    }

    private int flipBits(String name, SplittableRandom random) throws IOException {
        byte[] good = bytes(name);
        int flips = 0;
        for (long bit = random.nextInt(BIT_STEP); bit < 8L * good.length; bit += BIT_STEP) {
            int at = (int) (bit >>> 3);
            storage.damage(name, at, (byte) (good[at] ^ 1 << (bit & 7)));
            assertDamageIsFound(name, "bit " + bit);
            storage.damage(name, at, good[at]);
            flips++;
        }
        return flips;
    }

    private int cut(String name) throws IOException {
        byte[] good = bytes(name);
        int cuts = 0;
        for (int length = 0; length < good.length; length += CUT_STEP) {
            storage.truncate(name, length);
            assertDamageIsFound(name, "cut at " + length);
            write(name, good);
            cuts++;
        }
        return cuts;
    }

    private int zeroSectors(String name) throws IOException {
        byte[] good = bytes(name);
        int count = 0;
        for (int from = 0; from < good.length; from += SECTOR_BYTES) {
            storage.damage(name, from, new byte[Math.min(SECTOR_BYTES, good.length - from)]);
            assertDamageIsFound(name, "zeros from " + from);
            storage.damage(name, 0, good);
            count++;
        }
        return count;
    }

    private int overwrite(String name, SplittableRandom random) throws IOException {
        byte[] good = bytes(name);
        for (int i = 0; i < OVERWRITES; i++) {
            byte[] damage = new byte[random.nextInt(1, Math.min(64, good.length))];
            random.nextBytes(damage);
            int from = random.nextInt(good.length - damage.length);
            // Never the bytes that are there.
            damage[0] = (byte) ~good[from];
            storage.damage(name, from, damage);
            assertDamageIsFound(name, "random bytes from " + from);
            storage.damage(name, 0, good);
        }
        return OVERWRITES;
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
    private static List<Asked> questions(RandomStore store) throws IOException {
        ReferenceGraph graph = store.graph();
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
