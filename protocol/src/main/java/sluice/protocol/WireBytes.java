package sluice.protocol;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A written message: gRPC asks its length and takes it in one copy. */
final class WireBytes extends ByteArrayInputStream implements Drainable, KnownLength {
    WireBytes(byte[] bytes, int offset, int lengthBytes) {
        super(bytes, offset, lengthBytes);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        int length = available();
        target.write(buf, pos, length);
        pos = count;
        return length;
    }
}
