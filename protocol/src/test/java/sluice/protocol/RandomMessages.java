package sluice.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;

/** Requests and replies of all kinds, with the numbers at which encodings change their length. */
final class RandomMessages {
    private final RandomGenerator random;
    private final RandomQuestions questions;

    RandomMessages(RandomGenerator random) {
        this.random = random;
        this.questions = new RandomQuestions(random, this::number);
    }

    List<Request> requests() {
        List<Request> requests = new ArrayList<>();
        int count = random.nextInt(20);
        for (int index = 0; index < count; index++) {
            Operation operation = operation(Verb.CALLS.get(random.nextInt(Verb.CALLS.size())));
            requests.add(
                    new Request(
                            number(),
                            random.nextInt(3) == 0 ? 0 : random.nextLong(1L << 40),
                            isPatient(operation) ? patience() : Patience.NONE,
                            operation,
                            isPatient(operation) || operation.verb().isWrite() ? names() : null));
        }
        return requests;
    }

    private static boolean isPatient(Operation operation) {
        return !operation.verb().isWrite() && operation.verb() != Verb.RESOLVE;
    }

    /** None, or names in some of the places. */
    private @Nullable OperationNames names() {
        return random.nextBoolean()
                ? null
                : new OperationNames(
                        random.nextBoolean() ? name() : null,
                        random.nextBoolean() ? typeName() : null,
                        names(random.nextInt(4)),
                        random.nextBoolean());
    }

    private List<WrittenName> names(int count) {
        List<WrittenName> names = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            names.add(name());
        }
        return names;
    }

    private List<WrittenName> typeNames(int count) {
        List<WrittenName> names = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            names.add(typeName());
        }
        return names;
    }

    /**
     * With a group, the empty one too, or without; also of no bytes, and of such as are no text.
     */
    private WrittenName name() {
        String group =
                switch (random.nextInt(4)) {
                    case 0 -> null;
                    case 1 -> "";
                    default -> "Grüße:" + random.nextInt(9);
                };
        return new WrittenName(group, data());
    }

    private WrittenName typeName() {
        return new WrittenName(null, data());
    }

    private AnswerNames answerNames() {
        SequencedMap<Long, WrittenName> ids = new LinkedHashMap<>();
        SequencedMap<Long, WrittenName> types = new LinkedHashMap<>();
        for (int index = random.nextInt(4); index > 0; index--) {
            ids.put(number(), name());
            types.put(number(), typeName());
        }
        return AnswerNames.of(ids, types);
    }

    private Result.ResolveResult resolved() {
        return new Result.ResolveResult(
                found(random.nextInt(4)),
                found(random.nextInt(4)),
                names(random.nextInt(4)),
                typeNames(random.nextInt(4)),
                random.nextBoolean());
    }

    private Numbers found(int count) {
        long[] values = new long[count];
        boolean[] known = new boolean[count];
        for (int index = 0; index < count; index++) {
            known[index] = random.nextBoolean();
            values[index] = known[index] ? number() : 0;
        }
        return new Numbers(values, known);
    }

    List<Reply> replies() {
        List<Reply> replies = new ArrayList<>();
        int count = random.nextInt(20);
        for (int index = 0; index < count; index++) {
            replies.add(new Reply(number(), result()));
        }
        return replies;
    }

    Operation operation(Verb verb) {
        return switch (verb) {
            case GET_NODE -> new Operation.GetNode(number());
            case GET_LINK -> new Operation.GetLink(number(), number(), number());
            case GET_LINKS -> new Operation.GetLinks(number(), number(), numbers());
            case GET_LINK_LIST -> new Operation.GetLinkList(query());
            case COUNT_LINKS -> new Operation.CountLinks(number(), number());
            case LIST_TYPES -> new Operation.ListTypes(number());
            case ADD_LINK -> new Operation.AddLink(link());
            case UPDATE_LINK -> new Operation.UpdateLink(link());
            case DELETE_LINK ->
                    new Operation.DeleteLink(
                            number(),
                            number(),
                            number(),
                            random.nextBoolean() ? Deletion.HIDE : Deletion.EXPUNGE);
            case ADD_NODE -> new Operation.AddNode(node());
            case UPDATE_NODE -> new Operation.UpdateNode(node());
            case DELETE_NODE -> new Operation.DeleteNode(number(), number());
            case RESOLVE ->
                    new Operation.Resolve(
                            names(random.nextInt(4)),
                            typeNames(random.nextInt(4)),
                            numbers(),
                            numbers(),
                            random.nextBoolean());
            default -> questions.operation(verb);
            case UNSUPPORTED -> throw new IllegalArgumentException("not to be sent");
        };
    }

    Result result() {
        Result plain = plainResult();
        boolean mayBeNamed =
                !(plain instanceof Result.Failure
                        || plain instanceof Result.NodeIdResult
                        || plain instanceof Result.SchemaResult
                        || plain instanceof Result.ResolveResult);
        return mayBeNamed && random.nextBoolean() ? new Result.Named(plain, answerNames()) : plain;
    }

    private Result plainResult() {
        boolean complete = random.nextBoolean();
        return switch (random.nextInt(14)) {
            case 0 -> new Result.NodeResult(random.nextBoolean() ? node() : null, complete);
            case 1 -> new Result.LinkResult(random.nextBoolean() ? link() : null, complete);
            case 2 -> new Result.LinksResult(links(), complete);
            case 3 -> new Result.LinkListResult(LinkList.of(number(), number(), links()), complete);
            case 4 -> new Result.CountResult(number(), complete);
            case 5 -> new Result.TypesResult(types(), complete);
            case 6 -> new Result.WriteResult(random.nextBoolean(), complete);
            case 7 -> new Result.NodeIdResult(number());
            case 8 -> resolved();
            case 9 -> questions.found(complete);
            case 10 -> questions.tree(complete);
            case 11 -> questions.properties(complete);
            case 12 -> new Result.SchemaResult(questions.text(), complete);
            default -> failure();
        };
    }

    /** 0, small, of every length, negative. */
    long number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(3);
            case 1 -> (1L << random.nextInt(64)) - random.nextInt(2);
            case 2 -> random.nextInt(1_000_000);
            default -> random.nextLong();
        };
    }

    private Patience patience() {
        return switch (random.nextInt(3)) {
            case 0 -> Patience.NONE;
            case 1 -> new Patience(WhenPartial.FAIL, 0);
            default ->
                    new Patience(
                            WhenPartial.WAIT,
                            TimeUnit.MICROSECONDS.toNanos(random.nextInt(1 << 30)));
        };
    }

    private LinkQuery query() {
        return new LinkQuery(
                number(),
                number(),
                random.nextBoolean() ? Long.MIN_VALUE : number(),
                random.nextBoolean() ? Long.MAX_VALUE : number(),
                number() & Long.MAX_VALUE,
                (int) number() & Integer.MAX_VALUE);
    }

    private long[] numbers() {
        long[] numbers = new long[random.nextInt(5)];
        for (int index = 0; index < numbers.length; index++) {
            numbers[index] = number();
        }
        return numbers;
    }

    Node node() {
        return new Node(number(), number(), number(), number(), data());
    }

    Link link() {
        return new Link(
                number(),
                number(),
                number(),
                random.nextBoolean() ? Visibility.HIDDEN : Visibility.VISIBLE,
                number(),
                number(),
                data());
    }

    private List<Link> links() {
        List<Link> links = new ArrayList<>();
        int count = random.nextInt(6);
        for (int index = 0; index < count; index++) {
            links.add(link());
        }
        return links;
    }

    private List<TypeCount> types() {
        List<TypeCount> types = new ArrayList<>();
        int count = random.nextInt(4);
        for (int index = 0; index < count; index++) {
            types.add(new TypeCount(number(), number()));
        }
        return types;
    }

    private byte[] data() {
        byte[] data = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(200)];
        random.nextBytes(data);
        return data;
    }

    private Result.Failure failure() {
        ErrorCode[] codes = ErrorCode.values();
        return new Result.Failure(
                codes[random.nextInt(codes.length)], "würde " + number(), random.nextBoolean());
    }

    /** What makes results comparable: a link list has no equality of its own. */
    static Object comparable(@Nullable Object value) {
        return switch (value) {
            case Reply(long id, Result result) -> List.of(id, comparable(result));
            case Result.LinkListResult(LinkList list, boolean complete) ->
                    List.of(list.id1(), list.linkType(), list.links(), complete);
            case Result.Named(Result inner, AnswerNames names) ->
                    List.of(comparable(inner), names.ids(), names.types());
            case Request(
                            long id,
                            long timeout,
                            var patience,
                            Operation.GetLinks links,
                            var names) ->
                    List.of(
                            id,
                            timeout,
                            patience,
                            links.id1(),
                            links.linkType(),
                            Arrays.toString(links.id2s()),
                            comparable(names));
            case Request(long id, long timeout, var patience, Operation.Walk walk, var names) ->
                    List.of(
                            id,
                            timeout,
                            patience,
                            walk.isTree(),
                            Arrays.toString(walk.ask().starts()),
                            walk.ask().from(),
                            walk.ask().steps(),
                            walk.ask().where(),
                            walk.ask().with(),
                            walk.ask().limit(),
                            walk.ask().budgetRows(),
                            comparable(names));
            case Request(long id, long timeout, var patience, Operation.Resolve names, _) ->
                    List.of(
                            id,
                            timeout,
                            patience,
                            names.idNames(),
                            names.typeNames(),
                            Arrays.toString(names.ids()),
                            Arrays.toString(names.types()),
                            names.written());
            case null -> "null";
            default -> value;
        };
    }
}
