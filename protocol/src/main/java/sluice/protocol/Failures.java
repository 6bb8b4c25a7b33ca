package sluice.protocol;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.protocol.Result.Failure;

/**
 * Failures as gRPC tells them: a status for any client, and an ErrorInfo of the domain "sluice" in
 * its details, whose reason is the name of the {@link ErrorCode}. No stack trace goes along.
 *
 * <p>The details are a google.rpc.Status. Its bytes are written and read here without the classes
 * of protocol buffers, of which a client's program may have another version.
 */
public final class Failures {
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private static final String ERROR_INFO = "google.rpc.ErrorInfo";
    private static final String DOMAIN = "sluice";
    private static final String BEGUN = "begun";
    private static final int MESSAGE_BYTES = 256;

    /** What an ErrorInfo says; without a code it is not one of Sluice. */
    private record Info(@Nullable ErrorCode code, boolean begun) {
        static final Info NONE = new Info(null, true);

        Info or(Info other) {
            return code == null ? other : this;
        }
    }

    private Failures() {}

    /** What ends a unary call or a scan that failed so. */
    public static StatusRuntimeException toStatus(Failure failure) {
        Code code = statusCode(failure.code());
        Metadata trailers = new Metadata();
        trailers.put(DETAILS, encode(code, failure));
        return Status.fromCode(code)
                .withDescription(failure.message())
                .asRuntimeException(trailers);
    }

    /**
     * The failure in the trailers of a call that has ended; null where there is none, or none that
     * can be read.
     */
    public static @Nullable Failure ofTrailers(@Nullable Metadata trailers) {
        byte[] details = trailers == null ? null : trailers.get(DETAILS);
        try {
            return details == null ? null : decode(details);
        } catch (WireException e) {
            return null;
        }
    }

    private static byte[] encode(Code code, Failure failure) {
        WireWriter to = new WireWriter(MESSAGE_BYTES);
        to.text(2, Boolean.toString(failure.begun()));
        to.text(1, BEGUN);
        to.message(3, 0);
        to.text(2, DOMAIN);
        to.text(1, failure.code().name());
        to.message(2, 0);
        to.text(1, "type.googleapis.com/" + ERROR_INFO);
        to.message(3, 0);
        to.text(2, failure.message());
        to.unsigned(1, code.value());
        return to.toStream().readAllBytes();
    }

    private static @Nullable Failure decode(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        String message = "";
        Info info = Info.NONE;
        while (from.next()) {
            switch (from.field()) {
                case 2 -> message = from.text();
                case 3 -> info = info.or(detail(from));
                default -> from.skip();
            }
        }
        ErrorCode code = info.code();
        return code == null ? null : new Failure(code, message, info.begun());
    }

    private static Info detail(WireReader from) {
        int outerEnd = from.enter();
        String type = "";
        byte[] value = {};
        while (from.next()) {
            switch (from.field()) {
                case 1 -> type = from.text();
                case 2 -> value = from.bytes();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return type.endsWith("/" + ERROR_INFO) ? info(new WireReader(value)) : Info.NONE;
    }

    private static Info info(WireReader from) {
        String reason = "";
        String domain = "";
        boolean begun = true;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> reason = from.text();
                case 2 -> domain = from.text();
                case 3 -> begun = begun(from, begun);
                default -> from.skip();
            }
        }
        return new Info(domain.equals(DOMAIN) ? named(reason) : null, begun);
    }

    /** One entry of the info's map; {@code before} where it is another one. */
    private static boolean begun(WireReader from, boolean before) {
        int outerEnd = from.enter();
        String key = "";
        String value = "";
        while (from.next()) {
            switch (from.field()) {
                case 1 -> key = from.text();
                case 2 -> value = from.text();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return key.equals(BEGUN) ? Boolean.parseBoolean(value) : before;
    }

    private static @Nullable ErrorCode named(String name) {
        for (ErrorCode code : ErrorCode.values()) {
            if (code.name().equals(name)) {
                return code;
            }
        }
        return null;
    }

    static Code statusCode(ErrorCode code) {
        return switch (code) {
            case CONFIG, INPUT -> Code.INVALID_ARGUMENT;
            case STORE, MISROUTED, VERSION_GONE -> Code.FAILED_PRECONDITION;
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
            case MISROUTED -> 10;
            case VERSION_GONE -> 11;
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
