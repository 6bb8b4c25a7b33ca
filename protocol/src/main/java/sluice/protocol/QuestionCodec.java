package sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.WalkAsk;

/**
 * The messages of questions for nodes and of writes of properties. Fields are written last first:
 * see {@link WireWriter}.
 */
final class QuestionCodec {
    /** How deep the messages of a tree are in each other: as many as a walk has steps, and one. */
    static final int BRANCHES_DEEP_MAX = 9;

    private QuestionCodec() {}

    static void writeFind(WireWriter to, FindAsk ask) {
        to.unsigned(8, ask.budgetRows());
        to.flag(7, ask.scan());
        to.unsigned(6, ask.limit());
        Long after = ask.after();
        if (after != null) {
            to.presentUnsigned(5, after);
        }
        to.flag(4, ask.isDescending());
        to.text(3, ask.order());
        writeTexts(to, 2, ask.with());
        writeConditions(to, 1, ask.conditions());
    }

    static void writeWalk(WireWriter to, WalkAsk ask) {
        to.unsigned(7, ask.budgetRows());
        to.unsigned(6, ask.limit());
        writeTexts(to, 5, ask.with());
        writeConditions(to, 4, ask.where());
        writeTexts(to, 3, ask.steps());
        writeConditions(to, 2, ask.from());
        to.fixed64s(1, ask.starts());
    }

    static void writeProperty(WireWriter to, long id, String predicate, String value) {
        to.text(3, value);
        writePredicate(to, id, predicate);
    }

    static void writeDeletion(WireWriter to, long id, String predicate, @Nullable String value) {
        if (value != null) {
            to.presentText(3, value);
        }
        writePredicate(to, id, predicate);
    }

    private static void writePredicate(WireWriter to, long id, String predicate) {
        to.text(2, predicate);
        to.unsigned(1, id);
    }

    private static void writeTexts(WireWriter to, int field, List<String> texts) {
        for (int index = texts.size() - 1; index >= 0; index--) {
            to.presentText(field, texts.get(index));
        }
    }

    private static void writeConditions(WireWriter to, int field, List<AskedCondition> conditions) {
        for (int index = conditions.size() - 1; index >= 0; index--) {
            AskedCondition condition = conditions.get(index);
            int mark = to.lengthBytes();
            writeTexts(to, 3, condition.values());
            to.text(2, condition.operator());
            to.text(1, condition.predicate());
            to.message(field, mark);
        }
    }

    /** The fields of one question while it is read; belongs to one thread. */
    static final class Reader {
        private final Verb verb;
        private final List<AskedCondition> conditions = new ArrayList<>();
        private final List<AskedCondition> where = new ArrayList<>();
        private final List<String> steps = new ArrayList<>();
        private final List<String> with = new ArrayList<>();
        private final LongColumn starts = new LongColumn();
        private String order = "";
        private boolean isDescending;
        private @Nullable Long after;
        private long limit;
        private boolean scan;
        private long budgetRows;
        private long id;
        private String predicate = "";
        private @Nullable String value;
        private int texts;

        Reader(Verb verb) {
            this.verb = verb;
        }

        void read(WireReader from) {
            switch (verb) {
                case FIND -> readFind(from);
                case WALK, WALK_TREE -> readWalk(from);
                default -> readProperty(from);
            }
        }

        private void readFind(WireReader from) {
            switch (from.field()) {
                case 1 -> conditions.add(condition(from));
                case 2 -> with.add(text(from));
                case 3 -> order = from.strictText();
                case 4 -> isDescending = from.flag();
                case 5 -> after = from.unsigned();
                case 6 -> limit = from.unsigned();
                case 7 -> scan = from.flag();
                case 8 -> budgetRows = from.unsigned();
                default -> from.skip();
            }
        }

        private void readWalk(WireReader from) {
            switch (from.field()) {
                case 1 -> from.fixed64s(starts);
                case 2 -> conditions.add(condition(from));
                case 3 -> steps.add(text(from));
                case 4 -> where.add(condition(from));
                case 5 -> with.add(text(from));
                case 6 -> limit = from.unsigned();
                case 7 -> budgetRows = from.unsigned();
                default -> from.skip();
            }
        }

        private void readProperty(WireReader from) {
            switch (from.field()) {
                case 1 -> id = from.unsigned();
                case 2 -> predicate = from.strictText();
                case 3 -> value = from.strictText();
                default -> from.skip();
            }
        }

        private AskedCondition condition(WireReader from) {
            takeTexts(2);
            int outerEnd = from.enter();
            String name = "";
            String operator = "";
            List<String> values = new ArrayList<>(1);
            while (from.next()) {
                switch (from.field()) {
                    case 1 -> name = from.strictText();
                    case 2 -> operator = from.strictText();
                    case 3 -> values.add(text(from));
                    default -> from.skip();
                }
            }
            from.leave(outerEnd);
            return new AskedCondition(name, operator, values);
        }

        private String text(WireReader from) {
            takeTexts(1);
            return from.strictText();
        }

        private void takeTexts(int more) {
            texts += more;
            NameCodec.refuseMoreThanMayBe(texts);
        }

        /** The question, or null if the message has none of this verb. */
        Operation operation() {
            return switch (verb) {
                case FIND ->
                        new Operation.Find(
                                new FindAsk(
                                        conditions,
                                        with,
                                        order,
                                        isDescending,
                                        after,
                                        inRange(limit),
                                        scan,
                                        positive(budgetRows)));
                case WALK -> new Operation.Walk(walk(), false);
                case WALK_TREE -> new Operation.Walk(walk(), true);
                case DELETE_PROPERTY -> new Operation.DeleteProperty(id, predicate, value);
                default -> {
                    String written = value;
                    yield new Operation.SetProperty(id, predicate, written == null ? "" : written);
                }
            };
        }

        private WalkAsk walk() {
            return new WalkAsk(
                    starts.exactArray(),
                    conditions,
                    steps,
                    where,
                    with,
                    inRange(limit),
                    positive(budgetRows));
        }
    }

    /** A limit as a number that Java has: higher ones are as good as none. */
    static int inRange(long limit) {
        return Long.compareUnsigned(limit, Integer.MAX_VALUE) > 0 ? Integer.MAX_VALUE : (int) limit;
    }

    private static long positive(long number) {
        return number < 0 ? Long.MAX_VALUE : number;
    }

    /** How many texts the operation has. */
    static int count(Operation operation) {
        return switch (operation) {
            case Operation.Find(FindAsk ask) -> ask.count();
            case Operation.Walk(WalkAsk ask, _) -> ask.count();
            default -> 0;
        };
    }

    /** No fewer bytes than the texts of conditions have, and what each costs in memory. */
    static long sizeBytesMax(List<AskedCondition> conditions) {
        long size = 0;
        for (AskedCondition condition : conditions) {
            size += 16 + 3L * (condition.predicate().length() + condition.operator().length());
            size += textsSizeBytesMax(condition.values());
        }
        return size;
    }

    static long textsSizeBytesMax(List<String> texts) {
        long size = 0;
        for (String text : texts) {
            size += 64 + 3L * text.length();
        }
        return size;
    }
}
