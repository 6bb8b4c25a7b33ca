package sluice.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.Deletion;
import sluice.model.LinkQuery;
import sluice.model.Patience;

/**
 * The messages Requests, Request, and those of each operation. Fields are written last first: see
 * {@link WireWriter}.
 */
final class RequestCodec {
    /** What a request usually needs at most, so that a message rarely grows. */
    private static final int REQUEST_BYTES = 96;

    private RequestCodec() {}

    static WireBytes encode(List<Request> requests) {
        WireWriter to = new WireWriter(requests.size() * REQUEST_BYTES);
        for (int index = requests.size() - 1; index >= 0; index--) {
            Request request = requests.get(index);
            int mark = to.lengthBytes();
            writeOperation(to, request);
            to.message(request.operation().verb().requestField(), mark);
            to.unsigned(2, request.timeoutMicros());
            to.unsigned(1, request.id());
            to.message(1, mark);
        }
        return to.toStream();
    }

    /** The message of the operation alone, as unary calls have it. */
    static WireBytes encodeOperation(Request request) {
        WireWriter to = new WireWriter(REQUEST_BYTES);
        writeOperation(to, request);
        return to.toStream();
    }

    /**
     * A request is an object of a hundred bytes and may be two bytes of a message, so decoding
     * stops where there are more than {@code requestsMax}, or more names than a message may have.
     */
    static List<Request> decode(byte[] bytes, int requestsMax) {
        WireReader from = new WireReader(bytes);
        List<Request> requests = new ArrayList<>();
        long names = 0;
        while (from.next()) {
            if (from.field() != 1) {
                from.skip();
                continue;
            }
            refuseOneMoreThan(requestsMax, requests);
            int outerEnd = from.enter();
            Request request = readRequest(from);
            names += NameCodec.count(request);
            NameCodec.refuseMoreThanMayBe(names);
            requests.add(request);
            from.leave(outerEnd);
        }
        return requests;
    }

    /** As {@link #decode(byte[], int)}, with no more than one request of the message in memory. */
    static List<Request> decode(InputStream message, int requestsMax) throws IOException {
        WireStream from = new WireStream(message);
        List<Request> requests = new ArrayList<>();
        long names = 0;
        while (from.next()) {
            if (from.field() != 1) {
                from.skip();
                continue;
            }
            refuseOneMoreThan(requestsMax, requests);
            Request request = readRequest(new WireReader(from.bytes()));
            names += NameCodec.count(request);
            NameCodec.refuseMoreThanMayBe(names);
            requests.add(request);
        }
        return requests;
    }

    private static void refuseOneMoreThan(int requestsMax, List<Request> requests) {
        if (requests.size() == requestsMax) {
            throw new WireException(
                    "the message has more than %d requests; send several messages"
                            .formatted(requestsMax));
        }
    }

    static Request decodeOperation(Verb verb, byte[] bytes) {
        OperationReader operation = new OperationReader(verb);
        operation.read(new WireReader(bytes));
        return new Request(0, 0, operation.patience(), operation.operation(), operation.names());
    }

    private static Request readRequest(WireReader from) {
        long id = 0;
        long timeoutMicros = 0;
        OperationReader operation = null;
        while (from.next()) {
            Verb verb = Verb.ofRequestField(from.field());
            if (verb != null) {
                operation = new OperationReader(verb);
                int requestEnd = from.enter();
                operation.read(from);
                from.leave(requestEnd);
            } else if (from.field() == 1) {
                id = from.unsigned();
            } else if (from.field() == 2) {
                timeoutMicros = from.unsigned();
            } else {
                from.skip();
            }
        }
        return request(id, timeoutMicros, operation);
    }

    private static Request request(long id, long timeoutMicros, @Nullable OperationReader found) {
        OperationReader operation = found == null ? new OperationReader(Verb.UNSUPPORTED) : found;
        return new Request(
                id, timeoutMicros, operation.patience(), operation.operation(), operation.names());
    }

    private static void writeOperation(WireWriter to, Request request) {
        Patience patience = request.patience();
        to.unsigned(17, patience.version());
        NameCodec.write(to, request.names());
        if (patience.whenPartial() != Patience.WhenPartial.ANSWER) {
            to.unsigned(15, Math.ceilDiv(patience.waitNanosMax(), 1000));
            to.unsigned(14, patience.whenPartial().ordinal());
        }
        switch (request.operation()) {
            case Operation.GetNode(long id) -> to.unsigned(1, id);
            case Operation.GetLink(long id1, long type, long id2) -> writeKey(to, id1, type, id2);
            case Operation.GetLinks(long id1, long type, long[] id2s) -> {
                to.fixed64s(3, id2s);
                writeList(to, id1, type);
            }
            case Operation.GetLinkList(LinkQuery query) -> writeQuery(to, query);
            case Operation.CountLinks(long id1, long type) -> writeList(to, id1, type);
            case Operation.ListTypes(long id1) -> to.unsigned(1, id1);
            case Operation.AddLink(var link) -> RowCodec.writeLink(to, 1, link);
            case Operation.UpdateLink(var link) -> RowCodec.writeLink(to, 1, link);
            case Operation.DeleteLink(long id1, long type, long id2, Deletion deletion) -> {
                to.unsigned(4, deletion.ordinal());
                writeKey(to, id1, type, id2);
            }
            case Operation.AddNode(var node) -> RowCodec.writeNode(to, 1, node);
            case Operation.UpdateNode(var node) -> RowCodec.writeNode(to, 1, node);
            case Operation.DeleteNode(long id, long type) -> writeList(to, id, type);
            case Operation.Resolve resolve -> NameCodec.writeResolve(to, resolve);
            case Operation.Find(var ask) -> QuestionCodec.writeFind(to, ask);
            case Operation.Walk(var ask, _) -> QuestionCodec.writeWalk(to, ask);
            case Operation.GetProperties(long id, int limit, var asType) -> {
                to.text(3, asType);
                to.unsigned(2, limit);
                to.unsigned(1, id);
            }
            case Operation.GetSchema() -> {}
            case Operation.SetProperty(long id, var predicate, var value) ->
                    QuestionCodec.writeProperty(to, id, predicate, value);
            case Operation.DeleteProperty(long id, var predicate, var value) ->
                    QuestionCodec.writeDeletion(to, id, predicate, value);
            case Operation.Unsupported(String problem) ->
                    throw new IllegalArgumentException(problem);
        }
    }

    private static void writeKey(WireWriter to, long id1, long linkType, long id2) {
        to.unsigned(3, id2);
        writeList(to, id1, linkType);
    }

    private static void writeList(WireWriter to, long id1, long linkType) {
        to.unsigned(2, linkType);
        to.unsigned(1, id1);
    }

    private static void writeQuery(WireWriter to, LinkQuery query) {
        to.unsigned(6, query.limit());
        to.unsigned(5, query.offset());
        if (query.maxTime() != Long.MAX_VALUE) {
            to.presentSigned(4, query.maxTime());
        }
        if (query.minTime() != Long.MIN_VALUE) {
            to.presentSigned(3, query.minTime());
        }
        writeList(to, query.id1(), query.linkType());
    }
}
