package sluice.readonly.route;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.RingRecords;

class ServedStateTest {
    private final AtomicLong nanos = new AtomicLong();

    /** A node that tells a state of {@code epoch}, or nothing if that is 0. */
    private static final class Node implements ServedState.Server {
        private long epoch;
        private int asked;

        Node(long epoch) {
            this.epoch = epoch;
        }

        @Override
        public byte[] ring() {
            asked++;
            if (epoch == 0) {
                throw new SluiceException(ErrorCode.RESOURCE, "it is away");
            }
            return RingRecords.encode(
                    new RingState(1, epoch, 1, null, List.of(), Map.of(), Set.of(), Set.of()));
        }

        @Override
        public void close() {}
    }

    private static long epoch(ServedState state, boolean isDoubted) throws IOException {
        return state.state(isDoubted).epoch();
    }

    @Test
    void itIsAskedAgainAfterFiveSeconds() throws IOException {
        Node node = new Node(1);
        try (ServedState state = new ServedState(nanos::get, List.of(node))) {
            assertEquals(1, epoch(state, false));
            node.epoch = 2;
            nanos.set(4_999_000_000L);
            assertEquals(1, epoch(state, false));
            nanos.set(5_000_000_000L);
            assertEquals(2, epoch(state, false));
        }
    }

    /** The clock lets another reader ask between the first look of this one and its turn. */
    @Test
    void aReaderThatNeedNotAskDoesNotPutTheNextQuestionOff() throws IOException {
        Node node = new Node(1);
        AtomicReference<@Nullable ServedState> between = new AtomicReference<>();
        LongSupplier clock =
                () -> {
                    long now = nanos.get();
                    ServedState other = between.getAndSet(null);
                    if (other != null) {
                        nanos.set(1);
                        assertDoesNotThrow(() -> other.state(true));
                        nanos.set(3_000_000_000L);
                    }
                    return now;
                };
        try (ServedState state = new ServedState(clock, List.of(node))) {
            assertEquals(1, epoch(state, false));
            between.set(state);
            assertEquals(1, epoch(state, true));
            assertEquals(2, node.asked, "by the other reader alone");
            nanos.set(5_500_000_000L);
            assertEquals(1, epoch(state, false));
            assertEquals(3, node.asked);
        }
    }

    /** A node that is cut off from the records answers, and knows of no later decision. */
    @Test
    void aStateThatHasFailedIsAskedOfAnotherNode() throws IOException {
        Node cutOff = new Node(1);
        Node other = new Node(2);
        try (ServedState state = new ServedState(nanos::get, List.of(cutOff, other))) {
            assertEquals(1, epoch(state, false));
            assertEquals(2, epoch(state, true));
            assertEquals(1, other.asked);
        }
    }

    @Test
    void aNodeThatIsAwayIsPassedOverAndTheStateThatIsKnownStays() throws IOException {
        Node first = new Node(1);
        Node second = new Node(0);
        try (ServedState state = new ServedState(nanos::get, List.of(first, second))) {
            RingState known = state.state(false);
            assertEquals(known, state.state(true), "that of the first, asked after the second");
            first.epoch = 0;
            RingState last = state.state(false);
            assertSame(last, state.state(true));
        }
    }
}
