package sluice.server.look;

import static java.nio.charset.StandardCharsets.UTF_8;

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
 * Answers {@code /api/node} and {@code /api/links}. Few look-ups run at once, so that those who
 * look never hold more memory than that of a few answers, and take little from those who ask by
 * gRPC. Safe for any number of threads.
 */
public final class GraphPages {
    static final int LINKS_MAX = 500;
    private static final int LINKS = 50;
    private static final int OFFSET_MAX = 100_000_000;
    private static final int VALUES_MAX = 20;
    private static final int AT_ONCE = 2;
    private static final long WAIT_SECONDS = 10;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Answering answering;
    private final Semaphore places = new Semaphore(AT_ONCE, true);

    public GraphPages(Answering answering) {
        this.answering = answering;
    }

    /**
     * {@code ?id=}: a node with its properties, and its link lists with their counts. The id is a
     * name or a number, as a person writes it.
     */
    public HttpReply node(@Nullable String query) {
        return answered(() -> node(new LookQuery(query)));
    }

    /** {@code ?id=&type=&offset=&limit=}: a part of a link list, newest first. */
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
        boolean isIn = false;
        try {
            isIn = places.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS);
            return isIn
                    ? reply(200, content.make())
                    : failed(503, "others are looking too; try again");
        } catch (NoSuchName e) {
            return failed(404, String.valueOf(e.getMessage()));
        } catch (SluiceException e) {
            return failed(status(e.code()), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(503, "the server is being stopped");
        } finally {
            if (isIn) {
                places.release();
            }
        }
    }

    private ObjectNode node(LookQuery query) throws NoSuchName {
        String written = query.text("id");
        ResolveResult resolved = resolved(List.of(WrittenName.of(written)), List.of());
        long id = known(resolved.ids().get(0), "no id \"" + written + "\"");
        LookJson json = new LookJson();
        Answer<NodeResult> node = ask(NodeResult.class, new GetNode(id));
        WrittenName name = resolved(List.of(), List.of(), id).idNames().getFirst();
        json.node(id, name, node.result().node(), node.names());
        Answer<PropertiesResult> properties =
                ask(PropertiesResult.class, new GetProperties(id, VALUES_MAX));
        json.properties(properties.result().properties());
        Answer<TypesResult> types = ask(TypesResult.class, new ListTypes(id));
        json.lists(types.result().types(), types.names());
        return json.ended(
                node.result().complete()
                        && properties.result().complete()
                        && types.result().complete());
    }

    private ObjectNode links(LookQuery query) throws NoSuchName {
        String writtenId = query.text("id");
        String writtenType = query.text("type");
        int offset = query.number("offset", 0, OFFSET_MAX);
        int limit = query.number("limit", LINKS, LINKS_MAX);
        ResolveResult resolved =
                resolved(List.of(WrittenName.of(writtenId)), List.of(WrittenName.of(writtenType)));
        long id = known(resolved.ids().get(0), "no id \"" + writtenId + "\"");
        long type = known(resolved.types().get(0), "no type \"" + writtenType + "\"");
        // One more than is shown says whether there are more.
        Answer<LinkListResult> list =
                ask(
                        LinkListResult.class,
                        new GetLinkList(
                                new LinkQuery(
                                        id,
                                        type,
                                        Long.MIN_VALUE,
                                        Long.MAX_VALUE,
                                        offset,
                                        limit + 1)));
        LookJson json = new LookJson();
        json.links(list.result().list(), limit, list.names());
        return json.ended(list.result().complete());
    }

    private static long known(OptionalLong number, String missing) throws NoSuchName {
        if (number.isEmpty()) {
            throw new NoSuchName("the store has " + missing);
        }
        return number.getAsLong();
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
            case INPUT, STORE, CORRUPTION, INTERNAL -> 500;
        };
    }

    private static HttpReply failed(int status, String message) {
        return reply(status, JsonNodeFactory.instance.objectNode().put("error", message));
    }

    private static HttpReply reply(int status, ObjectNode content) {
        try {
            return new HttpReply(
                    status,
                    "application/json",
                    MAPPER.writeValueAsString(content).getBytes(UTF_8),
                    Map.of());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON cannot be written", e);
        }
    }
}
