package sluice.server.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.protocol.Operation;
import sluice.protocol.Operation.AddLink;
import sluice.protocol.Operation.DeleteLink;
import sluice.protocol.Operation.DeleteProperty;
import sluice.protocol.Operation.Find;
import sluice.protocol.Operation.GetProperties;
import sluice.protocol.Operation.GetSchema;
import sluice.protocol.Operation.SetProperty;
import sluice.protocol.Operation.UpdateLink;
import sluice.protocol.Operation.Walk;
import sluice.protocol.Result;
import sluice.protocol.Result.SchemaResult;
import sluice.protocol.Result.WriteResult;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.WalkAsk;
import sluice.question.Condition;
import sluice.question.Declaring;
import sluice.question.FindQuestion;
import sluice.question.NameLookup;
import sluice.question.PredicateName;
import sluice.question.PropertyWrites;
import sluice.question.Questions;
import sluice.question.RowTypes;
import sluice.question.WalkQuestion;
import sluice.question.Watch;

/**
 * Answers questions about properties, and says which rows a write of a property is. Thread-safe;
 * each call sees what the store declares at its beginning.
 */
public final class AskedQuestions {
    private static final int LIMIT_MAX = 1_000_000;
    private static final int LIMIT_USUAL = 100;

    private final Declaring declaring;
    private final Names served;
    private final NameLookup names;

    public AskedQuestions(Names names, Declaring declaring) {
        this.declaring = declaring;
        this.served = names;
        this.names = NameLookup.of(names, declaring::complete);
    }

    /** The answer of a question, from {@code reader}; {@code watch} receives its cost. */
    public Result answer(Operation question, GraphReader reader, Watch watch) throws IOException {
        Questions questions = new Questions(reader, declaring.declarations(), names, watch);
        return switch (question) {
            case Find(FindAsk ask) -> FoundResults.of(questions.find(find(ask)), watch);
            case Walk(WalkAsk ask, boolean isTree) ->
                    isTree
                            ? FoundResults.of(questions.tree(walk(ask)), watch)
                            : FoundResults.of(questions.walk(walk(ask)), watch);
            case GetProperties(long id, int limit, var asType) ->
                    FoundResults.of(
                            asType.isEmpty()
                                    ? questions.node(id, limit(limit))
                                    : questions.nodeAs(asType, id, limit(limit)),
                            watch);
            case GetSchema() -> schema(watch);
            default -> throw new IllegalArgumentException("no question: " + question.verb());
        };
    }

    private SchemaResult schema(Watch watch) {
        boolean complete = declaring.complete();
        String text = declaring.declarations().schema().text();
        watch.holds(2L * text.length());
        return new SchemaResult(text, complete);
    }

    private static int limit(int asked) {
        if (asked < 0 || asked > LIMIT_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "limit must be from 1 to %d, not %d".formatted(LIMIT_MAX, asked));
        }
        return asked == 0 ? LIMIT_USUAL : asked;
    }

    private static long budget(long asked) {
        return asked == 0 ? FindQuestion.BUDGET_ROWS : asked;
    }

    private static FindQuestion find(FindAsk ask) {
        Long after = ask.after();
        return new FindQuestion(
                conditions(ask.conditions()),
                predicates(ask.with()),
                ask.order().isEmpty() ? null : PredicateName.read(ask.order()),
                ask.isDescending(),
                after == null ? OptionalLong.empty() : OptionalLong.of(after),
                limit(ask.limit()),
                ask.scan(),
                budget(ask.budgetRows()));
    }

    private static WalkQuestion walk(WalkAsk ask) {
        List<Long> starts = new ArrayList<>();
        for (long start : ask.starts()) {
            starts.add(start);
        }
        return new WalkQuestion(
                starts,
                ask.from().isEmpty() ? null : conditions(ask.from()),
                predicates(ask.steps()),
                conditions(ask.where()),
                predicates(ask.with()),
                limit(ask.limit()),
                budget(ask.budgetRows()));
    }

    private static List<Condition> conditions(List<AskedCondition> asked) {
        List<Condition> conditions = new ArrayList<>();
        for (AskedCondition each : asked) {
            conditions.add(Condition.of(each.predicate(), each.operator(), each.values()));
        }
        return conditions;
    }

    private static List<PredicateName> predicates(List<String> written) {
        return written.stream().map(PredicateName::read).toList();
    }

    /**
     * The write of a row that {@code write} is: the same operation, but for writes of one value of
     * a property. Fails if the row of a property has no value, or one that cannot be, if a link is
     * of a predicate that has values, and if an id stands for no node yet.
     */
    public Operation asRow(Operation write, GraphStore store) throws IOException {
        return switch (write) {
            case SetProperty(long id, String predicate, String value) -> {
                requireNode(id, store);
                yield new AddLink(writes(store).row(id, PredicateName.read(predicate), value));
            }
            case DeleteProperty(long id, String predicate, String value) when value != null -> {
                Link row = writes(store).row(id, PredicateName.read(predicate), value);
                yield new DeleteLink(id, row.linkType(), row.id2(), Deletion.EXPUNGE);
            }
            case AddLink(Link link) -> checked(write, link, store);
            case UpdateLink(Link link) -> checked(write, link, store);
            default -> write;
        };
    }

    private Operation checked(Operation write, Link link, GraphStore store) throws IOException {
        requireNode(link.id1(), store);
        if (!PropertyTypes.isProperty(link.linkType())) {
            requireNode(link.id2(), store);
            if (!declaring.declarations().schema().predicates().isEmpty()) {
                writes(store).requireLinks(link.linkType());
            }
            return write;
        }
        RowTypes.requireValue(link);
        return write;
    }

    /** Fails if {@code id} is free: the next load gives it to one of its names. */
    private void requireNode(long id, GraphStore store) throws IOException {
        boolean mayBeGiven =
                served.idsAreNames()
                        && Long.compareUnsigned(id, Node.RESERVED) < 0
                        && served.idName(id).isEmpty();
        if (mayBeGiven && store.node(id).value().isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the id %s has no name, and the next load may give it to another node; write what belongs to a node that was loaded or added"
                            .formatted(Long.toUnsignedString(id)));
        }
    }

    /** Deletes all values of a property. */
    public Result deleteAll(DeleteProperty write, GraphStore store) throws IOException {
        Answer<Long> deleted =
                writes(store).deleteAll(write.id(), PredicateName.read(write.predicate()));
        return new WriteResult(deleted.value() > 0, deleted.complete());
    }

    private PropertyWrites writes(GraphStore store) {
        return new PropertyWrites(store, declaring.declarations(), names);
    }
}
