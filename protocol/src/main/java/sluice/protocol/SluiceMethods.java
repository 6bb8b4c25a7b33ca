package sluice.protocol;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServiceDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls of the service sluice.v1.Sluice, as gRPC wants them described. */
public final class SluiceMethods {
    /** The service's full name, as health checks know it. */
    public static final String SERVICE = "sluice.v1.Sluice";

    /** As which health tells of writes alone: they may be refused while reads go on. */
    public static final String WRITES_SERVICE = SERVICE + "/writes";

    /** Of a message of requests that a server takes. */
    public static final int REQUESTS_BYTES_MAX = 16 << 20;

    /** The most names in one message of requests. */
    public static final int NAMES_MAX = 1 << 14;

    /** Many requests in one message. */
    public static final MethodDescriptor<List<Request>, List<Reply>> BATCH =
            method("Batch", MethodType.UNARY, requests(), replies());

    /** Messages of requests and messages of replies, in any order. */
    public static final MethodDescriptor<List<Request>, List<Reply>> STREAM =
            method("Stream", MethodType.BIDI_STREAMING, requests(), replies());

    /** All rows. */
    public static final MethodDescriptor<ScanAsk, ScanPart> SCAN =
            method(
                    "Scan",
                    MethodType.SERVER_STREAMING,
                    new WireMarshaller<>(ScanCodec::encodeAsk, ScanCodec::decodeAsk),
                    new WireMarshaller<>(ScanCodec::encode, ScanCodec::decode));

    /** When an id will be built. */
    public static final MethodDescriptor<Long, Outlook> OUTLOOK =
            method(
                    "Outlook",
                    MethodType.UNARY,
                    new WireMarshaller<>(BuildCodec::encodeId, BuildCodec::decodeId),
                    new WireMarshaller<>(BuildCodec::encodeOutlook, BuildCodec::decodeOutlook));

    /** What shall be built first; answered with all that shall. */
    public static final MethodDescriptor<Pin, List<IdRange>> PIN =
            method(
                    "Pin",
                    MethodType.UNARY,
                    new WireMarshaller<>(BuildCodec::encodePin, BuildCodec::decodePin),
                    new WireMarshaller<>(BuildCodec::encodeRanges, BuildCodec::decodeRanges));

    /** The state of a ring, as JSON; asked with the epoch that the client knows. */
    public static final MethodDescriptor<Long, byte[]> RING =
            method(
                    "Ring",
                    MethodType.UNARY,
                    new WireMarshaller<>(BuildCodec::encodeEpoch, BuildCodec::decodeId),
                    new WireMarshaller<>(BuildCodec::encodeRing, BuildCodec::decodeRing));

    /** Bytes of a file of a version, for other nodes of a ring. */
    public static final MethodDescriptor<FilePart.Ask, FilePart> READ_FILE =
            method(
                    "ReadFile",
                    MethodType.UNARY,
                    new WireMarshaller<>(FileCodec::encodeAsk, FileCodec::decodeAsk),
                    new WireMarshaller<>(FileCodec::encode, FileCodec::decode));

    /** Ids that an index of a version has in some partitions, for other nodes of a ring. */
    public static final MethodDescriptor<IndexPart.Ask, IndexPart> READ_INDEX =
            method(
                    "ReadIndex",
                    MethodType.UNARY,
                    new WireMarshaller<>(IndexCodec::encodeAsk, IndexCodec::decodeAsk),
                    new WireMarshaller<>(IndexCodec::encode, IndexCodec::decode));

    private static final Map<Verb, MethodDescriptor<Request, Result>> UNARY =
            new EnumMap<>(Verb.class);

    static {
        for (Verb verb : Verb.CALLS) {
            UNARY.put(
                    verb,
                    method(
                            verb.call(),
                            MethodType.UNARY,
                            new WireMarshaller<>(
                                    RequestCodec::encodeOperation,
                                    bytes -> RequestCodec.decodeOperation(verb, bytes)),
                            new WireMarshaller<>(
                                    AnswerCodec::encodeResult,
                                    bytes -> AnswerCodec.decodeResult(verb, bytes))));
        }
    }

    private SluiceMethods() {}

    /**
     * The requests of a message of {@link #BATCH} or {@link #STREAM}.
     *
     * @throws WireException where it is no such message, or has more than {@code requestsMax}
     */
    public static List<Request> requestsOf(byte[] message, int requestsMax) {
        return RequestCodec.decode(message, requestsMax);
    }

    /**
     * As {@link #requestsOf(byte[], int)}, for a large message: only one of its requests at a time
     * is in memory as bytes.
     */
    public static List<Request> requestsOf(InputStream message, int requestsMax)
            throws IOException {
        return RequestCodec.decode(message, requestsMax);
    }

    /** The call of one operation; its failures end it with {@link Failures#toStatus}. */
    public static MethodDescriptor<Request, Result> unary(Verb verb) {
        MethodDescriptor<Request, Result> method = UNARY.get(verb);
        if (method == null) {
            throw new IllegalArgumentException("no call: " + verb);
        }
        return method;
    }

    /** The service, with {@code schema} as what reflection tells of it; null where nothing asks. */
    public static ServiceDescriptor service(@Nullable Object schema) {
        ServiceDescriptor.Builder service =
                ServiceDescriptor.newBuilder(SERVICE).setSchemaDescriptor(schema);
        UNARY.values().forEach(service::addMethod);
        return service.addMethod(BATCH)
                .addMethod(STREAM)
                .addMethod(SCAN)
                .addMethod(OUTLOOK)
                .addMethod(PIN)
                .addMethod(RING)
                .addMethod(READ_FILE)
                .addMethod(READ_INDEX)
                .build();
    }

    private static WireMarshaller<List<Request>> requests() {
        return new WireMarshaller<>(
                RequestCodec::encode, bytes -> RequestCodec.decode(bytes, Integer.MAX_VALUE));
    }

    private static WireMarshaller<List<Reply>> replies() {
        return new WireMarshaller<>(AnswerCodec::encode, AnswerCodec::decode);
    }

    private static <A, B> MethodDescriptor<A, B> method(
            String name, MethodType type, WireMarshaller<A> request, WireMarshaller<B> answer) {
        return MethodDescriptor.<A, B>newBuilder(request, answer)
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setSafe(false)
                .build();
    }
}
