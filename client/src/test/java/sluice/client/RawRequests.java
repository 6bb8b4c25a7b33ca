package sluice.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import sluice.protocol.Reply;
import sluice.protocol.SluiceMethods;

/** Batches whose bytes are written by hand: what our own client never sends. */
final class RawRequests {
    static final Marshaller<byte[]> BYTES =
            new Marshaller<>() {
                @Override
                public InputStream stream(byte[] message) {
                    return new ByteArrayInputStream(message);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    try {
                        return stream.readAllBytes();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    private final Channel channel;

    RawRequests(Channel channel) {
        this.channel = channel;
    }

    /** Two requests: field 9 (add_link) with no fields, field 7 (count_links) with no fields. */
    List<Reply> addLinkWithoutLinkThenCount() {
        return send(new byte[] {0x0A, 2, 0x4A, 0, 0x0A, 2, 0x3A, 0});
    }

    /** A field whose length is beyond the end. */
    List<Reply> nonsense() {
        return send(new byte[] {0x0A, 99, 1, 2, 3});
    }

    private List<Reply> send(byte[] message) {
        MethodDescriptor<byte[], List<Reply>> method =
                SluiceMethods.BATCH.toBuilder(BYTES, SluiceMethods.BATCH.getResponseMarshaller())
                        .build();
        return ClientCalls.blockingUnaryCall(
                channel,
                method,
                CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS),
                message);
    }
}
