package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BlockMemoryTest {
    private final AtomicInteger loads = new AtomicInteger();

    private byte first(BlockMemory memory, long file, long offset) throws IOException {
        MemorySegment block =
                memory.get(
                        file,
                        offset,
                        () -> {
                            loads.incrementAndGet();
                            byte[] bytes = new byte[1000];
                            bytes[0] = (byte) (file * 7 + offset);
                            return bytes;
                        });
        return block.get(ValueLayout.JAVA_BYTE, 0);
    }

    @Test
    void blockIsLoadedOnceWhileItIsKept() throws IOException {
        BlockMemory memory = new BlockMemory(1 << 20);
        long one = memory.newFile();
        long two = memory.newFile();
        for (int i = 0; i < 10; i++) {
            assertEquals((byte) (one * 7), first(memory, one, 0));
            assertEquals((byte) (two * 7), first(memory, two, 0));
        }
        assertEquals(2, loads.get());
    }

    @Test
    void budgetIsKeptAndTheLeastRecentGoesFirst() throws IOException {
        BlockMemory memory = new BlockMemory(200_000);
        long file = memory.newFile();
        for (int offset = 0; offset < 5000; offset++) {
            first(memory, file, offset);
            first(memory, file, 3);
            assertTrue(memory.bytes() <= 200_000);
        }
        assertEquals(5000, loads.get(), "the one that is asked for stays");
    }

    @Test
    void blockThatIsLargerThanTheBudgetIsAnsweredAllTheSame() throws IOException {
        BlockMemory memory = new BlockMemory(100);
        assertEquals((byte) 12, first(memory, 1, 5));
        assertEquals(0, memory.bytes());
    }
}
