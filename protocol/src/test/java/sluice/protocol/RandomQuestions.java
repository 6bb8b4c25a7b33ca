package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.FoundBranch;
import sluice.protocol.question.FoundNode;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;
import sluice.protocol.question.ValueKind;
import sluice.protocol.question.WalkAsk;

/** Questions for nodes and their answers, with empty texts, long ones, and trees of all depths. */
final class RandomQuestions {
    private static final ValueKind[] KINDS = ValueKind.values();

    private final RandomGenerator random;
    private final LongSupplier numbers;

    RandomQuestions(RandomGenerator random, LongSupplier numbers) {
        this.random = random;
        this.numbers = numbers;
    }

    Operation operation(Verb verb) {
        return switch (verb) {
            case FIND ->
                    new Operation.Find(
                            new FindAsk(
                                    some(this::condition),
                                    some(this::text),
                                    text(),
                                    random.nextBoolean(),
                                    random.nextBoolean() ? numbers.getAsLong() : null,
                                    limit(),
                                    random.nextBoolean(),
                                    numbers.getAsLong() & Long.MAX_VALUE));
            case WALK, WALK_TREE -> new Operation.Walk(walk(), verb == Verb.WALK_TREE);
            case GET_PROPERTIES ->
                    new Operation.GetProperties(numbers.getAsLong(), limit(), text());
            case GET_SCHEMA -> new Operation.GetSchema();
            case SET_PROPERTY -> new Operation.SetProperty(numbers.getAsLong(), text(), text());
            case DELETE_PROPERTY ->
                    new Operation.DeleteProperty(
                            numbers.getAsLong(), text(), random.nextBoolean() ? text() : null);
            default -> throw new IllegalArgumentException("no question: " + verb);
        };
    }

    private WalkAsk walk() {
        return new WalkAsk(
                random.longs(random.nextInt(4)).toArray(),
                some(this::condition),
                some(this::text),
                some(this::condition),
                some(this::text),
                limit(),
                numbers.getAsLong() & Long.MAX_VALUE);
    }

    private int limit() {
        return (int) numbers.getAsLong() & Integer.MAX_VALUE;
    }

    private AskedCondition condition() {
        return new AskedCondition(text(), text(), some(this::text));
    }

    private <T> List<T> some(Supplier<T> one) {
        List<T> all = new ArrayList<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            all.add(one.get());
        }
        return all;
    }

    String text() {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "naïve \uD83D\uDE00 ";
            default -> "x".repeat(random.nextInt(200));
        };
    }

    Result found(boolean complete) {
        return new Result.FoundResult(
                some(() -> new FoundNode(numbers.getAsLong(), numbers.getAsLong(), columns())),
                random.nextBoolean(),
                complete);
    }

    Result tree(boolean complete) {
        return new Result.TreeResult(branches(QuestionCodec.BRANCHES_DEEP_MAX), complete);
    }

    private List<FoundBranch> branches(int levels) {
        return levels == 0
                ? List.of()
                : some(
                        () ->
                                new FoundBranch(
                                        numbers.getAsLong(),
                                        random.nextInt(4) == 0 ? columns() : List.of(),
                                        random.nextBoolean() ? branches(levels - 1) : List.of(),
                                        random.nextBoolean()));
    }

    Result properties(boolean complete) {
        return new Result.PropertiesResult(
                some(() -> new FoundProperty(text(), numbers.getAsLong(), some(this::value))),
                complete);
    }

    private List<FoundNode.Column> columns() {
        return some(() -> new FoundNode.Column(random.nextBoolean(), some(this::value)));
    }

    private ShownValue value() {
        return new ShownValue(
                kind(),
                text(),
                text(),
                text(),
                some(() -> new ShownValue.ShownFacet(text(), kind(), text())));
    }

    private ValueKind kind() {
        return KINDS[random.nextInt(KINDS.length)];
    }
}
