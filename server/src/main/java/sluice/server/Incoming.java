package sluice.server;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.protocol.Request;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.WireException;

/**
 * A message as it came. It is understood only once a call is there to be told that it is wrong:
 * gRPC would end it as a fault of the server, with a stack trace in the log. A large message of
 * requests is read request by request instead, and not even kept as bytes.
 *
 * @param bytes none where they could not be unpacked, or were read as requests
 * @param read the requests of a large message; null for any other
 * @param problem what was wrong with it, or empty
 */
@SuppressWarnings("ArrayRecordComponent")
record Incoming(byte[] bytes, @Nullable List<Request> read, String problem) {
    /** Larger messages of requests are not kept. */
    private static final int KEPT_BYTES_MAX = 64 << 10;

    private static final byte[] NO_BYTES = {};

    /** Of messages that are kept, whatever they are. */
    static final Marshaller<Incoming> MARSHALLER = marshaller(Incoming::whole);

    /** Of messages of requests, with {@code requestsMax} at most. */
    static Marshaller<Incoming> ofRequests(int requestsMax) {
        return marshaller(
                stream ->
                        stream instanceof KnownLength && stream.available() <= KEPT_BYTES_MAX
                                ? whole(stream)
                                : requests(stream, requestsMax));
    }

    /** How a message is taken from gRPC. */
    private interface Taking {
        Incoming from(InputStream stream) throws IOException;
    }

    private static Marshaller<Incoming> marshaller(Taking taking) {
        return new Marshaller<>() {
            @Override
            public InputStream stream(Incoming message) {
                return new ByteArrayInputStream(message.bytes());
            }

            @Override
            public Incoming parse(InputStream stream) {
                try {
                    return taking.from(stream);
                } catch (IOException | StatusRuntimeException e) {
                    return wrong("the message cannot be unpacked: " + e.getMessage());
                }
            }
        };
    }

    private static Incoming whole(InputStream stream) throws IOException {
        if (!(stream instanceof KnownLength)) {
            return new Incoming(stream.readAllBytes(), null, "");
        }
        byte[] bytes = new byte[stream.available()];
        int length = stream.readNBytes(bytes, 0, bytes.length);
        return length == bytes.length
                ? new Incoming(bytes, null, "")
                : wrong("the message breaks off");
    }

    private static Incoming requests(InputStream stream, int requestsMax) throws IOException {
        try {
            return new Incoming(NO_BYTES, SluiceMethods.requestsOf(stream, requestsMax), "");
        } catch (WireException e) {
            return wrong(String.valueOf(e.getMessage()));
        }
    }

    private static Incoming wrong(String problem) {
        return new Incoming(NO_BYTES, null, problem);
    }

    /** A message that is refused; nobody waits for more. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Failure failure;

        Refused(String problem) {
            super(problem, null, false, false);
            this.failure = new Failure(ErrorCode.CONFIG, problem, false);
        }

        Failure failure() {
            return failure;
        }
    }

    /** What it holds of the heap. */
    long sizeBytes() {
        long sum = bytes.length;
        if (read != null) {
            for (Request request : read) {
                sum += request.sizeBytesMax();
            }
        }
        return sum;
    }

    /** The requests of a batch, or of a message of a stream. */
    List<Request> requests(int requestsMax) throws Refused {
        check();
        if (read != null) {
            return read;
        }
        try {
            return SluiceMethods.requestsOf(bytes, requestsMax);
        } catch (WireException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    /** As {@code marshaller} understands it. */
    <A> A as(Marshaller<A> marshaller) throws Refused {
        check();
        try {
            return marshaller.parse(new ByteArrayInputStream(bytes));
        } catch (StatusRuntimeException e) {
            throw new Refused(String.valueOf(e.getStatus().getDescription()));
        }
    }

    private void check() throws Refused {
        if (!problem.isEmpty()) {
            throw new Refused(problem);
        }
    }
}
