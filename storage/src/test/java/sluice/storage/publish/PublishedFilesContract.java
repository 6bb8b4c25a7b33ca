package sluice.storage.publish;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.storage.Storage;

/** The behaviour of every place of published files. Each extends this and brings an empty one. */
public abstract class PublishedFilesContract {
    /** How many races of writers there are, unless the property is set. */
    private static final String RACES = "sluice.publish.races";

    PublishedFiles files;

    protected abstract PublishedFiles emptyFiles() throws IOException;

    /** As many races as take no second or two. */
    protected abstract int races();

    @BeforeEach
    void begin() throws IOException {
        files = emptyFiles();
    }

    @Test
    void nothingIsVisibleBeforeItIsPublished() throws IOException {
        try (PublishedFiles.Draft draft = write("run-1", PublishedFiles.Mode.IF_ABSENT, "abc")) {
            assertEquals(List.of(), files.list(""));
            assertThrows(NoSuchFileException.class, () -> files.open("run-1"));
            assertEquals(3, draft.publish());
        }
        assertEquals(List.of("run-1"), files.list(""));
        assertEquals("abc", read("run-1"));
    }

    @Test
    void whatIsNotPublishedLeavesNothing() throws IOException {
        PublishedFiles.Draft draft = write("run-1", PublishedFiles.Mode.REPLACE, "abc");
        draft.close();
        draft.close();

        assertEquals(List.of(), files.list(""));
    }

    @Test
    void ofTwoThatPublishIfAbsentTheFirstWins() throws IOException {
        try (PublishedFiles.Draft second = write("run-1", PublishedFiles.Mode.IF_ABSENT, "two")) {
            publish("run-1", PublishedFiles.Mode.IF_ABSENT, "one");

            assertThrows(FileAlreadyExistsException.class, second::publish);
        }
        assertEquals("one", read("run-1"));
        assertEquals(List.of("run-1"), files.list(""));
    }

    @Test
    void aReplacedFileIsWholeForAllWhoOpenIt() throws IOException {
        publish("manifest", PublishedFiles.Mode.REPLACE, "old");
        try (Storage.Source before = files.open("manifest")) {
            publish("manifest", PublishedFiles.Mode.REPLACE, "newer");

            assertEquals("newer", read("manifest"));
            try {
                ByteBuffer bytes = ByteBuffer.allocate(1);
                before.read(bytes, 0);
                assertEquals('o', bytes.get(0));
            } catch (ChangedFileException e) {
                assertTrue(e.getMessage().contains("open it again"), e.getMessage());
            }
        }
    }

    @Test
    void deletingTwiceIsDeletingOnce() throws IOException {
        publish("run-1", PublishedFiles.Mode.IF_ABSENT, "abc");

        files.delete("run-1");
        files.delete("run-1");

        assertEquals(List.of(), files.list(""));
        publish("run-1", PublishedFiles.Mode.IF_ABSENT, "again");
        assertEquals("again", read("run-1"));
    }

    @Test
    void aListHasWhatBeginsWithThePrefixInOrder() throws IOException {
        for (String name : List.of("run-2", "run-10", "segment-1", "run-1")) {
            publish(name, PublishedFiles.Mode.IF_ABSENT, name);
        }

        assertEquals(List.of("run-1", "run-10", "run-2"), files.list("run-"));
    }

    @Test
    void oneWinnerOfEachRace() throws Exception {
        int races = Integer.getInteger(RACES, races());
        int writers = 2;
        CyclicBarrier start = new CyclicBarrier(writers);
        AtomicInteger wins = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                String content = "writer " + writer;
                Callable<Void> task =
                        () -> {
                            for (int race = 0; race < races; race++) {
                                race(start, "race-" + race, content, wins);
                            }
                            return null;
                        };
                ends.add(threads.submit(task));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
        assertEquals(races, wins.get());
    }

    private void race(CyclicBarrier start, String name, String content, AtomicInteger wins)
            throws Exception {
        try (PublishedFiles.Draft draft = write(name, PublishedFiles.Mode.IF_ABSENT, content)) {
            start.await();
            try {
                draft.publish();
                wins.incrementAndGet();
            } catch (FileAlreadyExistsException _) {
                return;
            }
        }
        assertEquals(content, read(name));
    }

    @Test
    void theProbeFindsNoFault() throws IOException {
        assertEquals(Optional.empty(), PublishProbe.findFault(files, "test"));
        assertEquals(List.of(), files.list(""));
    }

    @Test
    void wholeFilesTellOwnBytesFromOthers() throws IOException {
        WholeFiles.publishIfAbsent(files, "plan", bytes("mine"));
        WholeFiles.publishIfAbsent(files, "plan", bytes("mine"));

        assertThrows(
                FileAlreadyExistsException.class,
                () -> WholeFiles.publishIfAbsent(files, "plan", bytes("other")));
        assertArrayEquals(bytes("mine"), WholeFiles.read(files, "plan", 100).orElseThrow());
        assertThrows(IOException.class, () -> WholeFiles.read(files, "plan", 3));
        assertEquals(Optional.empty(), WholeFiles.read(files, "none", 100));
    }

    void publish(String name, PublishedFiles.Mode mode, String text) throws IOException {
        try (PublishedFiles.Draft draft = write(name, mode, text)) {
            draft.publish();
        }
    }

    private PublishedFiles.Draft write(String name, PublishedFiles.Mode mode, String text)
            throws IOException {
        PublishedFiles.Draft draft = files.begin(name, mode);
        ByteBuffer bytes = ByteBuffer.wrap(bytes(text));
        while (bytes.hasRemaining()) {
            draft.write(bytes);
        }
        return draft;
    }

    String read(String name) throws IOException {
        return new String(WholeFiles.read(files, name, 1000).orElseThrow(), StandardCharsets.UTF_8);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
