package sluice.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.model.names.WrittenName;

/**
 * The messages Name, OperationNames, AnswerNames and those of Resolve. Fields are written last
 * first: see {@link WireWriter}.
 */
final class NameCodec {
    /** The field of the names in the messages of all operations and answers. */
    static final int NAMES = 16;

    private static final byte[] NO_BYTES = {};
    private static final WrittenName NO_NAME = new WrittenName(null, NO_BYTES);

    private NameCodec() {}

    static void write(WireWriter to, int field, WrittenName name) {
        int mark = to.lengthBytes();
        to.bytes(2, name.bytes());
        String group = name.group();
        if (group != null) {
            to.presentText(1, group);
        }
        to.message(field, mark);
    }

    static void write(WireWriter to, @Nullable OperationNames names) {
        if (names == null) {
            return;
        }
        int mark = to.lengthBytes();
        to.flag(4, names.wanted());
        for (int index = names.id2().size() - 1; index >= 0; index--) {
            write(to, 3, names.id2().get(index));
        }
        WrittenName type = names.type();
        if (type != null) {
            to.presentBytes(2, type.bytes());
        }
        WrittenName id = names.id();
        if (id != null) {
            write(to, 1, id);
        }
        to.message(NAMES, mark);
    }

    static void write(WireWriter to, AnswerNames names) {
        int mark = to.lengthBytes();
        names.types().reversed().values().forEach(name -> to.presentBytes(4, name.bytes()));
        writeNumbers(to, 3, names.types());
        names.ids().reversed().values().forEach(name -> write(to, 2, name));
        writeNumbers(to, 1, names.ids());
        to.message(NAMES, mark);
    }

    private static void writeNumbers(
            WireWriter to, int field, SequencedMap<Long, WrittenName> names) {
        if (!names.isEmpty()) {
            int mark = to.lengthBytes();
            names.reversed().keySet().forEach(to::fixed64);
            to.message(field, mark);
        }
    }

    static void writeResolve(WireWriter to, Operation.Resolve resolve) {
        to.flag(5, resolve.written());
        to.fixed64s(4, resolve.types());
        to.fixed64s(3, resolve.ids());
        for (int index = resolve.typeNames().size() - 1; index >= 0; index--) {
            to.presentBytes(2, resolve.typeNames().get(index).bytes());
        }
        for (int index = resolve.idNames().size() - 1; index >= 0; index--) {
            write(to, 1, resolve.idNames().get(index));
        }
    }

    static void writeResolved(WireWriter to, Result.ResolveResult resolved) {
        to.flag(7, resolved.idsAreNames());
        for (int index = resolved.typeNames().size() - 1; index >= 0; index--) {
            to.presentBytes(6, resolved.typeNames().get(index).bytes());
        }
        for (int index = resolved.idNames().size() - 1; index >= 0; index--) {
            write(to, 5, resolved.idNames().get(index));
        }
        writeNumbers(to, 4, 3, resolved.types());
        writeNumbers(to, 2, 1, resolved.ids());
    }

    private static void writeNumbers(
            WireWriter to, int knownField, int valueField, Numbers numbers) {
        if (numbers.size() > 0) {
            int mark = to.lengthBytes();
            for (int index = numbers.size() - 1; index >= 0; index--) {
                to.varint(numbers.known()[index] ? 1 : 0);
            }
            to.message(knownField, mark);
            to.fixed64s(valueField, numbers.values());
        }
    }

    /** Reads the name that is the field at which {@code from} stands. */
    static WrittenName readName(WireReader from) {
        int outerEnd = from.enter();
        String group = null;
        byte[] bytes = NO_BYTES;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> group = from.text();
                case 2 -> bytes = from.bytes();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return group == null && bytes.length == 0 ? NO_NAME : new WrittenName(group, bytes);
    }

    private static WrittenName readType(WireReader from) {
        byte[] bytes = from.bytes();
        return bytes.length == 0 ? NO_NAME : new WrittenName(null, bytes);
    }

    static OperationNames readOperationNames(WireReader from) {
        int outerEnd = from.enter();
        WrittenName id = null;
        WrittenName type = null;
        List<WrittenName> id2 = new ArrayList<>(1);
        boolean wanted = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> id = readName(from);
                case 2 -> type = readType(from);
                case 3 -> addTo(id2, readName(from));
                case 4 -> wanted = from.flag();
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return new OperationNames(id, type, id2, wanted);
    }

    private static void addTo(List<WrittenName> names, WrittenName name) {
        refuseMoreThanMayBe(names.size() + 1L);
        names.add(name);
    }

    /** A name is an object and may be two bytes of a message, so decoding stops at a number. */
    static void refuseMoreThanMayBe(long names) {
        if (names > SluiceMethods.NAMES_MAX) {
            throw new WireException(
                    "the message has more than %d names and texts of conditions; send several messages"
                            .formatted(SluiceMethods.NAMES_MAX));
        }
    }

    static AnswerNames readAnswerNames(WireReader from) {
        int outerEnd = from.enter();
        LongColumn ids = new LongColumn();
        LongColumn types = new LongColumn();
        List<WrittenName> idNames = new ArrayList<>();
        List<WrittenName> typeNames = new ArrayList<>();
        while (from.next()) {
            switch (from.field()) {
                case 1 -> from.fixed64s(ids);
                case 2 -> idNames.add(readName(from));
                case 3 -> from.fixed64s(types);
                case 4 -> typeNames.add(readType(from));
                default -> from.skip();
            }
        }
        from.leave(outerEnd);
        return AnswerNames.of(together(ids, idNames), together(types, typeNames));
    }

    private static SequencedMap<Long, WrittenName> together(
            LongColumn numbers, List<WrittenName> names) {
        if (numbers.size() != names.size()) {
            throw new WireException(
                    "%d numbers with %d names".formatted(numbers.size(), names.size()));
        }
        SequencedMap<Long, WrittenName> found = new LinkedHashMap<>();
        for (int index = 0; index < numbers.size(); index++) {
            found.put(numbers.get(index), names.get(index));
        }
        return found;
    }

    /** The fields of Resolve while they are read. */
    static final class ResolveReader {
        private final List<WrittenName> idNames = new ArrayList<>();
        private final List<WrittenName> typeNames = new ArrayList<>();
        private final LongColumn ids = new LongColumn();
        private final LongColumn types = new LongColumn();
        private boolean written;

        void read(WireReader from) {
            switch (from.field()) {
                case 1 -> addTo(idNames, readName(from));
                case 2 -> addTo(typeNames, readType(from));
                case 3 -> from.fixed64s(ids);
                case 4 -> from.fixed64s(types);
                case 5 -> written = from.flag();
                default -> from.skip();
            }
        }

        Operation.Resolve operation() {
            return new Operation.Resolve(
                    idNames, typeNames, ids.exactArray(), types.exactArray(), written);
        }
    }

    static Result.ResolveResult readResolved(WireReader from) {
        LongColumn ids = new LongColumn();
        LongColumn idsKnown = new LongColumn();
        LongColumn types = new LongColumn();
        LongColumn typesKnown = new LongColumn();
        List<WrittenName> idNames = new ArrayList<>();
        List<WrittenName> typeNames = new ArrayList<>();
        boolean idsAreNames = false;
        while (from.next()) {
            switch (from.field()) {
                case 1 -> from.fixed64s(ids);
                case 2 -> from.varints(idsKnown);
                case 3 -> from.fixed64s(types);
                case 4 -> from.varints(typesKnown);
                case 5 -> idNames.add(readName(from));
                case 6 -> typeNames.add(readType(from));
                case 7 -> idsAreNames = from.flag();
                default -> from.skip();
            }
        }
        return new Result.ResolveResult(
                numbers(ids, idsKnown),
                numbers(types, typesKnown),
                idNames,
                typeNames,
                idsAreNames);
    }

    private static Numbers numbers(LongColumn values, LongColumn known) {
        boolean[] flags = new boolean[known.size()];
        for (int index = 0; index < flags.length; index++) {
            flags[index] = known.get(index) != 0;
        }
        return new Numbers(values.exactArray(), flags);
    }

    /** How many names, and texts of conditions, {@code request} has. */
    static int count(Request request) {
        OperationNames names = request.names();
        int inPlaces = names == null ? 0 : names.count();
        return request.operation() instanceof Operation.Resolve resolve
                ? inPlaces + resolve.idNames().size() + resolve.typeNames().size()
                : inPlaces + QuestionCodec.count(request.operation());
    }
}
