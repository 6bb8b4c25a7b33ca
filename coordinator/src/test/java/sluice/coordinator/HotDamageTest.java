package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotCheck;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.ErrorCode;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.testkit.Experiment;

/**
 * Damages every file of small hot stores: bits, cuts, files that are gone or have changed places.
 * What could change an answer is found without a write, opening ends in time, an open that fails
 * leaves the directory as it was, and no answer is wrong. {@code -DhotBitStep=1} flips every bit of
 * the files that answers need, otherwise one of so many.
 */
@Tag(Experiment.TAG)
class HotDamageTest {
    private static final long SEED = Long.getLong("seed", 7);

    private static final int BIT_STEP = Experiment.size("hotBitStep", 3_067, 7);

    private static final int CUT_STEP = Experiment.size("hotCutStep", 631, 3);

    /** In larger files, and those that answers do not need, fewer places are damaged. */
    private static final int LARGE_BYTES = 32 << 10;

    private static final int LARGE_PLACES = Experiment.size("hotPlaces", 6, 300);
    private static final int OTHER_PLACES = Experiment.size("hotOtherPlaces", 1, 30);

    private static final long SECONDS_MAX = 10;
    private static final long IDENTITY = 0x5eed;
    private static final HotOptions OPTIONS =
            new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC);

    private final ExecutorService watched =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    /** Tells of each damage, with a stack trace. */
    private static final Logger SCAN = Logger.getLogger("sluice.hot.rocksdb.PresenceScan");

    static {
        SCAN.setLevel(Level.OFF);
    }

    @TempDir Path folder;

    private long trials;
    private long found;
    private long refused;
    private long harmless;

    /** A store that was closed or killed: its files, and what it answered after each write. */
    private record Victim(String name, Map<String, byte[]> files, List<String> states) {
        String answers() {
            return states.getLast();
        }
    }

    @Test
    void damageOfAnyFileIsFoundAndNeverAnswered() throws Exception {
        try (Experiment experiment = new Experiment("E18 damaged hot stores", SEED)) {
            List<Victim> victims = List.of(killed(), stopped(), killedLater(), recycled());
            for (Victim victim : victims) {
                damage(victim);
            }
            experiment.ran(trials);
            experiment.fact("stores", victims.size());
            experiment.fact("found", found);
            experiment.fact("opens refused", refused);
            experiment.fact("harmless", harmless).passed();
        }
    }

    private Victim killed() throws IOException {
        return victim("killed", 0, false);
    }

    private Victim stopped() throws IOException {
        return victim("stopped", 0, true);
    }

    /** Has sorted files, and writes in its log. */
    private Victim killedLater() throws IOException {
        Path path = folder.resolve("later");
        List<String> states = new ArrayList<>();
        try (RocksHotStore store = RocksHotStore.open(path, OPTIONS)) {
            store.identity(() -> IDENTITY);
            write(store, 0, 30, states);
        }
        try (RocksHotStore store = RocksHotStore.openExisting(path, IDENTITY, OPTIONS)) {
            states.clear();
            write(store, 30, 8, states);
            return new Victim("killed later", files(path), states);
        }
    }

    /** Has its log in the place of an older one. */
    private Victim recycled() throws IOException {
        return victim("recycled", 60, false);
    }

    /** With {@code large} rows that fill memtables, and small ones behind them. */
    private Victim victim(String name, int large, boolean isStopped) throws IOException {
        Path path = folder.resolve(name);
        List<String> states = new ArrayList<>();
        try (RocksHotStore store = RocksHotStore.open(path, OPTIONS)) {
            store.identity(() -> IDENTITY);
            for (int i = 0; i < large; i++) {
                states.add(contents(store));
                put(store, 900, i, new byte[70_000]);
            }
            write(store, 0, 12, states);
            if (!isStopped) {
                return new Victim(name, files(path), states);
            }
        }
        return new Victim(name, files(path), states);
    }

    private static void write(RocksHotStore store, int from, int count, List<String> states)
            throws IOException {
        states.add(contents(store));
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = from; i < from + count; i++) {
            byte[] data = new byte[random.nextInt(40)];
            random.nextBytes(data);
            if (i % 4 == 3) {
                store.addNode(HotNode.of(new Node(i, 1, 2, 3, data), store.nextSequence()), i + 1);
            } else {
                put(store, i % 3, i, data);
            }
            states.add(contents(store));
        }
        store.awaitDurable();
    }

    private static void put(RocksHotStore store, long id1, long id2, byte[] data)
            throws IOException {
        Link link = new Link(id1, 5, id2, Visibility.VISIBLE, 0, 1000 - id2, data);
        HotHeader header = store.header(id1, 5);
        store.putLink(
                null,
                new HotLink(HotLink.Kind.LINK, link, store.nextSequence()),
                new HotHeader(header.rows() + 1, header.visible() + 1, 0, 0));
        store.awaitDurable();
    }

    /** All that is answered, as text. */
    private static String contents(RocksHotStore store) throws IOException {
        StringBuilder text = new StringBuilder();
        List<Long> id1s = new ArrayList<>();
        List<Long> nodes = new ArrayList<>();
        try (HotScan scan = store.scan()) {
            for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                text.append(text(row)).append('\n');
                id1s.add(row.link().id1());
            }
            for (HotNode node = scan.nextNode(); node != null; node = scan.nextNode()) {
                text.append("node ").append(node.id()).append('\n');
                nodes.add(node.id());
            }
        }
        for (long id1 : id1s.stream().distinct().toList()) {
            text.append(store.types(id1)).append(store.header(id1, 5)).append('\n');
            try (HotList list = store.list(id1, 5)) {
                text.append(Arrays.toString(list.id2s()));
                for (Link link : list.visible(0, 2000, 2000).links()) {
                    text.append(link.id2()).append(' ').append(Arrays.hashCode(link.data()));
                }
                for (long id2 : list.id2s()) {
                    text.append(text(store.link(id1, 5, id2))).append('\n');
                }
            }
        }
        for (long id : nodes) {
            text.append(store.node(id)).append('\n');
        }
        return text.append(store.nextNodeId()).toString();
    }

    private static String text(HotLink row) {
        return "%s %s %s"
                .formatted(row.kind(), row.link().id2(), Arrays.hashCode(row.link().data()));
    }

    private void damage(Victim victim) throws Exception {
        Path place = folder.resolve("place");
        RocksHotStore.delete(place);
        Files.createDirectory(place);
        restore(place, victim.files());
        assertEquals("", found(place));
        for (String name : victim.files().keySet()) {
            flipBits(victim, place, name);
            cut(victim, place, name);
            Map<String, byte[]> files = new TreeMap<>(victim.files());
            files.remove(name);
            attempt(victim, place, files, name + " removed");
        }
        swap(victim, place);
    }

    private void flipBits(Victim victim, Path place, String name) throws Exception {
        byte[] good = victim.files().get(name);
        long bits = 8L * good.length;
        boolean isWhole = isNeeded(name) && good.length <= LARGE_BYTES;
        long places = isNeeded(name) ? LARGE_PLACES : OTHER_PLACES;
        long step = isWhole ? BIT_STEP : Math.max(1, bits / places | 1);
        for (long bit = 0; bit < bits; bit += step) {
            byte[] bad = good.clone();
            bad[(int) (bit >>> 3)] ^= (byte) (1 << (bit & 7));
            attempt(victim, place, with(victim, name, bad), name + " bit " + bit);
        }
    }

    private void cut(Victim victim, Path place, String name) throws Exception {
        byte[] good = victim.files().get(name);
        boolean isWhole = isNeeded(name) && good.length <= LARGE_BYTES;
        int places = isNeeded(name) ? LARGE_PLACES : OTHER_PLACES;
        int step = isWhole ? CUT_STEP : Math.max(1, good.length / places);
        for (int length = 0; length < good.length; length += step) {
            byte[] bad = Arrays.copyOf(good, length);
            attempt(victim, place, with(victim, name, bad), name + " cut at " + length);
        }
    }

    /** Each two files of one kind, and of two. */
    private void swap(Victim victim, Path place) throws Exception {
        List<String> names = victim.files().keySet().stream().filter(n -> isNeeded(n)).toList();
        for (String one : names) {
            for (String other : names) {
                if (one.compareTo(other) < 0
                        && !Arrays.equals(victim.files().get(one), victim.files().get(other))) {
                    Map<String, byte[]> files = with(victim, one, victim.files().get(other));
                    files.put(other, victim.files().get(one));
                    attempt(victim, place, files, one + " and " + other + " swapped");
                }
            }
        }
    }

    private static Map<String, byte[]> with(Victim victim, String name, byte[] content) {
        Map<String, byte[]> files = new TreeMap<>(victim.files());
        files.put(name, content);
        return files;
    }

    /** Whether answers come from it. */
    private static boolean isNeeded(String name) {
        return name.endsWith(".sst")
                || name.endsWith(".log")
                || name.startsWith("MANIFEST")
                || name.equals("CURRENT");
    }

    private void attempt(Victim victim, Path place, Map<String, byte[]> files, String how)
            throws Exception {
        String what = victim.name() + ": " + how;
        trials++;
        restore(place, files);
        String finding = inTime(what, () -> found(place));
        assertSame(files, place, what);
        String answers = null;
        try {
            answers = inTime(what, () -> answers(place));
        } catch (SluiceException e) {
            assertEquals(ErrorCode.CORRUPTION, e.code(), what);
            refused++;
        }
        if (finding.isEmpty()) {
            harmless++;
            boolean isCutLog = how.contains(".log cut");
            assertTrue(
                    answers != null
                            && (isCutLog
                                    ? victim.states().contains(answers)
                                    : victim.answers().equals(answers)),
                    () -> what + " is not found");
        } else {
            found++;
            assertTrue(answers == null || victim.answers().equals(answers), what);
        }
    }

    private interface Step<T> {
        T run() throws IOException;
    }

    /** What {@code step} returns or throws; a failure where it takes too long. */
    private <T> T inTime(String what, Step<T> step) throws Exception {
        try {
            return watched.submit(step::run).get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(what + " takes more than %d s".formatted(SECONDS_MAX), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** What the store in {@code place} is said to have that is wrong; empty if it is good. */
    private static String found(Path place) throws IOException {
        try {
            return String.join("; ", HotCheck.run(place, OptionalLong.of(IDENTITY)).findings());
        } catch (SluiceException e) {
            assertEquals(ErrorCode.CORRUPTION, e.code(), e.getMessage());
            return String.valueOf(e.getMessage());
        }
    }

    private static String answers(Path place) throws IOException {
        Map<String, byte[]> before = files(place);
        RocksHotStore store;
        try {
            store = RocksHotStore.openExisting(place, IDENTITY, OPTIONS);
        } catch (SluiceException e) {
            assertSame(before, place, String.valueOf(e.getMessage()));
            throw e;
        }
        try (store) {
            return contents(store);
        }
    }

    private static void assertSame(Map<String, byte[]> files, Path place, String what)
            throws IOException {
        Map<String, byte[]> now = files(place);
        assertEquals(files.keySet(), now.keySet(), what);
        for (Map.Entry<String, byte[]> file : now.entrySet()) {
            assertTrue(
                    Arrays.equals(files.get(file.getKey()), file.getValue()),
                    () -> what + " changed " + file.getKey());
        }
    }

    private static Map<String, byte[]> files(Path directory) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> list = Files.list(directory)) {
            for (Path path : list.sorted().toList()) {
                files.put(path.getFileName().toString(), Files.readAllBytes(path));
            }
        }
        return files;
    }

    /** Makes {@code place} have these files and no other. */
    private static void restore(Path place, Map<String, byte[]> files) throws IOException {
        Map<String, byte[]> now = files(place);
        for (String name : now.keySet()) {
            if (!files.containsKey(name)) {
                Files.delete(place.resolve(name));
            }
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (!Arrays.equals(now.get(file.getKey()), file.getValue())) {
                Files.write(place.resolve(file.getKey()), file.getValue());
            }
        }
    }
}
