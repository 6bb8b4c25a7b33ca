package sluice.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * Writes links to a hot store in a process of its own until it is killed: {@code DIRECTORY SEED
 * ROUND WINDOW_MILLIS}, the last one 0 where each write waits for the disk. Tells each link on
 * standard output once the write has returned, and nothing else. A thread has keys of its own,
 * whose versions it counts up.
 */
final class WriterMain {
    static final int THREADS = 8;
    static final int KEYS_OF_A_THREAD = 50;
    static final int LISTS = 3;
    static final long TYPE = 1;

    private WriterMain() {}

    public static void main(String[] arguments) throws IOException {
        long window = Long.parseLong(arguments[3]);
        Durability durability = window == 0 ? Durability.SYNC : new Durability.Async(window);
        RocksHotStore hot =
                RocksHotStore.open(
                        Path.of(arguments[0]),
                        new HotOptions(HotOptions.MEMORY_BYTES_MIN, durability));
        MergedGraph graph = HotDirectory.graph(hot, new EmptyCold(), 1);
        long firstVersion = Long.parseLong(arguments[2]) * 1_000_000;
        SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[1]));
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            SplittableRandom own = random.split();
            Thread.ofPlatform().start(() -> write(graph, thread, own, firstVersion));
        }
    }

    private static void write(
            MergedGraph graph, int thread, SplittableRandom random, long firstVersion) {
        for (long version = firstVersion; ; version++) {
            long id2 = (long) thread * KEYS_OF_A_THREAD + random.nextInt(KEYS_OF_A_THREAD);
            boolean visible = random.nextInt(3) > 0;
            Link link =
                    new Link(
                            id2 % LISTS,
                            TYPE,
                            id2,
                            visible ? Visibility.VISIBLE : Visibility.HIDDEN,
                            version,
                            random.nextInt(100),
                            Long.toString(version).getBytes(StandardCharsets.US_ASCII));
            try {
                graph.addLink(link);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            // One call for a line: lines of threads do not mix.
            System.out.print(id2 + " " + version + "\n");
        }
    }
}
