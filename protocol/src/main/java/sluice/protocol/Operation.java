package sluice.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.names.WrittenName;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.WalkAsk;

/** One thing that is asked of a store: a method of the model and its arguments, as a value. */
public sealed interface Operation {

    /** Which one it is, without its arguments. */
    Verb verb();

    /** No fewer bytes than its message has, with what a message of many adds for each. */
    default long sizeBytesMax() {
        long others = 128;
        return switch (this) {
            case GetLinks(_, _, long[] id2s) -> others + 8L * id2s.length;
            case AddLink(var link) -> others + link.data().length;
            case UpdateLink(var link) -> others + link.data().length;
            case AddNode(var node) -> others + node.data().length;
            case UpdateNode(var node) -> others + node.data().length;
            case Resolve resolve -> others + resolve.sizeBytes();
            case Find(var ask) ->
                    others
                            + 3L * ask.order().length()
                            + QuestionCodec.textsSizeBytesMax(ask.with())
                            + QuestionCodec.sizeBytesMax(ask.conditions());
            case Walk(var ask, _) ->
                    others
                            + 8L * ask.starts().length
                            + QuestionCodec.textsSizeBytesMax(ask.with())
                            + QuestionCodec.textsSizeBytesMax(ask.steps())
                            + QuestionCodec.sizeBytesMax(ask.from())
                            + QuestionCodec.sizeBytesMax(ask.where());
            case SetProperty(_, var predicate, var value) ->
                    others + 3L * (predicate.length() + value.length());
            case DeleteProperty(_, var predicate, var value) ->
                    others + 3L * (predicate.length() + (value == null ? 0 : value.length()));
            case GetNode _,
                    GetLink _,
                    GetLinkList _,
                    CountLinks _,
                    ListTypes _,
                    DeleteLink _,
                    DeleteNode _,
                    GetProperties _,
                    GetSchema _,
                    Unsupported _ ->
                    others;
        };
    }

    /** The node {@code id}. */
    record GetNode(long id) implements Operation {
        @Override
        public Verb verb() {
            return Verb.GET_NODE;
        }
    }

    /** The link of this key. */
    record GetLink(long id1, long linkType, long id2) implements Operation {
        @Override
        public Verb verb() {
            return Verb.GET_LINK;
        }
    }

    /** Those of many links of one list that exist. The array is not copied. */
    @SuppressWarnings("ArrayRecordComponent")
    record GetLinks(long id1, long linkType, long[] id2s) implements Operation {
        @Override
        public Verb verb() {
            return Verb.GET_LINKS;
        }
    }

    /** A part of a link list. */
    record GetLinkList(LinkQuery query) implements Operation {
        @Override
        public Verb verb() {
            return Verb.GET_LINK_LIST;
        }
    }

    /** How many visible links a list has. */
    record CountLinks(long id1, long linkType) implements Operation {
        @Override
        public Verb verb() {
            return Verb.COUNT_LINKS;
        }
    }

    /** The link types of an id. */
    record ListTypes(long id1) implements Operation {
        @Override
        public Verb verb() {
            return Verb.LIST_TYPES;
        }
    }

    /** Adds or replaces a link. */
    record AddLink(Link link) implements Operation {
        @Override
        public Verb verb() {
            return Verb.ADD_LINK;
        }
    }

    /** Replaces or adds a link. */
    record UpdateLink(Link link) implements Operation {
        @Override
        public Verb verb() {
            return Verb.UPDATE_LINK;
        }
    }

    /** Hides or removes a link. */
    record DeleteLink(long id1, long linkType, long id2, Deletion deletion) implements Operation {
        @Override
        public Verb verb() {
            return Verb.DELETE_LINK;
        }
    }

    /** Adds a node, whose id the store chooses. */
    record AddNode(Node node) implements Operation {
        @Override
        public Verb verb() {
            return Verb.ADD_NODE;
        }
    }

    /** Replaces a node of this id and type. */
    record UpdateNode(Node node) implements Operation {
        @Override
        public Verb verb() {
            return Verb.UPDATE_NODE;
        }
    }

    /** Removes a node of this id and type. */
    record DeleteNode(long id, long type) implements Operation {
        @Override
        public Verb verb() {
            return Verb.DELETE_NODE;
        }
    }

    /**
     * The numbers of names, and the names of numbers. The arrays are not copied.
     *
     * @param written whether names may be numbers too, and what cannot be a name is an error: as a
     *     person writes them
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Resolve(
            List<WrittenName> idNames,
            List<WrittenName> typeNames,
            long[] ids,
            long[] types,
            boolean written)
            implements Operation {
        public Resolve {
            idNames = List.copyOf(idNames);
            typeNames = List.copyOf(typeNames);
        }

        @Override
        public Verb verb() {
            return Verb.RESOLVE;
        }

        /** How many names and numbers there are. */
        public int count() {
            return idNames.size() + typeNames.size() + ids.length + types.length;
        }

        private long sizeBytes() {
            long size = 8L * (ids.length + types.length);
            for (WrittenName name : idNames) {
                size += name.sizeBytes();
            }
            for (WrittenName name : typeNames) {
                size += name.sizeBytes();
            }
            return size;
        }
    }

    /** The nodes of which conditions are true. */
    record Find(FindAsk ask) implements Operation {
        @Override
        public Verb verb() {
            return Verb.FIND;
        }
    }

    /** Where links lead in a few steps: the ends, or a tree of all nodes on the way. */
    record Walk(WalkAsk ask, boolean isTree) implements Operation {
        @Override
        public Verb verb() {
            return isTree ? Verb.WALK_TREE : Verb.WALK;
        }
    }

    /**
     * The properties of a node, at most {@code limit} values of each; 0 for 100.
     *
     * @param asType the type of the schema of which only the fields are wanted; empty for all
     */
    record GetProperties(long id, int limit, String asType) implements Operation {
        @Override
        public Verb verb() {
            return Verb.GET_PROPERTIES;
        }
    }

    /** The declarations of the store. */
    record GetSchema() implements Operation {
        @Override
        public Verb verb() {
            return Verb.GET_SCHEMA;
        }
    }

    /** Sets the value of a property, or adds one to a list. */
    record SetProperty(long id, String predicate, String value) implements Operation {
        @Override
        public Verb verb() {
            return Verb.SET_PROPERTY;
        }
    }

    /** Deletes a value of a property; all values if {@code value} is null. */
    record DeleteProperty(long id, String predicate, @Nullable String value) implements Operation {
        @Override
        public Verb verb() {
            return Verb.DELETE_PROPERTY;
        }
    }

    /** A request that says nothing that is known here; {@code problem} tells the client. */
    record Unsupported(String problem) implements Operation {
        @Override
        public Verb verb() {
            return Verb.UNSUPPORTED;
        }
    }
}
