package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.model.Deletion;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.protocol.Operation;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.CountResult;
import sluice.protocol.Result.Failure;
import sluice.protocol.Result.LinkListResult;
import sluice.protocol.Result.LinkResult;
import sluice.protocol.Result.LinksResult;
import sluice.protocol.Result.NodeIdResult;
import sluice.protocol.Result.NodeResult;
import sluice.protocol.Result.TypesResult;
import sluice.protocol.Result.WriteResult;
import sluice.protocol.SluiceMethods;

/** The service as other clients see it: unary calls, batches, health, reflection. */
class ServiceTest {
    @Test
    void everyOperationHasACallOfItsOwn() {
        try (Served over = new Served(new HookedStore())) {
            assertEquals(new NodeIdResult(1), ask(over, new Operation.AddNode(Served.node(0))));
            assertEquals(
                    new WriteResult(false, true),
                    ask(over, new Operation.AddLink(Served.link(1, 2, 3))));
            assertEquals(
                    new WriteResult(true, true),
                    ask(over, new Operation.UpdateLink(Served.link(1, 2, 4))));
            assertEquals(
                    new LinkResult(Served.link(1, 2, 4), true),
                    ask(over, new Operation.GetLink(1, 7, 2)));
            assertEquals(
                    new LinksResult(List.of(Served.link(1, 2, 4)), true),
                    ask(over, new Operation.GetLinks(1, 7, new long[] {9, 2})));
            assertEquals(new CountResult(1, true), ask(over, new Operation.CountLinks(1, 7)));
            assertEquals(
                    new WriteResult(true, true),
                    ask(over, new Operation.UpdateNode(Served.node(1))));
            assertEquals(new NodeResult(Served.node(1), true), ask(over, new Operation.GetNode(1)));
            TypesResult types =
                    assertInstanceOf(TypesResult.class, ask(over, new Operation.ListTypes(1)));
            assertEquals(7, types.types().getFirst().linkType());
            LinkList list =
                    assertInstanceOf(
                                    LinkListResult.class,
                                    ask(over, new Operation.GetLinkList(LinkQuery.newest(1, 7, 5))))
                            .list();
            assertEquals(List.of(Served.link(1, 2, 4)), list.links());
            assertEquals(
                    new WriteResult(true, true),
                    ask(over, new Operation.DeleteLink(1, 7, 2, Deletion.EXPUNGE)));
            assertEquals(new WriteResult(true, true), ask(over, new Operation.DeleteNode(1, 5)));
            assertEquals(new NodeResult(null, true), ask(over, new Operation.GetNode(1)));
        }
    }

    @Test
    void answersOfABatchComeInItsOrder() {
        try (Served over = new Served(new HookedStore())) {
            List<Request> requests = new ArrayList<>();
            for (int index = 0; index < 200; index++) {
                Operation operation =
                        index % 3 == 0
                                ? new Operation.AddLink(Served.link(index, 1, 1))
                                : new Operation.CountLinks(1_000 + index, 7);
                requests.add(new Request(index, 0, Patience.NONE, operation));
            }
            List<Reply> replies = over.ask(SluiceMethods.BATCH, requests, 10_000);
            assertEquals(requests.size(), replies.size());
            for (int index = 0; index < replies.size(); index++) {
                assertEquals(index, replies.get(index).id());
                Class<?> kind = index % 3 == 0 ? WriteResult.class : CountResult.class;
                assertInstanceOf(kind, replies.get(index).result());
            }
            assertEquals(List.of(), over.ask(SluiceMethods.BATCH, List.of(), 10_000));
        }
    }

    @Test
    void aBatchThatIsTooLargeSaysHowLargeItMayBe() {
        var options = Served.ANY_PORT.limits(10, 1 << 20, 1);
        try (Served over = new Served(new HookedStore(), options, Duration.ofSeconds(9))) {
            Request request = new Request(0, 0, Patience.NONE, new Operation.GetNode(1));
            List<Request> many = Collections.nCopies(11, request);
            StatusRuntimeException e =
                    assertThrows(
                            StatusRuntimeException.class,
                            () -> over.ask(SluiceMethods.BATCH, many, 10_000));
            assertEquals(Status.Code.INVALID_ARGUMENT, e.getStatus().getCode());
            assertTrue(e.getMessage().contains("10"), e.getMessage());
        }
    }

    @Test
    void oneBadRequestOfABatchFailsAlone() {
        try (Served over = new Served(new HookedStore())) {
            var batch = new RawRequests(over.channel);
            List<Reply> replies = batch.addLinkWithoutLinkThenCount();
            Failure failure = assertInstanceOf(Failure.class, replies.getFirst().result());
            assertTrue(failure.message().contains("link"), failure.message());
            assertInstanceOf(CountResult.class, replies.get(1).result());
        }
    }

    @Test
    void bytesThatAreNoMessageEndTheirCallOnly() {
        try (Served over = new Served(new HookedStore())) {
            var raw = new RawRequests(over.channel);
            assertThrows(StatusRuntimeException.class, raw::nonsense);
            assertEquals(new CountResult(0, true), ask(over, new Operation.CountLinks(1, 7)));
        }
    }

    @Test
    void healthKnowsTheService() {
        try (Served over = new Served(new HookedStore())) {
            HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(over.channel);
            for (String service : List.of("", "sluice.v1.Sluice")) {
                assertEquals(
                        ServingStatus.SERVING,
                        health.check(HealthCheckRequest.newBuilder().setService(service).build())
                                .getStatus());
            }
        }
    }

    @Test
    void reflectionTellsTheContract() throws Exception {
        try (Served over = new Served(new HookedStore())) {
            CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
            StreamObserver<ServerReflectionRequest> questions =
                    ServerReflectionGrpc.newStub(over.channel).serverReflectionInfo(first(answer));
            questions.onNext(
                    ServerReflectionRequest.newBuilder()
                            .setFileContainingSymbol("sluice.v1.Sluice")
                            .build());
            var file =
                    FileDescriptorProto.parseFrom(
                            answer.get(10, TimeUnit.SECONDS)
                                    .getFileDescriptorResponse()
                                    .getFileDescriptorProto(0));
            assertEquals("Sluice", file.getService(0).getName());
            assertEquals(28, file.getService(0).getMethodCount());
            questions.onCompleted();
        }
    }

    /** Clients of other languages ask for this version. */
    @Test
    void reflectionAnswersItsEarlierVersionToo() throws Exception {
        try (Served over = new Served(new HookedStore())) {
            CompletableFuture<io.grpc.reflection.v1alpha.ServerReflectionResponse> answer =
                    new CompletableFuture<>();
            var questions =
                    io.grpc.reflection.v1alpha.ServerReflectionGrpc.newStub(over.channel)
                            .serverReflectionInfo(first(answer));
            questions.onNext(
                    io.grpc.reflection.v1alpha.ServerReflectionRequest.newBuilder()
                            .setFileContainingSymbol("sluice.v1.Sluice")
                            .build());
            assertEquals(
                    1,
                    answer.get(10, TimeUnit.SECONDS)
                            .getFileDescriptorResponse()
                            .getFileDescriptorProtoCount());
            questions.onCompleted();
        }
    }

    private static <T> StreamObserver<T> first(CompletableFuture<T> answer) {
        return new StreamObserver<>() {
            @Override
            public void onNext(T value) {
                answer.complete(value);
            }

            @Override
            public void onError(Throwable e) {
                answer.completeExceptionally(e);
            }

            @Override
            public void onCompleted() {}
        };
    }

    private static Result ask(Served over, Operation operation) {
        Request request = new Request(0, 0, Patience.NONE, operation);
        return over.ask(SluiceMethods.unary(operation.verb()), request, 10_000);
    }
}
