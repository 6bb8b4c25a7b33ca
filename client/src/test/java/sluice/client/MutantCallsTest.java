package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.model.names.WrittenName;
import sluice.protocol.Failures;
import sluice.protocol.Operation;
import sluice.protocol.OperationNames;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.WalkAsk;
import sluice.testkit.Experiment;
import sluice.testkit.WireEdits;

/**
 * Calls whose messages have mistakes, at a real server: each ends as the mistake of its client, or
 * with the answers that its message asks for, and other clients and the memory notice nothing.
 *
 * <p>{@code -DcallMutants=} says how many calls.
 */
@Tag(Experiment.TAG)
@Isolated("Measures the heap of the whole process.")
class MutantCallsTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int CALLS = Experiment.size("callMutants", 1_000, 100_000);
    private static final int EDITS_MAX = 3;
    private static final int REQUESTS_MAX = 5;

    /** A good client asks after so many calls. */
    private static final int GOOD_EVERY = 50;

    /** The first calls make what stays: classes, buffers, threads. */
    private static final int WARMUP_CALLS = CALLS / 4;

    private static final long GROWTH_BYTES_MAX = 16 << 20;
    private static final long END_SECONDS_MAX = 60;
    private static final WrittenName ANN =
            new WrittenName("Person", "Ann".getBytes(StandardCharsets.UTF_8));
    private static final WrittenName NOBODY = WrittenName.of("nobody");
    private static final WrittenName KNOWS = WrittenName.of("knows");

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final WireEdits edits = new WireEdits(random);

    private record Ended(Status status, Metadata trailers, List<byte[]> messages) {}

    @Test
    void aMistakeIsThatOfItsClient() throws IOException, InterruptedException {
        ListedNames names = new ListedNames().ids(ANN).types("knows");
        try (Experiment experiment = new Experiment("E7 mutants at a server", SEED);
                Served over = new Served(new NothingStore(3), names, Served.ANY_PORT)) {
            long before = 0;
            long answered = 0;
            for (int index = 0; index < CALLS; index++) {
                String where = "-Dseed=" + SEED + ", call " + index;
                boolean isGood =
                        switch (random.nextInt(3)) {
                            case 0 -> one(over, where);
                            case 1 -> many(over, SluiceMethods.BATCH, where);
                            default -> many(over, SluiceMethods.STREAM, where);
                        };
                answered += isGood ? 1 : 0;
                if (index % GOOD_EVERY == 0) {
                    assertEquals(7, over.client.count(1, 7).value(), where);
                    assertTrue(over.client.addLink(Served.link(1, 2, 3)).value(), where);
                }
                if (index == WARMUP_CALLS) {
                    before = liveBytes();
                }
            }
            long growth = liveBytes() - before;
            assertTrue(growth < GROWTH_BYTES_MAX, "live heap grew by " + growth);
            assertTrue(answered > CALLS / 10 && answered < CALLS * 9 / 10, "answered " + answered);
            experiment.ran(CALLS);
            experiment.fact("answered", answered).passed();
        }
    }

    private static long liveBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Whether the call was answered. */
    private boolean one(Served over, String where) throws IOException, InterruptedException {
        Verb verb = Verb.CALLS.get(random.nextInt(Verb.CALLS.size()));
        MethodDescriptor<Request, Result> method = SluiceMethods.unary(verb);
        byte[] message = mutant(bytes(method, request(verb)));
        Ended ended = send(over, method, message, where);
        Status.Code code = ended.status.getCode();
        if (code == Status.Code.OK) {
            assertEquals(1, ended.messages.size(), where);
            InputStream answer = new ByteArrayInputStream(ended.messages.getFirst());
            assertNotNull(method.getResponseMarshaller().parse(answer), where);
            return true;
        }
        assertRefused(ended, where);
        return false;
    }

    /** Whether the requests were answered, each in its place or with its id. */
    private boolean many(
            Served over, MethodDescriptor<List<Request>, List<Reply>> method, String where)
            throws IOException, InterruptedException {
        List<Request> requests = new ArrayList<>();
        for (int count = random.nextInt(REQUESTS_MAX + 1); count > 0; count--) {
            requests.add(request(Verb.CALLS.get(random.nextInt(Verb.CALLS.size()))));
        }
        byte[] message = mutant(bytes(method, requests));
        List<Request> understood = understood(message);
        Ended ended = send(over, method, message, where);
        if (understood == null) {
            assertRefused(ended, where);
            return false;
        }
        assertEquals(Status.Code.OK, ended.status.getCode(), () -> where + ": " + ended.status);
        List<Long> answered = new ArrayList<>();
        for (byte[] part : ended.messages) {
            InputStream answer = new ByteArrayInputStream(part);
            for (Reply reply : method.getResponseMarshaller().parse(answer)) {
                answered.add(reply.id());
                if (reply.result() instanceof Failure failure) {
                    assertMistake(failure, where);
                }
            }
        }
        List<Long> asked = new ArrayList<>(understood.stream().map(Request::id).toList());
        asked.sort(null);
        answered.sort(null);
        assertEquals(asked, answered, where);
        return true;
    }

    /** As our decoder reads it; null if it refuses it. */
    private static List<Request> understood(byte[] message) {
        try {
            return SluiceMethods.requestsOf(message, 1_024);
        } catch (RuntimeException refused) {
            return null;
        }
    }

    private static void assertRefused(Ended ended, String where) {
        Failure failure = Failures.ofTrailers(ended.trailers);
        assertNotNull(failure, () -> where + ": " + ended.status);
        assertMistake(failure, where);
    }

    /** Time may have been as short as the message says. */
    private static void assertMistake(Failure failure, String where) {
        assertTrue(
                failure.code() == ErrorCode.CONFIG || failure.code() == ErrorCode.DEADLINE,
                () -> where + ": " + failure);
        assertFalse(
                failure.code() == ErrorCode.CONFIG && failure.begun(),
                () -> where + ": " + failure);
    }

    private byte[] mutant(byte[] good) {
        byte[] message = good;
        for (int count = random.nextInt(EDITS_MAX + 1); count > 0; count--) {
            message = edits.edit(message);
        }
        return message;
    }

    private static <A> byte[] bytes(MethodDescriptor<A, ?> method, A request) throws IOException {
        try (InputStream stream = method.streamRequest(request)) {
            return stream.readAllBytes();
        }
    }

    private Request request(Verb verb) {
        OperationNames names =
                verb == Verb.RESOLVE || random.nextBoolean()
                        ? null
                        : new OperationNames(
                                random.nextBoolean() ? ANN : null,
                                random.nextBoolean() ? KNOWS : null,
                                random.nextBoolean() ? List.of(ANN) : List.of(),
                                random.nextBoolean());
        return new Request(random.nextInt(100), 0, Patience.NONE, operation(verb), names);
    }

    private Operation operation(Verb verb) {
        long id = random.nextInt(3);
        return switch (verb) {
            case GET_NODE -> new Operation.GetNode(id);
            case GET_LINK -> new Operation.GetLink(id, 100, 2);
            case GET_LINKS -> new Operation.GetLinks(id, 100, new long[] {1, 2});
            case GET_LINK_LIST -> new Operation.GetLinkList(LinkQuery.newest(id, 100, 10));
            case COUNT_LINKS -> new Operation.CountLinks(id, 100);
            case LIST_TYPES -> new Operation.ListTypes(id);
            case ADD_LINK -> new Operation.AddLink(Served.link(id, 2, 3));
            case UPDATE_LINK -> new Operation.UpdateLink(Served.link(id, 2, 3));
            case DELETE_LINK -> new Operation.DeleteLink(id, 100, 2, Deletion.HIDE);
            case ADD_NODE -> new Operation.AddNode(Served.node(id));
            case UPDATE_NODE -> new Operation.UpdateNode(Served.node(id));
            case DELETE_NODE -> new Operation.DeleteNode(id, 5);
            case RESOLVE ->
                    new Operation.Resolve(
                            List.of(ANN, NOBODY),
                            List.of(KNOWS),
                            new long[] {0, 9},
                            new long[] {100},
                            random.nextBoolean());
            case FIND -> new Operation.Find(FindAsk.of(conditions(), List.of("name"), 3));
            case WALK, WALK_TREE ->
                    new Operation.Walk(
                            new WalkAsk(
                                    new long[] {id},
                                    conditions(),
                                    List.of("knows", "~knows"),
                                    conditions(),
                                    List.of("name"),
                                    3,
                                    100),
                            verb == Verb.WALK_TREE);
            case GET_PROPERTIES -> new Operation.GetProperties(id, 3, "T");
            case GET_SCHEMA -> new Operation.GetSchema();
            case SET_PROPERTY -> new Operation.SetProperty(id, "name", "Ann");
            case DELETE_PROPERTY ->
                    new Operation.DeleteProperty(id, "name", random.nextBoolean() ? "Ann" : null);
            case UNSUPPORTED -> throw new IllegalArgumentException("not to be sent");
        };
    }

    private List<AskedCondition> conditions() {
        return random.nextBoolean()
                ? List.of()
                : List.of(new AskedCondition("name", "eq", List.of("Ann")));
    }

    private static Ended send(
            Served over, MethodDescriptor<?, ?> method, byte[] message, String where)
            throws InterruptedException {
        BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
        ClientCall<byte[], byte[]> call =
                over.channel.newCall(
                        method.toBuilder(RawRequests.BYTES, RawRequests.BYTES).build(),
                        CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    private final List<byte[]> messages = new ArrayList<>();

                    @Override
                    public void onMessage(byte[] part) {
                        messages.add(part);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.add(new Ended(status, trailers, messages));
                    }
                },
                new Metadata());
        call.request(Integer.MAX_VALUE);
        call.sendMessage(message);
        call.halfClose();
        Ended end = ended.poll(END_SECONDS_MAX, TimeUnit.SECONDS);
        assertNotNull(end, () -> where + ": no end after a minute");
        return end;
    }
}
