package sluice.server;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.protocol.Request;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.WireException;

/**
 * The bytes of a message as they came. They are understood only once a call is there to be told
 * that they are wrong: gRPC would end it as a fault of the server, with a stack trace in the log.
 *
 * @param bytes none where they could not be unpacked
 * @param problem what was wrong with them, or empty
 */
@SuppressWarnings("ArrayRecordComponent")
record Incoming(byte[] bytes, String problem) {
    static final Marshaller<Incoming> MARSHALLER =
            new Marshaller<>() {
                @Override
                public InputStream stream(Incoming message) {
                    return new ByteArrayInputStream(message.bytes());
                }

                @Override
                public Incoming parse(InputStream stream) {
                    return of(stream);
                }
            };

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

    private static Incoming of(InputStream stream) {
        try {
            byte[] bytes =
                    stream instanceof KnownLength
                            ? stream.readNBytes(stream.available())
                            : stream.readAllBytes();
            return new Incoming(bytes, "");
        } catch (IOException | StatusRuntimeException e) {
            return new Incoming(new byte[0], "the message cannot be unpacked: " + e.getMessage());
        }
    }

    /** The requests of a batch, or of a message of a stream. */
    List<Request> requests(int requestsMax) throws Refused {
        check();
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
