package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.model.Patience;
import sluice.testkit.Experiment;
import sluice.testkit.WireEdits;

/**
 * Messages of requests with mistakes in them, and those of every other call: each is understood, or
 * refused with a reason, from bytes as from a stream, and takes no more memory than its length
 * allows.
 *
 * <p>{@code -DrequestMutants=} says how many messages.
 */
@Tag(Experiment.TAG)
class RequestMutantTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int MESSAGES = Experiment.size("requestMutants", 20_000, 2_000_000);
    private static final int EDITS_MAX = 4;
    private static final int REQUESTS_MAX = 64;

    /** A refusal, with its text and what stands in it. */
    private static final long BYTES_BASE = 64 << 10;

    /** An empty request of two bytes is an object with its operation. */
    private static final long BYTES_PER_BYTE = 256;

    /** The first ones load classes too. */
    private static final int FIRST = 1_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final RandomMessages messages = new RandomMessages(random);
    private final WireEdits edits = new WireEdits(random);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long refused;
    private int tried;

    /** What came of a message: its requests, or why there are none. */
    private record Read(@Nullable List<Object> requests, @Nullable String problem) {}

    @Test
    void aMessageIsUnderstoodOrRefused() throws IOException {
        try (Experiment experiment = new Experiment("E7 mutants of requests", SEED)) {
            long understood = 0;
            for (int index = 0; index < MESSAGES; index++) {
                String where = "-Dseed=" + SEED + ", message " + index;
                byte[] message = mutant(RequestCodec.encode(messages.requests()).readAllBytes());
                if (asRequests(message, where)) {
                    understood++;
                }
                Verb verb = Verb.CALLS.get(random.nextInt(Verb.CALLS.size()));
                byte[] single = mutant(single(messages.operation(verb)));
                parse(SluiceMethods.unary(verb).getRequestMarshaller(), single, where);
                parse(SluiceMethods.PIN.getRequestMarshaller(), single, where);
                parse(SluiceMethods.OUTLOOK.getRequestMarshaller(), single, where);
                parse(SluiceMethods.SCAN.getRequestMarshaller(), single, where);
            }
            assertTrue(refused > MESSAGES / 8, "mutants that are refused: " + refused);
            assertTrue(understood > MESSAGES / 8, "mutants that are understood: " + understood);
            experiment.ran(MESSAGES);
            experiment.fact("understood", understood).passed();
        }
    }

    private byte[] mutant(byte[] good) {
        byte[] message = good;
        for (int count = random.nextInt(EDITS_MAX + 1); count > 0; count--) {
            message = edits.edit(message);
        }
        return message;
    }

    private static byte[] single(Operation operation) {
        Request request = new Request(0, 0, Patience.NONE, operation, null);
        return RequestCodec.encodeOperation(request).readAllBytes();
    }

    private boolean asRequests(byte[] message, String where) {
        Read whole = read(() -> RequestCodec.decode(message, REQUESTS_MAX), message, where);
        Read streamed =
                read(
                        () -> {
                            try {
                                return RequestCodec.decode(dripping(message), REQUESTS_MAX);
                            } catch (IOException e) {
                                throw new AssertionError(where, e);
                            }
                        },
                        message,
                        where);
        assertEquals(whole.requests, streamed.requests, where);
        return whole.requests != null;
    }

    private Read read(Supplier<List<Request>> decoding, byte[] message, String where) {
        long before = threads.getCurrentThreadAllocatedBytes();
        List<Request> requests = null;
        String problem = null;
        try {
            requests = decoding.get();
        } catch (WireException e) {
            refused++;
            problem = e.getMessage();
            assertNotNull(problem, where);
            assertTrue(problem.length() < 200, () -> where + ": " + e.getMessage());
        } catch (RuntimeException | Error e) {
            throw new AssertionError(where + ": " + e, e);
        }
        assertFewBytes(threads.getCurrentThreadAllocatedBytes() - before, message, where);
        return new Read(
                requests == null
                        ? null
                        : requests.stream().map(RandomMessages::comparable).toList(),
                problem);
    }

    private void parse(Marshaller<?> marshaller, byte[] message, String where) {
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            assertNotNull(marshaller.parse(new ByteArrayInputStream(message)), where);
        } catch (StatusRuntimeException e) {
            assertEquals(Status.Code.INVALID_ARGUMENT, e.getStatus().getCode(), where);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(where + ": " + e, e);
        }
        assertFewBytes(threads.getCurrentThreadAllocatedBytes() - before, message, where);
    }

    private void assertFewBytes(long bytes, byte[] message, String where) {
        assertTrue(
                ++tried < FIRST || bytes < BYTES_BASE + BYTES_PER_BYTE * message.length,
                () -> "%s: %,d bytes for one of %,d".formatted(where, bytes, message.length));
    }

    /** A stream that says of few bytes that they are there, and gives fewer than are asked for. */
    private static InputStream dripping(byte[] message) {
        return new ByteArrayInputStream(message) {
            @Override
            public synchronized int available() {
                return Math.min(3, super.available());
            }

            @Override
            public synchronized int read(byte[] to, int from, int length) {
                return super.read(to, from, Math.min(length, 7));
            }
        };
    }
}
