package sluice.protocol;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.protocol.Result.Failure;

/**
 * Failures as gRPC tells them: a status for any client, and an ErrorInfo of the domain "sluice" in
 * its details, whose reason is the name of the {@link ErrorCode}. No stack trace goes along.
 */
public final class Failures {
    private static final String DOMAIN = "sluice";
    private static final String BEGUN = "begun";

    private Failures() {}

    /** What ends a unary call or a scan that failed so. */
    public static StatusRuntimeException toStatus(Failure failure) {
        ErrorInfo info =
                ErrorInfo.newBuilder()
                        .setDomain(DOMAIN)
                        .setReason(failure.code().name())
                        .putMetadata(BEGUN, Boolean.toString(failure.begun()))
                        .build();
        return StatusProto.toStatusRuntimeException(
                Status.newBuilder()
                        .setCode(statusCode(failure.code()).value())
                        .setMessage(failure.message())
                        .addDetails(Any.pack(info))
                        .build());
    }

    /** The failure in the details of a call that ended with {@code ended}; null without one. */
    public static @Nullable Failure ofStatus(Throwable ended) {
        Status status = StatusProto.fromThrowable(ended);
        if (status == null) {
            return null;
        }
        for (Any detail : status.getDetailsList()) {
            Failure failure = detail.is(ErrorInfo.class) ? ofInfo(status, detail) : null;
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private static @Nullable Failure ofInfo(Status status, Any detail) {
        try {
            ErrorInfo info = detail.unpack(ErrorInfo.class);
            if (!info.getDomain().equals(DOMAIN)) {
                return null;
            }
            boolean begun = Boolean.parseBoolean(info.getMetadataOrDefault(BEGUN, "true"));
            ErrorCode code = ErrorCode.valueOf(info.getReason());
            return new Failure(code, status.getMessage(), begun);
        } catch (com.google.protobuf.InvalidProtocolBufferException | IllegalArgumentException e) {
            return null;
        }
    }

    static Code statusCode(ErrorCode code) {
        return switch (code) {
            case CONFIG, INPUT -> Code.INVALID_ARGUMENT;
            case STORE -> Code.FAILED_PRECONDITION;
            case CORRUPTION -> Code.DATA_LOSS;
            case RESOURCE -> Code.RESOURCE_EXHAUSTED;
            case INCOMPLETE, INTERRUPTED -> Code.UNAVAILABLE;
            case DEADLINE -> Code.DEADLINE_EXCEEDED;
            case INTERNAL -> Code.INTERNAL;
        };
    }

    /** The number of {@code code} in sluice.proto. */
    static int number(ErrorCode code) {
        return switch (code) {
            case CONFIG -> 1;
            case INPUT -> 2;
            case STORE -> 3;
            case CORRUPTION -> 4;
            case RESOURCE -> 5;
            case INCOMPLETE -> 6;
            case DEADLINE -> 7;
            case INTERNAL -> 8;
            case INTERRUPTED -> 9;
        };
    }

    /** The code of {@code number} in sluice.proto; one that is not known is a fault. */
    static ErrorCode code(long number) {
        for (ErrorCode code : ErrorCode.values()) {
            if (number(code) == number) {
                return code;
            }
        }
        return ErrorCode.INTERNAL;
    }
}
