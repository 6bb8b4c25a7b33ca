package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;

class NetworkBuffersTest {
    private static final byte[] PIECE = new byte[16 << 10];

    private final NetworkBuffers buffers = new NetworkBuffers();

    @Test
    void aMessageThatComesInPiecesTakesHardlyMoreThanItsBytes() {
        ByteBuf message = buffers.directBuffer(PIECE.length, Integer.MAX_VALUE);
        for (int piece = 0; piece < 500; piece++) {
            message.writeBytes(PIECE);
            assertTrue(
                    message.capacity() <= message.readableBytes() * 9L / 8 + PIECE.length,
                    message.readableBytes() + " bytes take " + message.capacity());
        }
        message.release();
    }

    @Test
    void largeBuffersKeepTheirBytesAndEndWithTheirMessage() {
        ByteBuf message = buffers.directBuffer(5_000, 20_000);
        for (int index = 0; index < 5_000; index++) {
            message.writeInt(index);
        }
        assertEquals(20_000, message.capacity());
        for (int index = 0; index < 5_000; index++) {
            assertEquals(index, message.readInt());
        }
        assertTrue(message.release());
    }

    @Test
    void capacityStaysWithinItsLimit() {
        assertEquals(20_000, buffers.calculateNewCapacity(19_999, 20_000));
        assertEquals(
                Integer.MAX_VALUE,
                buffers.calculateNewCapacity(Integer.MAX_VALUE - 9, Integer.MAX_VALUE));
    }
}
