package sluice.protocol;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;

/**
 * The names of the ids and types of one answer, each once; numbers without a name are not in it.
 * The type of a property has none, its predicate has; nor has its slot, which stands in the place
 * of an id.
 *
 * @param sizeBytes no fewer than the message has
 */
public record AnswerNames(
        SequencedMap<Long, WrittenName> ids,
        SequencedMap<Long, WrittenName> types,
        long sizeBytes) {
    private static final int ENTRY_BYTES = 64;

    /** No names: the ids and types of an answer are numbers. */
    public static final AnswerNames NONE = of(new LinkedHashMap<>(), new LinkedHashMap<>());

    public AnswerNames {
        ids = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(ids));
        types = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(types));
    }

    static AnswerNames of(
            SequencedMap<Long, WrittenName> ids, SequencedMap<Long, WrittenName> types) {
        long size = ENTRY_BYTES;
        for (Map<Long, WrittenName> names : List.of(ids, types)) {
            for (WrittenName name : names.values()) {
                size += ENTRY_BYTES + name.sizeBytes();
            }
        }
        return new AnswerNames(ids, types, size);
    }

    /** Names while they are gathered for one answer. Belongs to one thread. */
    public static final class Gathering {
        private final Names names;
        private final SequencedMap<Long, WrittenName> ids = new LinkedHashMap<>();
        private final SequencedMap<Long, WrittenName> types = new LinkedHashMap<>();
        private long sizeBytes = ENTRY_BYTES;

        public Gathering(Names names) {
            this.names = names;
        }

        public void node(Node node) throws IOException {
            id(node.id());
            type(node.type());
        }

        public void link(Link link) throws IOException {
            id(link.id1());
            type(link.linkType());
            if (!PropertyTypes.isProperty(link.linkType())) {
                id(link.id2());
            }
        }

        /** The names of a list; it ends early once they are larger than {@code bytesMax}. */
        public void list(LinkList list, long bytesMax) throws IOException {
            id(list.id1());
            type(list.linkType());
            for (int index = 0; index < list.size() && sizeBytes <= bytesMax; index++) {
                id(list.id2(index));
            }
        }

        public void type(TypeCount type) {
            type(type.linkType());
        }

        /** The name of a node that a question found. */
        public void found(long id) throws IOException {
            id(id);
        }

        private void id(long id) throws IOException {
            if (!ids.containsKey(id)) {
                add(ids, id, names.idName(id).orElse(null));
            }
        }

        private void type(long type) {
            // A property is named by its predicate, whose number has the name.
            long named = PropertyTypes.isProperty(type) ? PropertyTypes.predicateOf(type) : type;
            if (!types.containsKey(named)) {
                add(types, named, names.typeName(named).orElse(null));
            }
        }

        private void add(Map<Long, WrittenName> to, long number, @Nullable WrittenName name) {
            if (name != null) {
                to.put(number, name);
                sizeBytes += ENTRY_BYTES + name.sizeBytes();
            }
        }

        /** How much the names so far take. */
        public long sizeBytes() {
            return sizeBytes;
        }

        /** Returns the names so far. */
        public AnswerNames names() {
            return new AnswerNames(ids, types, sizeBytes);
        }
    }

    /** The name of an id of the answer, if it has one. */
    public Optional<WrittenName> idName(long id) {
        return Optional.ofNullable(ids.get(id));
    }

    /** The name of a type of the answer, if it has one. */
    public Optional<WrittenName> typeName(long type) {
        return Optional.ofNullable(types.get(type));
    }
}
