package sluice.protocol;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/** Messages to bytes and back for gRPC, each with one copy. */
final class WireMarshaller<T> implements Marshaller<T> {
    private final Function<T, WireBytes> encoder;
    private final Function<byte[], T> decoder;

    WireMarshaller(Function<T, WireBytes> encoder, Function<byte[], T> decoder) {
        this.encoder = encoder;
        this.decoder = decoder;
    }

    @Override
    public InputStream stream(T message) {
        return encoder.apply(message);
    }

    @Override
    public T parse(InputStream stream) {
        try {
            return decoder.apply(allBytes(stream));
        } catch (WireException | IOException e) {
            throw Status.INVALID_ARGUMENT
                    .withDescription(e.getMessage())
                    .withCause(e)
                    .asRuntimeException();
        }
    }

    private static byte[] allBytes(InputStream stream) throws IOException {
        return stream instanceof KnownLength
                ? stream.readNBytes(stream.available())
                : stream.readAllBytes();
    }
}
