package sluice.server;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphWriter;
import sluice.model.Link;
import sluice.model.Node;
import sluice.protocol.Operation;
import sluice.protocol.Operation.AddLink;
import sluice.protocol.Operation.AddNode;
import sluice.protocol.Operation.CountLinks;
import sluice.protocol.Operation.DeleteLink;
import sluice.protocol.Operation.DeleteNode;
import sluice.protocol.Operation.DeleteProperty;
import sluice.protocol.Operation.Find;
import sluice.protocol.Operation.GetLink;
import sluice.protocol.Operation.GetLinkList;
import sluice.protocol.Operation.GetLinks;
import sluice.protocol.Operation.GetNode;
import sluice.protocol.Operation.GetProperties;
import sluice.protocol.Operation.GetSchema;
import sluice.protocol.Operation.ListTypes;
import sluice.protocol.Operation.Resolve;
import sluice.protocol.Operation.SetProperty;
import sluice.protocol.Operation.Unsupported;
import sluice.protocol.Operation.UpdateLink;
import sluice.protocol.Operation.UpdateNode;
import sluice.protocol.Operation.Walk;
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

/** Turns an operation into a call of the model, and its answer into a result. */
final class Operations {
    private Operations() {}

    /** Carries {@code operation} out: reads on {@code reader}, writes on {@code writer}. */
    static Result carryOut(Operation operation, GraphReader reader, GraphWriter writer)
            throws IOException {
        return switch (operation) {
            case GetNode(long id) -> {
                Answer<Optional<Node>> answer = reader.node(id);
                yield new NodeResult(orNull(answer), answer.complete());
            }
            case GetLink(long id1, long type, long id2) -> {
                Answer<Optional<Link>> answer = reader.link(id1, type, id2);
                yield new LinkResult(orNull(answer), answer.complete());
            }
            case GetLinks(long id1, long type, long[] id2s) -> {
                var answer = reader.links(id1, type, id2s);
                yield new LinksResult(answer.value(), answer.complete());
            }
            case GetLinkList(var query) -> {
                var answer = reader.linkList(query);
                yield new LinkListResult(answer.value(), answer.complete());
            }
            case CountLinks(long id1, long type) -> {
                var answer = reader.count(id1, type);
                yield new CountResult(answer.value(), answer.complete());
            }
            case ListTypes(long id1) -> {
                var answer = reader.types(id1);
                yield new TypesResult(answer.value(), answer.complete());
            }
            case AddLink(var link) -> {
                Answer<Boolean> isNew = writer.addLink(link);
                yield new WriteResult(!isNew.value(), isNew.complete());
            }
            case UpdateLink(var link) -> written(writer.updateLink(link));
            case DeleteLink(long id1, long type, long id2, var deletion) ->
                    written(writer.deleteLink(id1, type, id2, deletion));
            case AddNode(var node) -> new NodeIdResult(writer.addNode(node));
            case UpdateNode(var node) -> written(writer.updateNode(node));
            case DeleteNode(long id, long type) -> written(writer.deleteNode(id, type));
            case Resolve _ -> throw new IllegalArgumentException("asks names, not a graph");
            case Find _, Walk _, GetProperties _, GetSchema _, SetProperty _, DeleteProperty _ ->
                    throw new IllegalArgumentException("asks for properties: " + operation.verb());
            case Unsupported(String problem) -> new Failure(ErrorCode.CONFIG, problem, false);
        };
    }

    private static WriteResult written(Answer<Boolean> found) {
        return new WriteResult(found.value(), found.complete());
    }

    private static <T> @Nullable T orNull(Answer<Optional<T>> answer) {
        return answer.value().orElse(null);
    }
}
