package sluice.protocol;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;

/**
 * The fields of one operation's message while it is read. Fields that stand in no message of this
 * version are skipped; belongs to one thread.
 */
final class OperationReader {
    private static final WhenPartial[] WHEN_PARTIAL = WhenPartial.values();
    private static final Deletion[] DELETIONS = Deletion.values();
    private static final long WAIT_MICROS_MAX = TimeUnit.NANOSECONDS.toMicros(Long.MAX_VALUE);

    private final Verb verb;

    /** Those of the first fields that are unsigned numbers. */
    private long first;

    private long second;
    private long third;
    private long fourth;

    private long minTime = Long.MIN_VALUE;
    private long maxTime = Long.MAX_VALUE;
    private long offset;
    private long limit;
    private final LongColumn id2s = new LongColumn();
    private String asType = "";
    private @Nullable Link link;
    private @Nullable Node node;
    private long whenPartial;
    private long waitMicros;
    private long version;
    private @Nullable OperationNames names;
    private final NameCodec.@Nullable ResolveReader resolve;
    private final QuestionCodec.@Nullable Reader question;

    OperationReader(Verb verb) {
        this.verb = verb;
        this.resolve = verb == Verb.RESOLVE ? new NameCodec.ResolveReader() : null;
        this.question = hasTexts(verb) ? new QuestionCodec.Reader(verb) : null;
    }

    private static boolean hasTexts(Verb verb) {
        return switch (verb) {
            case FIND, WALK, WALK_TREE, SET_PROPERTY, DELETE_PROPERTY -> true;
            default -> false;
        };
    }

    /** Reads the fields up to the end of the message that {@code from} is in. */
    void read(WireReader from) {
        int plainFields = plainFields();
        while (from.next()) {
            int field = from.field();
            if (field <= plainFields) {
                readPlain(from, field);
            } else if (field == 14 && !verb.isWrite()) {
                whenPartial = from.unsigned();
            } else if (field == 15 && !verb.isWrite()) {
                waitMicros = from.unsigned();
            } else if (field == 17 && !verb.isWrite()) {
                version = from.unsigned();
            } else if (field == NameCodec.NAMES) {
                names = NameCodec.readOperationNames(from);
            } else {
                readSpecial(from, field);
            }
        }
    }

    private void readPlain(WireReader from, int field) {
        switch (field) {
            case 1 -> first = from.unsigned();
            case 2 -> second = from.unsigned();
            case 3 -> third = from.unsigned();
            default -> fourth = from.unsigned();
        }
    }

    private void readSpecial(WireReader from, int field) {
        if (resolve != null) {
            resolve.read(from);
        } else if (question != null) {
            question.read(from);
        } else if (verb == Verb.GET_LINK_LIST) {
            readQueryField(from, field);
        } else if (verb == Verb.GET_PROPERTIES && field == 3) {
            asType = from.strictText();
        } else if (verb == Verb.GET_LINKS && field == 3) {
            from.fixed64s(id2s);
        } else if ((verb == Verb.ADD_LINK || verb == Verb.UPDATE_LINK) && field == 1) {
            link = RowCodec.readLink(from);
        } else if ((verb == Verb.ADD_NODE || verb == Verb.UPDATE_NODE) && field == 1) {
            node = RowCodec.readNode(from);
        } else {
            from.skip();
        }
    }

    private void readQueryField(WireReader from, int field) {
        switch (field) {
            case 3 -> minTime = from.signed();
            case 4 -> maxTime = from.signed();
            case 5 -> offset = from.unsigned();
            case 6 -> limit = from.unsigned();
            default -> from.skip();
        }
    }

    /** How many of the first fields of the message are unsigned numbers. */
    private int plainFields() {
        return switch (verb) {
            case GET_NODE, LIST_TYPES -> 1;
            case GET_LINKS, GET_LINK_LIST, COUNT_LINKS, DELETE_NODE, GET_PROPERTIES -> 2;
            case GET_LINK -> 3;
            case DELETE_LINK -> 4;
            case ADD_LINK,
                    UPDATE_LINK,
                    ADD_NODE,
                    UPDATE_NODE,
                    RESOLVE,
                    FIND,
                    WALK,
                    WALK_TREE,
                    GET_SCHEMA,
                    SET_PROPERTY,
                    DELETE_PROPERTY,
                    UNSUPPORTED ->
                    0;
        };
    }

    @Nullable OperationNames names() {
        return names;
    }

    Patience patience() {
        // One that is too large stands for none that a store has.
        int number = Math.clamp(version, 0, Integer.MAX_VALUE);
        if (whenPartial <= 0 || whenPartial >= WHEN_PARTIAL.length) {
            return number == 0 ? Patience.NONE : Patience.of(number);
        }
        boolean isLong = Long.compareUnsigned(waitMicros, WAIT_MICROS_MAX) > 0;
        long waitNanos = isLong ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(waitMicros);
        return new Patience(WHEN_PARTIAL[(int) whenPartial], waitNanos, number);
    }

    Operation operation() {
        if (whenPartial < 0 || whenPartial >= WHEN_PARTIAL.length) {
            return unsupported("when_partial", whenPartial);
        }
        return switch (verb) {
            case GET_NODE -> new Operation.GetNode(first);
            case GET_LINK -> new Operation.GetLink(first, second, third);
            case GET_LINKS -> new Operation.GetLinks(first, second, id2s.exactArray());
            case GET_LINK_LIST -> new Operation.GetLinkList(query());
            case COUNT_LINKS -> new Operation.CountLinks(first, second);
            case LIST_TYPES -> new Operation.ListTypes(first);
            case ADD_LINK -> link == null ? missing("link") : new Operation.AddLink(link);
            case UPDATE_LINK -> link == null ? missing("link") : new Operation.UpdateLink(link);
            case DELETE_LINK ->
                    fourth < 0 || fourth >= DELETIONS.length
                            ? unsupported("deletion", fourth)
                            : new Operation.DeleteLink(
                                    first, second, third, DELETIONS[(int) fourth]);
            case ADD_NODE -> node == null ? missing("node") : new Operation.AddNode(node);
            case UPDATE_NODE -> node == null ? missing("node") : new Operation.UpdateNode(node);
            case DELETE_NODE -> new Operation.DeleteNode(first, second);
            case RESOLVE -> resolve == null ? missing("id_name") : resolve.operation();
            case FIND, WALK, WALK_TREE, SET_PROPERTY, DELETE_PROPERTY ->
                    question == null ? missing("predicate") : question.operation();
            case GET_PROPERTIES ->
                    new Operation.GetProperties(first, QuestionCodec.inRange(second), asType);
            case GET_SCHEMA -> new Operation.GetSchema();
            // Clients know an earlier server by this text.
            case UNSUPPORTED -> new Operation.Unsupported("the request names no operation");
        };
    }

    private LinkQuery query() {
        long offsetInRange = offset < 0 ? Long.MAX_VALUE : offset;
        boolean isLarge = Long.compareUnsigned(limit, Integer.MAX_VALUE) > 0;
        int limitInRange = isLarge ? Integer.MAX_VALUE : (int) limit;
        return new LinkQuery(first, second, minTime, maxTime, offsetInRange, limitInRange);
    }

    private Operation missing(String field) {
        return new Operation.Unsupported(verb.call() + " needs the field \"" + field + "\"");
    }

    private Operation unsupported(String field, long value) {
        return new Operation.Unsupported(
                "%s does not know the value %s of \"%s\""
                        .formatted(verb.call(), Long.toUnsignedString(value), field));
    }
}
