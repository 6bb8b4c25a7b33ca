package sluice.protocol;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operations without their arguments: names of calls, fields of a request, rows of metrics. */
public enum Verb {
    GET_NODE("GetNode", 3, 2, false),
    GET_LINK("GetLink", 4, 3, false),
    GET_LINKS("GetLinks", 5, 4, false),
    GET_LINK_LIST("GetLinkList", 6, 5, false),
    COUNT_LINKS("CountLinks", 7, 6, false),
    LIST_TYPES("ListTypes", 8, 7, false),
    ADD_LINK("AddLink", 9, 8, true),
    UPDATE_LINK("UpdateLink", 10, 8, true),
    DELETE_LINK("DeleteLink", 11, 8, true),
    ADD_NODE("AddNode", 12, 9, true),
    UPDATE_NODE("UpdateNode", 13, 8, true),
    DELETE_NODE("DeleteNode", 14, 8, true),
    RESOLVE("Resolve", 15, 11, false),
    FIND("Find", 16, 12, false),
    WALK("Walk", 17, 12, false),
    WALK_TREE("WalkTree", 18, 13, false),
    GET_PROPERTIES("GetProperties", 19, 14, false),
    GET_SCHEMA("GetSchema", 20, 15, false),
    SET_PROPERTY("SetProperty", 21, 8, true),
    DELETE_PROPERTY("DeleteProperty", 22, 8, true),
    /** None of these: see {@link Operation.Unsupported}. */
    UNSUPPORTED("Unsupported", 0, 0, false);

    /** Those that have a call of their own. */
    public static final List<Verb> CALLS =
            Arrays.stream(values()).filter(verb -> verb != UNSUPPORTED).toList();

    private static final @Nullable Verb[] BY_FIELD = new Verb[23];

    static {
        for (Verb verb : CALLS) {
            BY_FIELD[verb.requestField] = verb;
        }
    }

    private final String call;
    private final int requestField;
    private final int answerField;
    private final boolean isWrite;

    Verb(String call, int requestField, int answerField, boolean isWrite) {
        this.call = call;
        this.requestField = requestField;
        this.answerField = answerField;
        this.isWrite = isWrite;
    }

    /** The name of its call in sluice.proto. */
    public String call() {
        return call;
    }

    /** Whether it changes the store. */
    public boolean isWrite() {
        return isWrite;
    }

    /** Whether it asks about properties, and may look at many rows before it is answered. */
    public boolean isQuestion() {
        return switch (this) {
            case FIND, WALK, WALK_TREE, GET_PROPERTIES, GET_SCHEMA -> true;
            default -> false;
        };
    }

    /** Its field in the message Request. */
    int requestField() {
        return requestField;
    }

    /** The field of its result in the message Answer. */
    int answerField() {
        return answerField;
    }

    /** The operation that {@code field} of the message Request is, if it is one. */
    static @Nullable Verb ofRequestField(int field) {
        return field > 0 && field < BY_FIELD.length ? BY_FIELD[field] : null;
    }
}
