package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Storage} does. Each implementation extends this and brings an empty storage.
 */
abstract class StorageContract {
    private Storage storage;

    abstract Storage emptyStorage() throws IOException;

    @BeforeEach
    void begin() throws IOException {
        storage = emptyStorage();
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        write("run-1", "abc".repeat(1000));

        assertEquals("abc".repeat(1000), read("run-1"));
    }

    @Test
    void writingMovesThePositionByItsCount() throws IOException {
        ByteBuffer bytes = utf8("some bytes");
        try (Storage.Sink sink = storage.create("run-1")) {
            int countBytes = sink.write(bytes);

            assertTrue(countBytes >= 1 && countBytes <= 10, "count " + countBytes);
            assertEquals(countBytes, bytes.position());
            assertEquals(10, bytes.limit());
        }
    }

    @Test
    void writingNothingIsNoFailure() throws IOException {
        try (Storage.Sink sink = storage.create("run-1")) {
            assertEquals(0, sink.write(ByteBuffer.allocate(0)));
        }
    }

    @Test
    void readingAtTheEndGivesMinusOne() throws IOException {
        write("run-1", "abc");
        try (Storage.Source source = storage.open("run-1")) {
            assertEquals(3, source.lengthBytes());
            assertEquals(-1, source.read(ByteBuffer.allocate(1), 3));
            assertEquals(-1, source.read(ByteBuffer.allocate(1), 1L << 40));
        }
    }

    @Test
    void readingOverTheEndGivesTheRest() throws IOException {
        write("run-1", "abc");
        ByteBuffer bytes = ByteBuffer.allocate(10);
        try (Storage.Source source = storage.open("run-1")) {
            for (int countBytes = 0; bytes.position() < 2; ) {
                countBytes = source.read(bytes, 1 + bytes.position());
                assertTrue(countBytes >= 1);
            }
        }
        assertEquals("bc", new String(bytes.array(), 0, 2, StandardCharsets.UTF_8));
    }

    @Test
    void negativeOffsetIsAMistakeOfTheCaller() throws IOException {
        write("run-1", "abc");
        try (Storage.Source source = storage.open("run-1")) {
            assertThrows(
                    IllegalArgumentException.class, () -> source.read(ByteBuffer.allocate(1), -1));
        }
    }

    @Test
    void creatingAnExistingFileIsRefused() throws IOException {
        write("run-1", "abc");

        IOException failure =
                assertThrows(FileAlreadyExistsException.class, () -> storage.create("run-1"));

        assertMessage(failure, "run-1", "cannot create: it exists already");
        assertEquals("abc", read("run-1"));
    }

    @Test
    void missingFilesAreNamed() {
        assertMissing(() -> storage.open("run-9"), "cannot open");
        assertMissing(() -> storage.rename("run-9", "run-8"), "cannot rename");
        assertMissing(() -> storage.link("run-9", "run-8"), "cannot link");
        assertMissing(() -> storage.delete("run-9"), "cannot delete");
        try (Arena arena = Arena.ofConfined()) {
            assertMissing(() -> storage.map("run-9", 1, arena), "cannot map");
        }
    }

    @Test
    void namesThatLeadOutOfTheDirectoryAreRefused() {
        for (String name : List.of("", ".", "..", "a/b", "/a", "..\\a", "a\0b")) {
            assertThrows(IllegalArgumentException.class, () -> storage.create(name));
            assertThrows(IllegalArgumentException.class, () -> storage.open(name));
            assertThrows(IllegalArgumentException.class, () -> storage.delete(name));
            assertThrows(IllegalArgumentException.class, () -> storage.lock(name));
        }
    }

    @Test
    void renamingReplacesTheTarget() throws IOException {
        write("manifest", "old");
        write("manifest.tmp", "new");

        storage.rename("manifest.tmp", "manifest");

        assertEquals(List.of("manifest"), storage.list());
        assertEquals("new", read("manifest"));
    }

    @Test
    void renamingToItselfChangesNothing() throws IOException {
        write("manifest", "old");

        storage.rename("manifest", "manifest");

        assertEquals("old", read("manifest"));
    }

    @Test
    void aLinkIsASecondNameAndReplacesNothing() throws IOException {
        write("run-1.tmp", "one");
        write("taken", "other");

        storage.link("run-1.tmp", "run-1");
        IOException failure =
                assertThrows(
                        FileAlreadyExistsException.class, () -> storage.link("run-1", "taken"));
        storage.delete("run-1.tmp");

        assertMessage(failure, "taken", "cannot link: it exists already");
        assertEquals(List.of("run-1", "taken"), storage.list());
        assertEquals("one", read("run-1"));
        assertEquals("other", read("taken"));
    }

    @Test
    void listIsSortedAndFollowsEveryChange() throws IOException {
        assertEquals(List.of(), storage.list());
        write("run-2", "");
        write("run-10", "");
        write("manifest", "");
        storage.delete("run-2");
        storage.rename("run-10", "run-1");

        assertEquals(List.of("manifest", "run-1"), storage.list());
    }

    @Test
    void openFilesStayReadableAfterDeleteRenameAndReplace() throws IOException {
        write("a", "first");
        write("b", "second");
        try (Storage.Source a = storage.open("a");
                Storage.Source b = storage.open("b")) {
            storage.rename("a", "b");
            storage.delete("b");

            assertEquals("first", read(a, 5));
            assertEquals("second", read(b, 6));
            assertEquals("a", a.name());
        }
    }

    @Test
    void sinksWriteOnAfterTheirFileWasRenamed() throws IOException {
        try (Storage.Sink sink = storage.create("a.tmp")) {
            StorageFiles.writeFully(sink, utf8("one "));
            storage.rename("a.tmp", "a");
            StorageFiles.writeFully(sink, utf8("two"));
            sink.sync();
            assertEquals("a.tmp", sink.name());
        }
        assertEquals("one two", read("a"));
    }

    @Test
    void mappedBytesAreThoseOfTheFileAndReadOnly() throws IOException {
        write("segment-1", "abcdef");
        try (Arena arena = Arena.ofShared()) {
            MemorySegment mapped = storage.map("segment-1", 4, arena);
            storage.delete("segment-1");

            assertEquals(4, mapped.byteSize());
            assertEquals(
                    "abcd",
                    new String(mapped.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
            assertTrue(mapped.isReadOnly());
        }
    }

    @Test
    void mappingNothingIsAllowed() throws IOException {
        write("segment-1", "");
        try (Arena arena = Arena.ofConfined()) {
            assertEquals(0, storage.map("segment-1", 0, arena).byteSize());
        }
    }

    @Test
    void mappingPastTheEndIsDamage() throws IOException {
        write("segment-1", "abc");
        try (Arena arena = Arena.ofConfined()) {
            CorruptFileException failure =
                    assertThrows(
                            CorruptFileException.class, () -> storage.map("segment-1", 4, arena));

            assertMessage(failure, "segment-1", "expected 4 bytes");
            assertEquals(3, failure.offset());
        }
    }

    @Test
    void closedFilesAreNotUsed() throws IOException {
        Storage.Sink sink = storage.create("run-1");
        sink.close();
        sink.close();
        Storage.Source source = storage.open("run-1");
        source.close();
        source.close();

        assertMessage(
                assertThrows(IOException.class, () -> sink.write(utf8("a"))),
                "run-1",
                "cannot write: the file is closed");
        assertMessage(
                assertThrows(IOException.class, sink::sync),
                "run-1",
                "cannot sync: the file is closed");
        assertMessage(
                assertThrows(IOException.class, () -> source.read(ByteBuffer.allocate(1), 0)),
                "run-1",
                "cannot read: the file is closed");
    }

    @Test
    void lockIsExclusiveUntilItIsClosed() throws IOException {
        Closeable first = storage.lock("LOCK").orElseThrow();
        assertTrue(storage.lock("LOCK").isEmpty());
        storage.lock("OTHER").orElseThrow().close();

        first.close();
        Closeable second = storage.lock("LOCK").orElseThrow();
        first.close();

        assertTrue(storage.lock("LOCK").isEmpty(), "closing the first lock again freed the second");
        second.close();
    }

    @Test
    void aHeldLockIsNotTouchedAsAFile() throws IOException {
        write("manifest", "abc");
        Closeable lock = storage.lock("LOCK").orElseThrow();
        try (Arena arena = Arena.ofConfined()) {
            assertHeld(() -> storage.open("LOCK"));
            assertHeld(() -> storage.map("LOCK", 0, arena));
            assertHeld(() -> storage.delete("LOCK"));
            assertHeld(() -> storage.rename("LOCK", "manifest"));
            assertHeld(() -> storage.rename("manifest", "LOCK"));
        }
        lock.close();
        assertEquals(List.of("LOCK", "manifest"), storage.list());
        assertEquals("", read("LOCK"));
    }

    @Test
    void usableBytesAreKnown() throws IOException {
        assertTrue(storage.usableBytes() > 0);
    }

    @Test
    void syncedDirectoryHoldsTheSameFiles() throws IOException {
        write("run-1", "abc");

        storage.syncDirectory();

        assertEquals("abc", read("run-1"));
    }

    @Test
    void manyThreadsWorkInOneStorage() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String own = "run-" + i;
                tasks.add(
                        threads.submit(
                                () -> {
                                    for (int round = 0; round < 50; round++) {
                                        write(own + ".tmp", own.repeat(300));
                                        storage.rename(own + ".tmp", own);
                                        storage.list();
                                        assertEquals(own.repeat(300), read(own));
                                    }
                                    return null;
                                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        }
        assertEquals(List.of("run-0", "run-1", "run-2", "run-3"), storage.list());
    }

    @Test
    void readFullyNamesTheFileThatEndsTooEarly() throws IOException {
        write("run-1", "abc");
        try (Storage.Source source = storage.open("run-1")) {
            CorruptFileException failure =
                    assertThrows(
                            CorruptFileException.class,
                            () -> StorageFiles.readFully(source, ByteBuffer.allocate(5), 1));

            assertEquals("run-1", failure.file());
            assertEquals(3, failure.offset());
            assertMessage(failure, "expected 6 bytes");
        }
    }

    @Test
    void publishReplacesTheFileAndLeavesNothingElse() throws IOException {
        StorageFiles.publish(
                storage, "manifest", sink -> StorageFiles.writeFully(sink, utf8("one")));
        write("manifest.tmp", "left over from a crash");
        StorageFiles.publish(
                storage, "manifest", sink -> StorageFiles.writeFully(sink, utf8("two")));

        assertEquals("two", read("manifest"));
        assertEquals(List.of("manifest"), storage.list());
    }

    @Test
    void publishThatFailsLeavesTheOldFile() throws IOException {
        StorageFiles.publish(
                storage, "manifest", sink -> StorageFiles.writeFully(sink, utf8("one")));

        IOException failure =
                assertThrows(
                        IOException.class,
                        () ->
                                StorageFiles.publish(
                                        storage,
                                        "manifest",
                                        sink -> {
                                            StorageFiles.writeFully(sink, utf8("two"));
                                            throw new IOException("the caller's own");
                                        }));

        assertEquals("the caller's own", failure.getMessage());
        assertEquals("one", read("manifest"));
        assertEquals(List.of("manifest"), storage.list());
    }

    private interface Action {
        void run() throws IOException;
    }

    private static void assertMissing(Action action, String text) {
        assertMessage(
                assertThrows(NoSuchFileException.class, action::run),
                "run-9",
                text,
                "no such file or directory");
    }

    private static void assertHeld(Action action) {
        assertMessage(
                assertThrows(IOException.class, action::run),
                "LOCK",
                "this process holds it as a lock");
    }

    static void assertMessage(Exception failure, String... parts) {
        for (String part : parts) {
            assertTrue(
                    String.valueOf(failure.getMessage()).contains(part),
                    () -> "\"" + part + "\" is not in: " + failure.getMessage());
        }
    }

    private void write(String name, String text) throws IOException {
        try (Storage.Sink sink = storage.create(name)) {
            StorageFiles.writeFully(sink, utf8(text));
        }
    }

    private String read(String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            return read(source, (int) source.lengthBytes());
        }
    }

    private static String read(Storage.Source source, int lengthBytes) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(lengthBytes);
        StorageFiles.readFully(source, bytes, 0);
        return new String(bytes.array(), StandardCharsets.UTF_8);
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
