package sluice.server.look;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.protocol.AnswerNames;
import sluice.protocol.Operation;
import sluice.protocol.Operation.GetLinkList;
import sluice.protocol.Operation.GetNode;
import sluice.protocol.Operation.GetProperties;
import sluice.protocol.Operation.ListTypes;
import sluice.protocol.OperationNames;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.Result.LinkListResult;
import sluice.protocol.Result.Named;
import sluice.protocol.Result.NodeResult;
import sluice.protocol.Result.PropertiesResult;
import sluice.protocol.Result.ResolveResult;
import sluice.protocol.Result.TypesResult;
import sluice.server.http.HttpReply;

/**
 * Answers {@code /api/node} and {@code /api/links}. Few look-ups run at once, few wait, and answers
 * are short, so that people who look take little from clients that ask by gRPC. Safe for any number
 * of threads.
 */
public final class GraphPages {
    private static final int LINKS_MAX = 500;
    private static final int LINKS = 50;

    /** A list is read from its beginning: the far end of a long one is not for looking. */
    private static final int OFFSET_MAX = 10_000;

    private static final int VALUES_MAX = 20;
    private static final int AT_ONCE = 2;
    private static final int IN_LINE_MAX = 16;
    private static final long WAIT_SECONDS = 10;

    /** The longest answer; it stays in memory until its client has taken it. */
    private static final int BYTES_MAX = 512 << 10;

    private static final String OTHERS = "others are looking too; try again";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Answering answering;
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Semaphore line = new Semaphore(IN_LINE_MAX);

    public GraphPages(Answering answering) {
        this.answering = answering;
    }

    /**
     * {@code ?id=}: a node with its properties, and its link lists with their counts. The id is a
     * name or a number, as a person writes it; {@code ?number=} is the number in any case.
     */
    public HttpReply node(@Nullable String query) {
        return answered(() -> node(new LookQuery(query)));
    }

    /**
     * {@code ?id=&type=&offset=&limit=}, or {@code number=} for the id: a part of a link list,
     * newest first.
     */
    public HttpReply links(@Nullable String query) {
        return answered(() -> links(new LookQuery(query)));
    }

    /** The content of an answer. */
    private interface Content {
        ObjectNode make() throws NoSuchName;
    }

    /** A name that the store does not have. */
    private static final class NoSuchName extends Exception {
        private static final long serialVersionUID = 1L;

        NoSuchName(String message) {
            super(message);
        }
    }

    private HttpReply answered(Content content) {
        if (!line.tryAcquire()) {
            return failed(503, OTHERS);
        }
        boolean isIn = false;
        try {
            isIn = places.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS);
            if (!isIn) {
                return failed(503, OTHERS);
            }
            HttpReply reply = reply(200, content.make());
            int bytes = reply.body().length;
            return bytes <= BYTES_MAX ? reply : failed(400, tooLong(bytes));
        } catch (NoSuchName e) {
            return failed(404, String.valueOf(e.getMessage()));
        } catch (SluiceException e) {
            return failed(status(e.code()), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(503, "the server is being stopped");
        } finally {
            line.release();
            if (isIn) {
                places.release();
            }
        }
    }

    private static String tooLong(int bytes) {
        return "the answer has %d bytes, and may have %d; ask for fewer links by &limit="
                .formatted(bytes, BYTES_MAX);
    }

    private ObjectNode node(LookQuery query) throws NoSuchName {
        long id = id(query);
        LookJson json = new LookJson();
        Answer<NodeResult> node = ask(NodeResult.class, new GetNode(id));
        WrittenName name = resolved(List.of(), List.of(), id).idNames().getFirst();
        json.node(id, name, node.result().node(), node.names());
        Answer<PropertiesResult> properties =
                ask(PropertiesResult.class, new GetProperties(id, VALUES_MAX, ""));
        json.properties(properties.result().properties());
        Answer<TypesResult> types = ask(TypesResult.class, new ListTypes(id));
        json.lists(types.result().types(), types.names());
        return json.ended(
                node.result().complete()
                        && properties.result().complete()
                        && types.result().complete());
    }

    private ObjectNode links(LookQuery query) throws NoSuchName {
        String writtenType = query.text("type");
        int offset = query.number("offset", 0, OFFSET_MAX);
        int limit = query.number("limit", LINKS, LINKS_MAX);
        long id = id(query);
        long type =
                resolved(List.of(), List.of(WrittenName.of(writtenType)))
                        .types()
                        .get(0)
                        .orElseThrow();
        // One more than is shown says whether there are more.
        LinkQuery part = new LinkQuery(id, type, Long.MIN_VALUE, Long.MAX_VALUE, offset, limit + 1);
        Answer<LinkListResult> list = ask(LinkListResult.class, new GetLinkList(part));
        LookJson json = new LookJson();
        json.links(list.result().list(), limit, list.names());
        return json.ended(list.result().complete());
    }

    /** By its number, or by what a person writes: a name, or else a number. */
    private long id(LookQuery query) throws NoSuchName {
        if (query.has("number")) {
            return query.id("number");
        }
        String written = query.text("id");
        OptionalLong id = resolved(List.of(WrittenName.of(written)), List.of()).ids().get(0);
        if (id.isEmpty()) {
            throw new NoSuchName("the store has no id \"" + written + "\"");
        }
        return id.getAsLong();
    }

    /** The numbers of names, and the names of {@code numbers}. */
    private ResolveResult resolved(
            List<WrittenName> ids, List<WrittenName> types, long... numbers) {
        Operation resolve = new Operation.Resolve(ids, types, numbers, new long[0], true);
        return ask(ResolveResult.class, resolve).result();
    }

    /** A result of the expected kind, and the names that came with it. */
    private record Answer<T extends Result>(T result, AnswerNames names) {}

    private <T extends Result> Answer<T> ask(Class<T> kind, Operation operation) {
        Request request =
                new Request(
                        0,
                        TimeUnit.SECONDS.toMicros(WAIT_SECONDS),
                        Patience.NONE,
                        operation,
                        OperationNames.IN_ANSWER);
        return switch (answering.answer(request)) {
            case Failure(ErrorCode code, String message, _) ->
                    throw new SluiceException(code, message);
            case Named(Result named, AnswerNames names) -> new Answer<>(kind.cast(named), names);
            case Result plain -> new Answer<>(kind.cast(plain), AnswerNames.NONE);
        };
    }

    private static int status(ErrorCode code) {
        return switch (code) {
            case CONFIG -> 400;
            case RESOURCE, INCOMPLETE, INTERRUPTED -> 503;
            case DEADLINE -> 504;
            case MISROUTED, VERSION_GONE -> 503;
            case INPUT, STORE, CORRUPTION, INTERNAL -> 500;
        };
    }

    private static HttpReply failed(int status, String message) {
        return reply(status, JsonNodeFactory.instance.objectNode().put("error", message));
    }

    private static HttpReply reply(int status, ObjectNode content) {
        try {
            return new HttpReply(
                    status, "application/json", MAPPER.writeValueAsBytes(content), Map.of());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON cannot be written", e);
        }
    }
}
