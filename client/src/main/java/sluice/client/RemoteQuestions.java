package sluice.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.client.RemoteCalls.NamedAnswer;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.protocol.AnswerNames;
import sluice.protocol.Operation;
import sluice.protocol.OperationNames;
import sluice.protocol.Result;
import sluice.protocol.Result.FoundResult;
import sluice.protocol.Result.PropertiesResult;
import sluice.protocol.Result.SchemaResult;
import sluice.protocol.Result.TreeResult;
import sluice.protocol.Result.WriteResult;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.WalkAsk;

/**
 * A served store that is asked by the values of properties, and whose properties are written: see
 * docs/questions.md. Nodes are given by name or number; answers have the names of their nodes.
 *
 * <pre>{@code
 * var olderThan30 = List.of(new AskedCondition("age", "gt", List.of("30")));
 * client.questions().find(FindAsk.of(olderThan30, List.of("name"), 10));
 * }</pre>
 *
 * <p>A long answer is read page by page: {@link Found#more} says that there is a further page, and
 * {@link FindAsk#behind} asks for it. Thread-safe; it ends with the client that it is of.
 */
public final class RemoteQuestions {
    private static final OperationNames IN_ANSWER = OperationNames.IN_ANSWER;

    private final RemoteCalls calls;
    private final Patience patience;

    RemoteQuestions(RemoteCalls calls, Patience patience) {
        this.calls = calls;
        this.patience = patience;
    }

    /** The same with reads of {@code wanted}. */
    public RemoteQuestions with(Patience wanted) {
        return new RemoteQuestions(calls, wanted);
    }

    /**
     * The nodes of an answer.
     *
     * @param more whether there may be further ones behind the last
     * @param complete whether no load can bring more
     */
    public record Found(List<NamedFound> nodes, boolean more, boolean complete) {
        public Found {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A node that was found, with its name; null if it has none.
     *
     * @param node its id, and the values that were asked for
     */
    public record NamedFound(@Nullable WrittenName name, FoundNode node) {}

    /** The nodes of which all conditions are true. */
    public Found find(FindAsk ask) {
        return found(ask(new Operation.Find(ask), IN_ANSWER, FoundResult.class));
    }

    /** The nodes that a walk ends at, those with the most ways first. */
    public Found walk(WalkAsk ask) {
        return found(ask(new Operation.Walk(ask, false), IN_ANSWER, FoundResult.class));
    }

    /** As above from nodes by their names; those that there are not are left out. */
    public Found walk(List<WrittenName> starts, WalkAsk ask) {
        return found(ask(new Operation.Walk(ask, false), from(starts), FoundResult.class));
    }

    private static Found found(NamedAnswer<FoundResult> answer) {
        List<NamedFound> nodes = new ArrayList<>();
        for (FoundNode node : answer.result().nodes()) {
            nodes.add(new NamedFound(answer.names().ids().get(node.id()), node));
        }
        return new Found(nodes, answer.result().more(), answer.result().complete());
    }

    /** A walk with all nodes on its way; the names of all are in {@code names}. */
    public record Tree(List<FoundBranch> roots, AnswerNames names, boolean complete) {}

    /** A walk with all nodes on its way. */
    public Tree tree(WalkAsk ask) {
        return tree(ask(new Operation.Walk(ask, true), IN_ANSWER, TreeResult.class));
    }

    /** As above from nodes by their names. */
    public Tree tree(List<WrittenName> starts, WalkAsk ask) {
        return tree(ask(new Operation.Walk(ask, true), from(starts), TreeResult.class));
    }

    private static Tree tree(NamedAnswer<TreeResult> answer) {
        return new Tree(answer.result().roots(), answer.names(), answer.result().complete());
    }

    private static OperationNames from(List<WrittenName> starts) {
        return new OperationNames(null, null, starts, true);
    }

    /** The properties of a node: at most {@code limit} values of each predicate. */
    public Answer<List<FoundProperty>> properties(long id, int limit) {
        return properties(new Operation.GetProperties(id, limit, ""), IN_ANSWER);
    }

    /** As above, of the node of this name. */
    public Answer<List<FoundProperty>> properties(WrittenName id, int limit) {
        return properties(new Operation.GetProperties(0, limit, ""), of(id));
    }

    /**
     * The fields of a type of the schema that a node has, in the order of the type: at most {@code
     * limit} values of each, or ends of links by their names.
     */
    public Answer<List<FoundProperty>> propertiesAs(String type, long id, int limit) {
        return properties(new Operation.GetProperties(id, limit, type), IN_ANSWER);
    }

    /** As above, of the node of this name. */
    public Answer<List<FoundProperty>> propertiesAs(String type, WrittenName id, int limit) {
        return properties(new Operation.GetProperties(0, limit, type), of(id));
    }

    private Answer<List<FoundProperty>> properties(Operation operation, OperationNames names) {
        PropertiesResult found = ask(operation, names, PropertiesResult.class).result();
        return new Answer<>(found.properties(), found.complete());
    }

    /** The declarations of the store, as the text of a schema file; empty if there are none. */
    public Answer<String> schema() {
        SchemaResult schema =
                ask(new Operation.GetSchema(), IN_ANSWER, SchemaResult.class).result();
        return new Answer<>(schema.text(), schema.complete());
    }

    /**
     * Sets the one value of a predicate or of one of its languages; of a list, or if the predicate
     * is not declared, the value is one more. The answer is whether there was one in its place.
     */
    public Answer<Boolean> setProperty(long id, String predicate, String value) {
        return written(new Operation.SetProperty(id, predicate, value), null);
    }

    /** As above, of the node of this name. */
    public Answer<Boolean> setProperty(WrittenName id, String predicate, String value) {
        return written(new Operation.SetProperty(0, predicate, value), id);
    }

    /**
     * Deletes a value; all of them if {@code value} is null. The answer is whether there was any.
     */
    public Answer<Boolean> deleteProperty(long id, String predicate, @Nullable String value) {
        return written(new Operation.DeleteProperty(id, predicate, value), null);
    }

    /** As above, of the node of this name. */
    public Answer<Boolean> deleteProperty(
            WrittenName id, String predicate, @Nullable String value) {
        return written(new Operation.DeleteProperty(0, predicate, value), id);
    }

    private Answer<Boolean> written(Operation write, @Nullable WrittenName id) {
        OperationNames names = id == null ? IN_ANSWER : of(id);
        WriteResult written = ask(write, names, WriteResult.class).result();
        return new Answer<>(written.found(), written.complete());
    }

    private static OperationNames of(WrittenName id) {
        return new OperationNames(id, null, List.of(), true);
    }

    private <T extends Result> NamedAnswer<T> ask(
            Operation operation, OperationNames names, Class<T> kind) {
        try {
            boolean isWrite = operation.verb().isWrite();
            return calls.call(operation, names, isWrite ? Patience.NONE : patience, kind);
        } catch (SluiceException e) {
            if (RemoteCalls.isUnknown(e)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "the server is of an earlier version, which is not asked by values; use a"
                                + " server of this client's version",
                        e);
            }
            throw e;
        }
    }
}
