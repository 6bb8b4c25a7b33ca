package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.protocol.Result.Failure;

class FailuresTest {
    @Test
    void everyCodeSurvivesAStatus() {
        for (ErrorCode code : ErrorCode.values()) {
            Failure failure = new Failure(code, "what to do", code == ErrorCode.STORE);

            StatusRuntimeException status = Failures.toStatus(failure);

            assertEquals(failure, Failures.ofTrailers(status.getTrailers()));
            assertEquals("what to do", status.getStatus().getDescription());
        }
    }

    @Test
    void numbersAreThoseOfTheContract() {
        for (ErrorCode code : ErrorCode.values()) {
            assertEquals(
                    sluice.v1.ErrorCode.valueOf(code.name()).getNumber(), Failures.number(code));
            assertEquals(code, Failures.code(Failures.number(code)));
        }
        assertEquals(ErrorCode.INTERNAL, Failures.code(99));
    }

    @Test
    void aStatusOfSomebodyElseIsNotOurs() {
        assertNull(Failures.ofTrailers(null));
    }

    /** What the classes of protoc read and write. */
    @Test
    void detailsAreThoseOfEveryOtherClient() throws InvalidProtocolBufferException {
        Failure failure = new Failure(ErrorCode.CORRUPTION, "segment-3 ist schadhaft: ü", false);

        Status status = StatusProto.fromThrowable(Failures.toStatus(failure));

        assertNotNull(status);
        assertEquals(com.google.rpc.Code.DATA_LOSS_VALUE, status.getCode());
        assertEquals(failure.message(), status.getMessage());
        ErrorInfo info = status.getDetails(0).unpack(ErrorInfo.class);
        assertEquals("sluice", info.getDomain());
        assertEquals("CORRUPTION", info.getReason());
        assertEquals(Map.of("begun", "false"), info.getMetadataMap());
    }

    @Test
    void oursIsFoundAmongOthers() {
        ErrorInfo other = ErrorInfo.newBuilder().setDomain("other").setReason("STORE").build();
        ErrorInfo unknown = ErrorInfo.newBuilder().setDomain("sluice").setReason("NEWER").build();
        ErrorInfo ours =
                ErrorInfo.newBuilder()
                        .setDomain("sluice")
                        .setReason("STORE")
                        .putMetadata("more", "true")
                        .build();
        Status.Builder status = Status.newBuilder().setCode(9).setMessage("m");
        status.addDetails(Any.pack(Status.newBuilder().setMessage("not an info").build()));
        status.addDetails(Any.pack(other)).addDetails(Any.pack(unknown));
        assertNull(Failures.ofTrailers(trailers(status.build().toByteArray())));

        status.addDetails(Any.pack(ours));

        assertEquals(
                new Failure(ErrorCode.STORE, "m", true),
                Failures.ofTrailers(trailers(status.build().toByteArray())));
    }

    @Test
    void damagedDetailsAreNoFailure() {
        byte[] whole =
                StatusProto.fromThrowable(
                                Failures.toStatus(new Failure(ErrorCode.STORE, "message", true)))
                        .toByteArray();
        for (int at = 0; at < whole.length; at++) {
            Failures.ofTrailers(trailers(Arrays.copyOf(whole, at)));
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = whole.clone();
                damaged[at] ^= (byte) (1 << bit);
                Failures.ofTrailers(trailers(damaged));
            }
        }
        assertNull(Failures.ofTrailers(trailers(new byte[] {0x1A, 0x7F})));
    }

    private static Metadata trailers(byte[] details) {
        Metadata trailers = new Metadata();
        trailers.put(
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
                details);
        return trailers;
    }
}
